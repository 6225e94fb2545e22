import { dayWords, timeWords } from '../text/time-words.ts'
import { readInstant } from './poll-option.ts'
import { POLL_TYPE_NAMES, type PollTypeName, pollType } from './types/index.ts'

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** How many types of poll there are, in a word. */
export const TYPE_COUNT = NUMBERS[POLL_TYPE_NAMES.length] ?? String(POLL_TYPE_NAMES.length)

/** What kind of poll it is, in a word or two. */
export function typeName(type: PollTypeName): string {
  return pollType(type).words.title
}

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/

/** The time that an option stands for, in words and in the reader's zone. Null: it stands for none. */
export function optionTime(type: PollTypeName, name: string, time_zone: string): string | null {
  const instant = pollType(type).options_are_times ? readInstant(name) : null
  if (instant === null) return null
  // A date without a time is the same day everywhere.
  return BARE_DATE.test(name) ? dayWords(new Date(instant), 'UTC') : timeWords(new Date(instant), time_zone)
}
