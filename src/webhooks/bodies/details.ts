import { sentences, t } from '../../locales/say.ts'
import { pollState } from '../../polls/poll.ts'
import { chosenWords } from '../../sentences/option-words.ts'
import { outcomeWords, turnoutWords } from '../../sentences/result-words.ts'
import { voteWords } from '../../sentences/vote-words.ts'
import { excerpt } from '../../text/excerpt.ts'
import { timeWords } from '../../text/time-words.ts'
import type { ViewOf } from './phrases.ts'

/** People in many places read a chat. */
const ZONE = 'UTC'
const EXCERPT = 300

type OfPoll = ViewOf<'poll'>

/** The start of a thread's description. */
export function description({ subject }: ViewOf<'thread'>): string {
  const { description, description_format } = subject.thread.discussion
  return excerpt(description ?? '', description_format, EXCERPT)
}

/** The start of a comment. */
export function comment({ subject }: ViewOf<'comment'>): string {
  return excerpt(subject.comment.body, 'md', EXCERPT)
}

/** When voting closes, or closed. */
export function closing({ subject }: OfPoll): string {
  const { poll, now } = subject.loaded
  const state = pollState(poll, now)
  if (state.is === 'draft') return t('hook.not_open')
  return t(state.is === 'open' ? 'hook.closes' : 'hook.closed', {
    when: timeWords(poll.closing_at ?? now, ZONE),
  })
}

/** When voting closes, and how many have voted. */
export function closingAndTurnout(view: OfPoll): string {
  return sentences([closing(view), turnoutWords(view.subject.loaded)])
}

export function result({ subject }: OfPoll): string {
  return outcomeWords(subject.loaded, ZONE)
}

/** The option that the outcome chooses, in a line of its own, and the start of its text. */
export function outcome({ subject: { loaded } }: OfPoll): string | null {
  const published = loaded.outcome?.outcome
  if (published === undefined) return null
  const chosen = chosenWords(loaded, ZONE)
  const decision = chosen === null ? '' : `${t('feed.decided_on', { option: chosen })}\n`
  return `${decision}${excerpt(published.statement, published.statement_format, EXCERPT)}`.trim()
}

/** The vote, as its voter's page says it: "Agree", "1 Oak; 2 Ash", "Oak: 3; Ash: 5", "2 × Yes; 1 × No". */
export function choice({ subject, vote }: OfPoll): string | null {
  return vote === null ? null : voteWords(vote.ballot.scores, subject.loaded)
}
