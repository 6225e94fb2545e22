import { Type } from 'typebox'
import { MAX_COMMENT, MAX_MENTIONS } from '../discussions/comments/comment.ts'
import { type Discussion, MAX_BODY, MAX_MESSAGE, MAX_TITLE } from '../discussions/discussion.ts'
import { MAX_RECIPIENTS } from '../discussions/recipients.ts'
import { problem } from '../errors.ts'
import { type Read, readChanges } from '../http/fields.ts'
import type { Body } from '../http/forms.ts'
import { ANONYMOUS_RULES, HIDE_RESULTS, type HideResults, type Poll, pollState } from '../polls/poll.ts'
import type { PollEdit } from '../polls/poll-edit.ts'
import { MAX_OPTION_MEANING, MAX_OPTIONS, type OptionCosts } from '../polls/poll-option.ts'
import { COUNT_FIELDS, countIn, readCosts } from './count-fields.ts'
import { TAG_NAMES } from './params.ts'
import { readClosing, saidFor } from './poll-params.ts'
import { RULE_FIELDS, rulesIn } from './rule-fields.ts'
import { Changes, Id, ListOf, MaybeId, MaybeText, OneOf, Record, Text } from './wire.ts'

/** Parameters of changes to records: missing fields stay as they are. */

export const DiscussionChanges = Changes('Changes to a discussion', {
  title: Text(`Title of the thread (at most ${MAX_TITLE} characters).`, { examples: ['Where to meet'] }),
  description: MaybeText(
    `Context for the thread, in the format it was written in (at most ${MAX_BODY} characters).`,
  ),
  tags: TAG_NAMES(),
})

export const PollChanges = Changes('Changes to a poll', {
  title: Text(`Title of the poll (at most ${MAX_TITLE} characters).`, { examples: ['Paint it green?'] }),
  details: MaybeText(`Body text, in the format it was written in (at most ${MAX_BODY} characters).`),
  closing_at: MaybeText(
    'When voting closes, as for a new poll. Only for open polls: to open a draft, use POST …/open.',
  ),
  hide_results: OneOf(
    HIDE_RESULTS,
    'How long results are hidden. Once voting is open, they cannot be shown earlier than announced. Always until_closed for an anonymous poll.',
  ),
  option_meanings: ListOf(
    Text('A description.'),
    `Descriptions of the options, in the order of poll_option_ids: each at most ${MAX_OPTION_MEANING} characters, "" for none.`,
    { maxItems: MAX_OPTIONS },
  ),
  tags: TAG_NAMES(),
  // In a draft only: people vote under fixed rules.
  ...RULE_FIELDS,
  ...COUNT_FIELDS,
})

export const GuestParams = Record('Guests', {
  emails: ListOf(Text('An address.'), `People to invite to the thread (at most ${MAX_RECIPIENTS}).`, {
    maxItems: MAX_RECIPIENTS,
    examples: [['ada@example.org']],
  }),
  message: Type.Optional(
    MaybeText(`A message to them (at most ${MAX_MESSAGE} characters).`, { default: null }),
  ),
})

export const CommentParams = Record('New comment', {
  body: Text(`The text, as Markdown (at most ${MAX_COMMENT} characters).`, {
    examples: ['Blue, please.'],
  }),
  parent_id: Type.Optional(MaybeId('The comment it replies to; null: the thread.', { default: null })),
  mentioned_ids: Type.Optional(
    ListOf(
      Id('A user.'),
      `Readers of the thread to notify, besides those mentioned in the text (at most ${MAX_MENTIONS}).`,
      {
        default: [],
      },
    ),
  ),
})

export const CommentChanges = Record('Changes to a comment', {
  body: Text(`The text (at most ${MAX_COMMENT} characters).`, { examples: ['Green, please.'] }),
})

const ROLES = ['admin', 'member'] as const

export const MembershipChanges = Changes('Changes to a membership', {
  role: OneOf(ROLES, "The member's role in the group. Only someone who has joined can be an admin.", {
    examples: ['admin'],
  }),
  title: MaybeText("The member's title in the group (at most 150 characters); null: none.", {
    examples: ['Treasurer'],
  }),
})

type Edit<T> = Omit<Read<T>, 'values'> & { edit: T }

/** Undefined: they stay. */
type Tags = { tags?: string[] | undefined }

/** The thread's text and tags after a change. */
export function readDiscussionChanges(
  thread: Discussion,
  body: Body,
): Edit<Pick<Discussion, 'title' | 'description'> & Tags> {
  const { values, ...read } = readChanges(DiscussionChanges, body)
  return { edit: { ...pick(thread, ['title', 'description']), ...values }, ...read }
}

/**
 * The poll's settings after a change; `meanings` and `costs`: of its options; without costs they keep theirs.
 */
export function readPollChanges(
  poll: Poll,
  now: Date,
  body: Body,
): Edit<PollEdit> & Tags & { meanings: string[]; costs: OptionCosts | null } {
  const { costs, problems: of_costs, rest } = readCosts(body)
  const { values, problems, ignored } = readChanges(PollChanges, rest)
  const { closing_at: said, option_meanings: meanings = [], option_costs: _, tags, ...others } = values
  const closing = readClosing(said ?? null)
  const isMoved = said !== undefined && pollState(poll, now).is === 'draft' && said !== null
  return {
    meanings,
    costs,
    tags,
    edit: {
      ...pick(poll, ['title', 'details', 'hide_results']),
      ...others,
      ...rulesIn({ ...pick(poll, ['quorum_pct', 'thresholds', 'no_block']), ...values }),
      ...countIn({ ...pick(poll, ['count_method', 'seats', 'budget']), ...values }),
      closing_at: said === undefined ? poll.closing_at : closing.closing_at,
    },
    problems: [
      ...saidFor(poll.poll_type, problems),
      ...closing.problems,
      ...of_costs,
      ...(isMoved ? [problem('closing_at', 'opened_by_change')] : []),
    ],
    ignored: [...ignored, ...(isUnheeded(poll, now, values.hide_results) ? ['hide_results'] : [])],
  }
}

/**
 * An anonymous draft always shows its results after closing, whatever the request says. (For an open poll
 * this is an error.)
 */
function isUnheeded(poll: Poll, now: Date, asked: HideResults | undefined): boolean {
  if (!poll.anonymous || pollState(poll, now).is !== 'draft') return false
  return asked !== undefined && asked !== ANONYMOUS_RULES.hide_results
}

function pick<T extends object, K extends keyof T>(record: T, fields: K[]): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, record[field]])) as Pick<T, K>
}
