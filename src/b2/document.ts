import type {} from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { documentOf } from '../api/describe.ts'
import type { ApiDocument } from '../api/document.ts'

const ABOUT = `A second door for programs written for b2 services: to the same threads and polls, with a key of your own.

Every call carries a personal API key, best as \`Authorization: Bearer KEY\`. What it does, you do, in all your groups and with the rights you have
there, except voting; what you may not see, it does not find. Calls that other b2 services have and this one does not are 404 \`not_offered\`. Bodies are JSON or forms; in JSON, the fields of a thread or poll may also stand in an object of their
own, \`{"poll": {…}}\`. Errors, limits, Idempotency-Key and Folkmoot-Ignored-Fields are as in b1.`

const KEYS = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Your personal API key, created on your account page.',
  },
  api_key: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'The same key in the query; for POST also in the body.',
  },
}

export function b2Document(app: FastifyInstance): ApiDocument {
  const document = documentOf(app, '/api/b2/', '/api/v1/')
  return Object.assign(document, {
    info: { ...document.info, version: 'b2', description: ABOUT },
    components: { securitySchemes: KEYS },
  })
}
