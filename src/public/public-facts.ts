import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is, type JsonOf, pick } from '../db/row-types.ts'
import { COMMENT_ROW, type Comment } from '../discussions/comments/comment.ts'
import { DISCUSSION_ROW, type Discussion } from '../discussions/discussion.ts'
import { GROUP_ROW, type Group } from '../groups/group.ts'
import { OUTCOME_ROW, type Outcome } from '../polls/outcomes/outcome.ts'
import type { Poll } from '../polls/poll.ts'
import { POLL_ROW } from '../polls/poll-rows.ts'
import type { ResultsViewer } from '../polls/results/results.ts'

// The facts about public groups that anyone may see. About people: only the names of authors.

/** Strangers see the results that a member sees who has not voted. */
export const STRANGER: ResultsViewer = { has_voted: false }

/** A public group, without its members, counts and parent. */
export type PublicGroup = Pick<
  Group,
  'id' | 'handle' | 'name' | 'description' | 'description_format' | 'locale' | 'indexed' | 'created_at'
>

export const PUBLIC_GROUP_ROW: Fields<PublicGroup> = pick(
  GROUP_ROW,
  'id',
  'handle',
  'name',
  'description',
  'description_format',
  'locale',
  'indexed',
  'created_at',
)

/** `author`: the name; null: none given. */
type Signed = { author: string | null }

/** A public thread without its text. */
export type PublicTitle = Signed &
  Pick<Discussion, 'key' | 'title' | 'items_count' | 'created_at' | 'last_activity_at' | 'closed_at'>

export const PUBLIC_TITLE_ROW: Fields<PublicTitle> = {
  ...pick(DISCUSSION_ROW, 'key', 'title', 'items_count', 'created_at', 'last_activity_at', 'closed_at'),
  author: is.nullable(is.text),
}

/** A public thread with its text. */
export type PublicThread = Signed &
  Pick<
    Discussion,
    | 'id'
    | 'key'
    | 'title'
    | 'description'
    | 'description_format'
    | 'content_locale'
    | 'comments_count'
    | 'created_at'
    | 'updated_at'
    | 'closed_at'
  >

export const PUBLIC_THREAD_ROW: Fields<PublicThread> = {
  ...pick(
    DISCUSSION_ROW,
    'id',
    'key',
    'title',
    'description',
    'description_format',
    'content_locale',
    'comments_count',
    'created_at',
    'updated_at',
    'closed_at',
  ),
  author: is.nullable(is.text),
}

/** `body` null: it was deleted. */
export type PublicComment = Signed & Pick<Comment, 'id' | 'body' | 'created_at' | 'content_locale'>

export const PUBLIC_COMMENT_ROW: Fields<PublicComment> = {
  ...pick(COMMENT_ROW, 'id', 'body', 'created_at', 'content_locale'),
  author: is.nullable(is.text),
}

/** The outcome of a public poll, with the option it chooses. */
export type PublicOutcome = Signed & {
  outcome: Pick<
    Outcome,
    'id' | 'statement' | 'statement_format' | 'review_on' | 'created_at' | 'published_at'
  >
  poll: Pick<Poll, 'key' | 'title' | 'poll_type'>
  option: { name: string } | null
}

const SHOWN_OUTCOME_ROW: Fields<PublicOutcome['outcome']> = pick(
  OUTCOME_ROW,
  'id',
  'statement',
  'statement_format',
  'review_on',
  'created_at',
  'published_at',
)

export const publicOutcomeFromJson = jsonReader(SHOWN_OUTCOME_ROW)

export const PUBLIC_OUTCOME_ROW: Fields<JsonOf<PublicOutcome>> = {
  outcome: is.jsonOf(SHOWN_OUTCOME_ROW),
  poll: is.jsonOf(pick(POLL_ROW, 'key', 'title', 'poll_type')),
  option: is.nullable(is.jsonOf({ name: is.text })),
  author: is.nullable(is.text),
}
