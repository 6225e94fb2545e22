import type { FastifySchema } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import type { Definition, Method, Reference } from './definition.ts'
import { described } from './params.ts'
import { Problem } from './records/problem-record.ts'
import { Record as Fields } from './wire.ts'

/** Routes as operations of the document. */

export type HeadersByMethod = Partial<Record<Method, TObject>>
type RouteSchema = FastifySchema & { operationId: string }

const FORMS = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
const KEY_QUERY = {
  api_key: Type.Optional(Type.String({ description: 'Your API key, when not sent as a header.' })),
}
export const IDEMPOTENCY = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'If you repeat the request within 24 hours, it is performed only once and gets the same response.',
      maxLength: 255,
    }),
  ),
})
const failure = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: Problem } },
})

const answers = (success: TSchema, description: string) => ({
  200: { ...success, description },
  429: {
    ...failure(
      'Too many requests with this key (rate_limited), comments (too_many_attempts), or addresses new to the service (invites_limited). Nothing was changed.',
    ),
    headers: {
      'retry-after': { type: 'integer', description: 'Seconds until the limit resets.' },
    },
  },
  '4xx': failure('What is wrong and how to fix it. Nothing was changed.'),
  503: failure('The database is unavailable; try again after Retry-After seconds.'),
})

const SECURITY = [{ bearer: [] }, { api_key: [] }]

/** Part of every change's description: no field has a default. */
export const OTHERWISE = 'Fields you leave out stay unchanged; null clears a field that may be empty.'

export const NoParams = Fields('Nothing', {})

const IF_MATCH = {
  'if-match': Type.Optional(
    Type.String({ description: 'The ETag of the record as you read it: 412 if it has been edited since.' }),
  ),
}
const MATCHING = Type.Object({ ...IDEMPOTENCY.properties, ...IF_MATCH })
export const IF_MATCHING = Type.Object(IF_MATCH)
const UNCHANGED = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'The ETag of the response you have: 304 if it has not changed.' }),
  ),
})

/**
 * For b1: clients that have a response already get a 304, and a change can depend on the version that was
 * read.
 */
export const WITH_ETAGS: HeadersByMethod = {
  GET: UNCHANGED,
  POST: MATCHING,
  PATCH: MATCHING,
  DELETE: IF_MATCHING,
}
export const WITHOUT_ETAGS: HeadersByMethod = { POST: IDEMPOTENCY, PATCH: IDEMPOTENCY }

const FOUND_UNCHANGED = {
  304: { description: 'Not modified: If-None-Match matches the ETag.', type: 'null' },
}

/** A route's schema for the framework: it describes the route, and serializes its responses. */
export function schemaOf(route: Definition, usual: HeadersByMethod): RouteSchema {
  const { method, does, params, query, body, answer, headers = usual[method] } = route
  const sends = body !== undefined || method === 'POST' || method === 'PATCH'
  return {
    operationId: does.id,
    tags: [does.tag],
    summary: does.summary,
    description: does.description,
    security: SECURITY,
    ...(params === undefined ? {} : { params: inPath(params) }),
    ...(headers === undefined ? {} : { headers }),
    ...(sends ? { consumes: FORMS, body: described(body ?? NoParams) } : {}),
    ...(sends ? {} : { querystring: Type.Object({ ...KEY_QUERY, ...query?.properties }) }),
    ...(sends && query !== undefined ? { querystring: query } : {}),
    response: { ...answers(answer, does.says), ...(headers === UNCHANGED ? FOUND_UNCHANGED : {}) },
  }
}

function inPath(params: Record<string, Reference>): TObject {
  const named = Object.entries(params).map(([name, { about }]) => [name, Type.String({ description: about })])
  return Type.Object(Object.fromEntries(named))
}
