import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { Envelope } from './envelope.ts'
import { described } from './params.ts'
import { Problem } from './records/problem-record.ts'
import { Record } from './wire.ts'

export const FORMS = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
export const KEY_QUERY = {
  api_key: Type.Optional(Type.String({ description: 'Your API key, when not sent as a header.' })),
}
export const IDEMPOTENCY = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: 'Sent again within 24 h, the request is answered again and done once.',
      maxLength: 255,
    }),
  ),
})
export const Ref = (what: string) =>
  Type.Object({ ref: Type.String({ description: `The ${what}'s id (digits) or key.` }) })

const failure = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: Problem } },
})

export const answers = (success: TSchema, description: string) => ({
  200: { ...success, description },
  429: {
    ...failure(
      'Too many requests of this key (rate_limited), comments (too_many_attempts), or addresses new to the service (invites_limited). Nothing was done.',
    ),
    headers: {
      'retry-after': { type: 'integer', description: 'After how many seconds there are as many again.' },
    },
  },
  '4xx': failure('What is wrong and how to mend it. Nothing was done.'),
  503: failure('The database is away; try again after Retry-After seconds.'),
})

export const SECURITY = [{ bearer: [] }, { api_key: [] }]

/** How endpoints of one kind stand in the document. */

type About = {
  id: string
  tag: string
  summary: string
  description: string
  params?: TObject
  answer?: TSchema
  says: string
}

/** Said of every change: no field of it has a default. */
export const OTHERWISE = 'What is left out stays as it is; null empties a field that may be empty.'

export const NoParams = Record('Nothing', {})

const IF_MATCH = {
  'if-match': Type.Optional(
    Type.String({ description: 'The ETag of the record as you read it: 412 when it was edited since.' }),
  ),
}
export const MATCHING = Type.Object({ ...IDEMPOTENCY.properties, ...IF_MATCH })
export const IF_MATCHING = Type.Object(IF_MATCH)
const UNCHANGED = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'The ETag of the answer you have: 304 while there is no other.' }),
  ),
})

/** Something that is changed: what is said in the body, and what comes of it. */
export const doing = ({
  body = NoParams,
  headers = MATCHING,
  ...about
}: About & { body?: TObject; headers?: TObject }) => ({
  schema: {
    ...shared(about),
    consumes: FORMS,
    headers,
    body: described(body),
    response: answers(about.answer ?? Envelope, about.says),
  },
})

/** Something that is taken away. */
export const removing = (about: About) => ({
  schema: {
    ...shared(about),
    headers: IF_MATCHING,
    querystring: Type.Object(KEY_QUERY),
    response: answers(about.answer ?? Envelope, about.says),
  },
})

/** Something that is read; whoever has it already is told no more than that. */
export const reading = ({ query = {}, ...about }: About & { query?: TProperties }) => ({
  schema: {
    ...shared(about),
    headers: UNCHANGED,
    querystring: Type.Object({ ...KEY_QUERY, ...query }),
    response: {
      ...answers(about.answer ?? Envelope, about.says),
      304: { description: 'If-None-Match names the ETag of this answer: you have it.', type: 'null' },
    },
  },
})

function shared({ id, tag, summary, description, params }: About) {
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: SECURITY,
    ...(params === undefined ? {} : { params }),
  }
}
