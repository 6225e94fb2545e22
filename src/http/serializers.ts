import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify'

type Serializer = (data: unknown) => string

/**
 * Makes what turns answers into JSON: once for all routes that answer with the same fields, and when the
 * first such answer is sent. Made at the start for each route and status, which is the framework's way,
 * they took most of it.
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
