import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import { tellIgnored } from '../api/exchange.ts'
import { DEFAULT_PER } from '../api/params.ts'
import { MaybeFlag, NullableInteger, OneOf } from '../api/wire.ts'
import { refuse } from '../errors.ts'
import { queryOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'

/** The parameters of lists: filter, size, and start. */

const MAX_LISTED = 200
/** Larger than any id, and still exact as a number. */
const MAX_ID = 10 ** 15 - 1

export const PAGING = {
  per: Type.Optional(
    NullableInteger(`The number of records to return (at most ${MAX_LISTED}).`, {
      minimum: 1,
      maximum: MAX_LISTED,
      default: DEFAULT_PER,
    }),
  ),
  from: Type.Optional(
    NullableInteger('The number of records to skip.', { minimum: 0, maximum: MAX_ID, default: 0 }),
  ),
  after: Type.Optional(
    NullableInteger(
      'meta.next of the previous page: the list continues there, even if records were added or removed.',
      {
        minimum: 0,
        maximum: MAX_ID,
        default: null,
      },
    ),
  ),
}

export const Paging = Type.Object(PAGING)
export const PollPaging = Type.Object({
  status: Type.Optional(OneOf(['all', 'open', 'closed', 'draft'], 'Filter by status.', { default: 'all' })),
  ...PAGING,
})
export const DiscussionPaging = Type.Object({
  status: Type.Optional(OneOf(['all', 'open', 'closed'], 'Filter by status.', { default: 'all' })),
  ...PAGING,
})
export const VoterPaging = Type.Object({
  voted: Type.Optional(
    MaybeFlag('true: only people who have voted; false: only people who have not.', { default: null }),
  ),
  ...PAGING,
})

/** The parameters of the query. Invalid names each unreadable field. */
export function readPaging<T extends TObject>(
  schema: T,
  request: FastifyRequest,
  reply: FastifyReply,
): Static<T> & { per: number; from: number; after: number | null } {
  const { values, problems, ignored } = readFields(schema, { encoding: 'form', fields: queryOf(request) })
  refuse(problems)
  tellIgnored(reply, ignored)
  const { per, from, after } = values as { per: number | null; from: number | null; after: number | null }
  return { ...values, per: per ?? DEFAULT_PER, from: from ?? 0, after }
}
