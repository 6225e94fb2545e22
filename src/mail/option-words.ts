import type { Poll } from '../polls/poll.ts'
import { readInstant } from '../polls/poll-option.ts'
import { POLL_TYPES, type PollType } from '../polls/poll-types.ts'
import { oneLine } from '../text/one-line.ts'
import { dayWords, timeWords } from '../text/time-words.ts'

const TYPE_WORDS: Record<PollType, string> = {
  proposal: 'Proposal',
  poll: 'Poll',
  count: 'Count',
  score: 'Score vote',
  ranked_choice: 'Ranked choice',
  meeting: 'Times for a meeting',
  dot_vote: 'Dot vote',
}

/** What kind of poll this is. */
export const typeWords = (type: PollType): string => TYPE_WORDS[type]

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/

/** An option as a reader reads it: the times of a meeting in words and in the reader's zone. */
export function optionWords({ poll_type }: Pick<Poll, 'poll_type'>, name: string, time_zone: string): string {
  const instant = POLL_TYPES[poll_type].dated ? readInstant(name) : null
  // A date without a time is the same day everywhere.
  if (instant !== null)
    return BARE_DATE.test(name) ? dayWords(new Date(instant), 'UTC') : timeWords(new Date(instant), time_zone)
  return oneLine(name)
}
