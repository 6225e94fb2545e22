import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Malformed } from '../errors.ts'
import { type Body, readJson, readMultipart, readUrlencoded, utf8 } from './forms.ts'

const JSON_TYPE = 'application/json'

/** Routes that read their bodies themselves, from `request.raw`, once they know who asks. */
export function streamForms(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async () => undefined)
    routes(scope)
  })
}

/** Reads the bodies of all requests: JSON, and forms of both kinds. Malformed: the body cannot be read. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // A GET may have its key in a form body.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  const parse = (
    type: string | RegExp,
    read: (bytes: Buffer, request: FastifyRequest) => Promise<Body> | Body,
  ) =>
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return { encoding: encodingOf(type), fields: {} }
      refuseCompressed(request)
      return read(bytes, request)
    })
  parse(JSON_TYPE, (bytes) => ({ encoding: 'json', fields: readJson(bytes) }))
  parse('application/x-www-form-urlencoded', (bytes) => readUrlencoded(utf8(bytes)))
  parse('multipart/form-data', (bytes, request) =>
    readMultipart(
      bytes,
      request.headers['content-type'] ?? '',
      request.routeOptions.config.takes_files === true,
    ),
  )
  // An empty body may have any type.
  parse('*', () => {
    throw new Malformed('unsupported_media_type.types')
  })
}

/** Bodies are small: nothing is unpacked, so that none can be much larger than it was sent. */
function refuseCompressed({ headers }: FastifyRequest): void {
  const name = headers['content-encoding'] ?? 'identity'
  if (name.toLowerCase() !== 'identity') throw new Malformed('malformed_body.compressed', { name })
}

/** An empty body of this type has no fields. */
function encodingOf(type: string | RegExp): Body['encoding'] {
  return type === JSON_TYPE ? 'json' : 'form'
}
