import { dayWords, timeWords } from '../text/time-words.ts'
import { readInstant } from './poll-option.ts'
import { POLL_TYPES, type PollType } from './poll-types.ts'

const TYPE_NAMES: Record<PollType, string> = {
  proposal: 'Proposal',
  poll: 'Poll',
  count: 'Count',
  score: 'Score vote',
  ranked_choice: 'Ranked choice',
  meeting: 'Times for a meeting',
  dot_vote: 'Dot vote',
}

/** What kind of poll it is, in a word or two. */
export function typeName(type: PollType): string {
  return TYPE_NAMES[type]
}

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/

/** The time that an option stands for, in words and in the reader's zone. Null: it stands for none. */
export function optionTime(type: PollType, name: string, time_zone: string): string | null {
  const instant = POLL_TYPES[type].dated ? readInstant(name) : null
  if (instant === null) return null
  // A date without a time is the same day everywhere.
  return BARE_DATE.test(name) ? dayWords(new Date(instant), 'UTC') : timeWords(new Date(instant), time_zone)
}
