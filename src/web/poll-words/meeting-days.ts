import { t } from '../../locales/say.ts'
import { type PollOption, readInstant } from '../../polls/poll-option.ts'
import { dayIn } from '../../text/local-time.ts'
import { clockWords, dayWords, withWholeDates } from '../../text/time-words.ts'
import { written } from './calendar-words.ts'

/**
 * A day of a meeting poll in the reader's zone, with its times; `short`: as at the head of a column, such as
 * "Mon, 30 Nov".
 */
export type MeetingDay = { day: string; short: string; times: { option: PollOption; time: string }[] }

const DATE_LENGTH = 10

/** The proposed times by day, both in `zone`. A bare date is that day in every zone. */
export function daysOf(options: PollOption[], zone: string): MeetingDay[] {
  const days = new Map<string, MeetingDay>()
  for (const option of options) {
    const at = new Date(readInstant(option.name) ?? 0)
    const bare = option.name.length === DATE_LENGTH
    const here = bare ? 'UTC' : zone
    const day = withWholeDates(dayWords(at, here))
    const found = days.get(day) ?? { day, short: written('short_day', dayIn(here, at)), times: [] }
    found.times.push({ option, time: bare ? t('calendar.all_day') : clockWords(at, zone) })
    days.set(day, found)
  }
  return [...days.values()]
}

/** Whether any of the times depends on the reader's zone. */
export function hasHours(options: Pick<PollOption, 'name'>[]): boolean {
  return options.some((option) => option.name.length > DATE_LENGTH)
}
