import { t } from '../locales/say.ts'
import { dayWords, momentWords, timeWords } from '../text/time-words.ts'
import type { Poll } from './poll.ts'
import { isBareDay, readInstant } from './poll-option.ts'
import { POLL_TYPE_NAMES, type PollTypeName, pollType } from './types/index.ts'

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** The number of poll types as an English word. */
export const TYPE_COUNT = NUMBERS[POLL_TYPE_NAMES.length] ?? String(POLL_TYPE_NAMES.length)

/** The name of the poll type. */
export function typeName(type: PollTypeName): string {
  return t(pollType(type).words.title)
}

/** The name of the poll's type, which says whether votes are anonymous. */
export function kindName({ poll_type, anonymous }: Pick<Poll, 'poll_type' | 'anonymous'>): string {
  const { title, anonymous_title } = pollType(poll_type).words
  return t(anonymous ? anonymous_title : title)
}

/** The purpose of polls of the type, in a sentence. */
export function typeSummary(type: PollTypeName): string {
  return t(pollType(type).words.summary)
}

/** The time of an option as text in the reader's zone, with its name. Null: it is no time. */
export function optionTime(type: PollTypeName, name: string, time_zone: string): string | null {
  return timeOf(type, name, (at) => timeWords(at, time_zone))
}

/** The same in a list that names the zone once for all its times. */
export function listedTime(type: PollTypeName, name: string, time_zone: string): string | null {
  return timeOf(type, name, (at) => momentWords(at, time_zone))
}

function timeOf(type: PollTypeName, name: string, write: (at: Date) => string): string | null {
  const instant = pollType(type).options_are_times ? readInstant(name) : null
  if (instant === null) return null
  return isBareDay(name) ? dayWords(new Date(instant), 'UTC') : write(new Date(instant))
}
