import { apart, joined, sentences, t } from '../../locales/say.ts'
import { pollState } from '../../polls/poll.ts'
import { pollType } from '../../polls/types/index.ts'
import { outcomeWords, turnoutWords } from '../../sentences/result-words.ts'
import { excerpt } from '../../text/excerpt.ts'
import { oneLine } from '../../text/one-line.ts'
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

/** The start of the outcome. */
export function statement({ subject }: OfPoll): string | null {
  const published = subject.loaded.outcome?.outcome
  return published === undefined ? null : excerpt(published.statement, published.statement_format, EXCERPT)
}

/** "agree" for a choice, "Blue: 3, Green: 5" for scores. */
export function choice({ subject, vote }: OfPoll): string | null {
  if (vote === null) return null
  const { poll, options } = subject.loaded
  const chosen = options.flatMap(({ name, slot }) => {
    const score = vote.ballot.scores[slot - 1] ?? 0
    return score > 0 ? [{ name: oneLine(name), score }] : []
  })
  const bare = pollType(poll.poll_type).answered_by === 'choosing'
  return joined(chosen.map(({ name, score }) => (bare ? apart(name) : `${apart(name)}: ${score}`)))
}
