import { Type } from 'typebox'
import { readClosing } from '../api/poll-params.ts'
import { RULE_FIELDS, rulesIn } from '../api/rule-fields.ts'
import { Id, ListOf, MaybeId, MaybeText, OneOf, Record, Text } from '../api/wire.ts'
import { MAX_COMMENT, MAX_MENTIONS } from '../discussions/comment.ts'
import { type Discussion, MAX_BODY, MAX_MESSAGE, MAX_TITLE } from '../discussions/discussion.ts'
import { MAX_RECIPIENTS } from '../discussions/recipients.ts'
import type { Problem } from '../errors.ts'
import { isGiven, readFields } from '../http/fields.ts'
import type { Body } from '../http/forms.ts'
import { HIDE_RESULTS, type Poll, pollState } from '../polls/poll.ts'
import type { PollEdit } from '../polls/poll-edit.ts'

/** What changes of records say: fields that are left out stay as they are. */

export const DiscussionChanges = Record('Changes to a discussion', {
  title: Type.Optional(
    Text(`Title of the thread (at most ${MAX_TITLE} characters).`, { examples: ['Where to meet'] }),
  ),
  description: Type.Optional(
    MaybeText(`Context for the thread, written as it was (at most ${MAX_BODY} characters).`, {
      default: null,
    }),
  ),
})

export const PollChanges = Record('Changes to a poll', {
  title: Type.Optional(
    Text(`Title of the poll (at most ${MAX_TITLE} characters).`, { examples: ['Paint it green?'] }),
  ),
  details: Type.Optional(
    MaybeText(`Body text, written as it was (at most ${MAX_BODY} characters).`, { default: null }),
  ),
  closing_at: Type.Optional(
    MaybeText('When voting ends: as on creation. Of an open poll only: a draft is opened by POST …/open.', {
      default: null,
    }),
  ),
  hide_results: Type.Optional(
    OneOf(
      HIDE_RESULTS,
      'Until when results are hidden; once voting is open never shown sooner than was said.',
    ),
  ),
  // Of a draft: whoever votes does so by the rules as they were.
  ...RULE_FIELDS,
})

export const GuestParams = Record('Guests', {
  emails: ListOf(Text('An address.'), `People to invite to the thread (at most ${MAX_RECIPIENTS}).`, {
    examples: [['ada@example.org']],
  }),
  message: Type.Optional(
    MaybeText(`A message for them (at most ${MAX_MESSAGE} characters).`, { default: null }),
  ),
})

export const CommentParams = Record('New comment', {
  body: Text(`What it says, as Markdown (at most ${MAX_COMMENT} characters).`, {
    examples: ['Blue, please.'],
  }),
  parent_id: Type.Optional(MaybeId('The comment it answers; null: the thread.', { default: null })),
  mentioned_ids: Type.Optional(
    ListOf(
      Id('A user.'),
      `Readers of the thread who are told, beside those named in the text (at most ${MAX_MENTIONS}).`,
      {
        default: [],
      },
    ),
  ),
})

export const CommentChanges = Record('Changes to a comment', {
  body: Text(`What it says (at most ${MAX_COMMENT} characters).`, { examples: ['Green, please.'] }),
})

export const ROLES = ['admin', 'member'] as const

export const MembershipChanges = Record('Changes to a membership', {
  role: Type.Optional(
    OneOf(ROLES, 'What the member is in the group: an admin must have joined.', { examples: ['admin'] }),
  ),
  title: Type.Optional(
    MaybeText('What the member does in the group (at most 150 characters); null: nothing in particular.', {
      examples: ['Treasurer'],
    }),
  ),
})

type Read<T> = { edit: T; problems: Problem[]; ignored: string[] }

/** The thread's text as a change leaves it. */
export function readDiscussionChanges(
  thread: Discussion,
  body: Body,
): Read<Pick<Discussion, 'title' | 'description'>> {
  const { values, problems, ignored } = readFields(DiscussionChanges, body)
  return { edit: { ...pick(thread, ['title', 'description']), ...named(values, body) }, problems, ignored }
}

/** The poll's settings as a change leaves them. */
export function readPollChanges(poll: Poll, now: Date, body: Body): Read<PollEdit> {
  const { values, problems, ignored } = readFields(PollChanges, body)
  const { closing_at: said, ...others } = named({ ...values, ...rulesIn(values) }, body)
  const closing = readClosing(said ?? null)
  const isMoved = said !== undefined && pollState(poll, now).is === 'draft' && said !== null
  const message = 'must be left out of changes to a draft: POST …/open opens it'
  return {
    edit: {
      ...pick(poll, ['title', 'details', 'hide_results', 'quorum_pct', 'thresholds', 'no_block']),
      ...others,
      closing_at: said === undefined ? poll.closing_at : closing.closing_at,
    },
    problems: [
      ...problems,
      ...closing.problems,
      ...(isMoved ? [{ field: 'closing_at', code: 'invalid', message }] : []),
    ],
    ignored,
  }
}

/** Of these values those that the body names; null means nothing where a value must be. */
export function named<T extends object>(values: T, body: Body): Partial<T> {
  const isNamed = ([field, value]: [string, unknown]) =>
    isGiven(body, field) && !(body.fields[field] === null && value !== null)
  return Object.fromEntries(Object.entries(values).filter(isNamed)) as Partial<T>
}

function pick<T extends object, K extends keyof T>(record: T, fields: K[]): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, record[field]])) as Pick<T, K>
}
