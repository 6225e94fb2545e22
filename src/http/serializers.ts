import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify'

type Serializer = (data: unknown) => string

/**
 * Creates the JSON serializers of responses: one for all routes with the same fields, when the first such
 * response is sent. One per route and status at the start, as the framework does it, took most of the startup
 * time.
 */
export function sharedSerializers(): FastifySerializerCompiler<{ properties?: object }> {
  const make = SerializerSelector()({}, {})
  const made = new WeakMap<object, Serializer>()
  return ({ schema, method, url, httpStatus = '' }) => {
    const fields = schema.properties ?? schema
    const makeOnce = () => {
      const serializer = make({ schema, method, url, httpStatus })
      made.set(fields, serializer)
      return serializer
    }
    return (data) => (made.get(fields) ?? makeOnce())(data)
  }
}
