import { isDeepStrictEqual } from 'node:util'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { DiscussionChanges, PollChanges } from '../api/change-params.ts'
import { type Exchange, tellIgnored } from '../api/exchange.ts'
import { DEFAULT_PER, DiscussionParams, MembershipParams, PollParamsB } from '../api/params.ts'
import {
  Changes,
  Flag,
  Id,
  ListOf,
  MaybeId,
  MaybeOneOf,
  MaybeText,
  NullableInteger,
  OneOf,
  Record,
  Text,
} from '../api/wire.ts'
import { MAX_COMMENT } from '../discussions/comments/comment.ts'
import { type Problem, problem, refuse } from '../errors.ts'
import { HISTORY_PARTS } from '../events/kind-facts.ts'
import { queryOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import type { Body, Fields } from '../http/forms.ts'
import { CLOSING_SOON_AUDIENCES } from '../polls/poll.ts'

const MAX_LISTED = 200
/** Still exact as a number. */
const MAX_OFFSET = 10 ** 15 - 1

const HOW_MANY = (about: string, options: object = {}) =>
  Type.Optional(NullableInteger(about, { minimum: 1, maximum: MAX_LISTED, ...options }))
const FROM_WHERE = (about: string, options: object = {}) =>
  Type.Optional(NullableInteger(about, { minimum: 0, maximum: MAX_OFFSET, ...options }))

const PAGING = {
  limit: HOW_MANY(`The number of records to return (at most ${MAX_LISTED}).`, { default: DEFAULT_PER }),
  offset: FROM_WHERE('The number of records to skip.', { default: 0 }),
  per: HOW_MANY('The same as limit.', { default: null }),
  from: FROM_WHERE('The same as offset.', { default: null }),
}
const TAGGED = {
  tag: Type.Optional(
    MaybeText('Only those with the tag of this name, in any case.', { default: null, examples: ['Budget'] }),
  ),
}
const GROUP = { group_id: Id('One of your groups.', { examples: [7] }) }

/** The parameters of lists. */
export const GroupQuery = Type.Object({ ...GROUP, ...PAGING })
export const DiscussionQuery = Type.Object({
  ...GROUP,
  status: Type.Optional(
    OneOf(
      ['open', 'unlocked', 'closed', 'locked', 'all'],
      'Filter by status: open is unlocked, closed is locked.',
      {
        default: 'all',
      },
    ),
  ),
  ...TAGGED,
  ...PAGING,
})
export const PollQuery = Type.Object({
  ...GROUP,
  status: Type.Optional(
    OneOf(['active', 'closed', 'all'], 'Filter by status; all includes drafts.', { default: 'active' }),
  ),
  ...TAGGED,
  ...PAGING,
})
export const HistoryQuery = Type.Object({
  ...GROUP,
  part: Type.Optional(
    OneOf(
      [...HISTORY_PARTS, 'all'],
      'What to list; access: keys and webhooks, decisions: threads and polls.',
      { default: 'all' },
    ),
  ),
  limit: PAGING.limit,
  before: FROM_WHERE('meta.next of the previous page: the list continues there.', { default: null }),
})
export const JoinRequestQuery = Type.Object({
  ...GROUP,
  limit: PAGING.limit,
  after: FROM_WHERE('meta.next of the previous page: the list continues there.', { default: null }),
})
export const CommentQuery = Type.Object({
  discussion_id: Id('The thread.', { examples: [7] }),
  ...PAGING,
  after: FROM_WHERE('meta.next of the previous page: the list continues there.', { default: null }),
})
export const ThreadQuery = Type.Object({ ...TAGGED, ...PAGING })
export const EventQuery = Type.Object({ discussion_id: Id('The thread.', { examples: [7] }), ...PAGING })

/** By default a thread is returned whole: clients expect it. */
export const MOST_ITEMS = 1_000
const WHOLE = { maximum: MOST_ITEMS, default: MOST_ITEMS }
export const ItemQuery = Type.Object({
  ...PAGING,
  limit: HOW_MANY(`The number of records to return (at most ${MOST_ITEMS}).`, WHOLE),
  per: HOW_MANY('The same as limit.', { maximum: MOST_ITEMS, default: null }),
})
export const MemberQuery = Type.Object(GROUP)

/** New records, and their place. */
export const NewDiscussion = Record('New discussion', {
  ...DiscussionParams.properties,
  ...GROUP,
  notify_recipients: Type.Optional(
    Flag('false adds the people named without notifying them.', { default: true }),
  ),
})

const ALL_MEMBERS = 'all_members'

const PLACE = {
  group_id: Type.Optional(
    MaybeId('The group of a poll that stands alone. Not needed in a thread.', {
      default: null,
      examples: [7],
    }),
  ),
  discussion_id: Type.Optional(MaybeId('The thread to add the poll to.', { default: null })),
  topic_id: Type.Optional(MaybeId('The same as discussion_id.', { default: null })),
}
export const PollPlace = Type.Object(PLACE)
export const NewPoll = Record('New poll', {
  ...PollParamsB.properties,
  ...PLACE,
  notify_on_closing_soon: Type.Optional(
    OneOf(
      [...CLOSING_SOON_AUDIENCES, ALL_MEMBERS],
      'The people to remind 24 hours before the poll closes. all_members means voters.',
      { default: 'nobody' },
    ),
  ),
})

/** The body of a new poll in b1's terms: reminders go only to people with a ballot. */
export function inOwnWords(body: Body): Body {
  if (body.fields['notify_on_closing_soon'] !== ALL_MEMBERS) return body
  return { ...body, fields: { ...body.fields, notify_on_closing_soon: 'voters' } }
}

export const NewMembers = Record('Members', { ...MembershipParams.properties, ...GROUP })

const COMMENT_PLACE = {
  discussion_id: Type.Optional(
    MaybeId('The thread, for a comment that is not a reply to another.', { default: null, examples: [7] }),
  ),
  parent_id: Type.Optional(MaybeId('The id of the record it replies to.', { default: null })),
  parent_type: Type.Optional(
    MaybeOneOf(['Comment', 'Discussion'], 'The kind of record parent_id refers to: a comment or a thread.', {
      default: null,
    }),
  ),
}
export const CommentPlace = Type.Object(COMMENT_PLACE)
export const NewComment = Record('New comment', {
  ...COMMENT_PLACE,
  body: Text(`The text (at most ${MAX_COMMENT} characters).`, { examples: ['Blue, please.'] }),
  body_format: Type.Optional(
    OneOf(['md', 'html'], 'The format of body. Comments are stored as Markdown; HTML is converted.', {
      default: 'md',
    }),
  ),
})

/** Other places for a comment's thread. */
export const CommentWhere = Type.Object({
  discussion_id: Type.Optional(MaybeId('The thread, if the body does not name it.', { default: null })),
})

const FORMAT = (what: string) =>
  OneOf(
    ['md', 'html'],
    `The format of ${what} in this request. It is still stored in its original format, md or html.`,
  )
const OPTIONS = {
  options: ListOf(Text('An option.'), 'All existing options, followed by new ones.', {
    examples: [['Blue', 'Red']],
  }),
}

/** Changes to records. */
export const DiscussionEdits = Changes('Changes to a discussion', {
  ...DiscussionChanges.properties,
  description_format: FORMAT('description'),
})
export const OptionEdits = Changes('Options', OPTIONS)
export const PollEdits = Changes('Changes to a poll', {
  ...PollChanges.properties,
  details_format: FORMAT('details'),
  ...OPTIONS,
})
export const CommentEdits = Record('Changes to a comment', {
  body: NewComment.properties.body,
  body_format: NewComment.properties.body_format,
})

type Paged = { limit?: number | null; offset?: number | null; per?: number | null; from?: number | null }

/** The parameters of the query, including paging. Invalid names each unreadable field. */
export function queried<T extends TProperties>(
  { request, reply }: Exchange,
  schema: TObject<T>,
): Static<TObject<T>> & { per: number; from: number } {
  const { values, problems, ignored } = readFields(schema, { encoding: 'form', fields: queryOf(request) })
  refuse(problems)
  tellIgnored(reply, ignored)
  const { limit, offset, per, from } = values as Paged
  return { ...values, per: per ?? limit ?? DEFAULT_PER, from: from ?? offset ?? 0 }
}

/**
 * The group in the body of a `record`, which determines the permissions. Invalid: none, or unreadable; names
 * all problems of the record, with those that `check` finds in its values.
 */
export function groupIn<T extends TObject>(
  body: Body,
  record: T,
  check: (values: Static<T>) => Problem[] = () => [],
): number {
  const { values, problems } = readFields(MemberQuery, body)
  if (problems.length > 0) {
    const whole = readFields(record, body)
    refuse(check(whole.values), whole.problems)
  }
  return values.group_id
}

/** Problems of two different names for one thread. Null: not named. */
export function sameThread(named: Record<string, number | null>): Problem[] {
  const [first, ...others] = Object.entries(named).filter(([, id]) => id !== null)
  return others
    .filter(([, id]) => id !== first?.[1])
    .map(([field]) => problem(field, 'differs', { other: first?.[0] ?? '' }))
}

/**
 * Merges the fields of the record under this name with the body's other fields. The record's values win;
 * `overruled`: the fields outside it with different values.
 */
export function unwrapped(
  body: Body,
  name: 'discussion' | 'poll' | 'comment',
): { body: Body; overruled: string[] } {
  const { [name]: record, ...others } = body.fields
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return { body, overruled: [] }
  const inner = record as Fields
  const overruled = Object.keys(others).filter(
    (field) => Object.hasOwn(inner, field) && !isDeepStrictEqual(inner[field], others[field]),
  )
  return { body: { encoding: body.encoding, fields: { ...others, ...inner } }, overruled }
}
