import type { VNode } from 'preact'
import { clockWords, dayWords, timeWords, zoneWords } from '../../text/time-words.ts'

/** An instant in the reader's zone, which is named; the exact one for programs and on hover. */
export function Time({ at, zone }: { at: Date; zone: string }): VNode {
  return (
    <time datetime={at.toISOString()} title={at.toISOString()}>
      {timeWords(at, zone)}
    </time>
  )
}

/** "at 14:02 (Europe/Berlin)" for what happened on the day it is now, "on Friday …" for other days. */
export function AtTime({ at, now, zone }: { at: Date; now: Date; zone: string }): VNode {
  const today = dayWords(at, zone) === dayWords(now, zone)
  return (
    <>
      {today ? 'at ' : 'on '}
      <time datetime={at.toISOString()} title={at.toISOString()}>
        {today ? `${clockWords(at, zone)} ${zoneWords(zone)}` : timeWords(at, zone)}
      </time>
    </>
  )
}

/** The day of an instant, where the hour does not matter. */
export function Day({ at, zone }: { at: Date; zone: string }): VNode {
  return (
    <time datetime={at.toISOString()} title={at.toISOString()}>
      {dayWords(at, zone)}
    </time>
  )
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
// Two days are told in hours, so that "in 1 day" never stands for 40 hours.
const HOURS_UNTIL_MS = 2 * DAY_MS
const YEAR_MS = 365.2425 * DAY_MS
const DAYS_UNTIL_MS = 2 * YEAR_MS

const distanceWords = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' })

/** "in 3 days", "2 hours ago": how far an instant lies from now. */
export function fromNow(at: Date, now: Date): string {
  const distance = at.getTime() - now.getTime()
  const size = Math.abs(distance)
  if (size < MINUTE_MS) return distance > 0 ? 'in less than a minute' : 'less than a minute ago'
  if (size < HOUR_MS) return distanceWords.format(Math.trunc(distance / MINUTE_MS), 'minute')
  if (size < HOURS_UNTIL_MS) return distanceWords.format(Math.trunc(distance / HOUR_MS), 'hour')
  if (size < DAYS_UNTIL_MS) return distanceWords.format(Math.trunc(distance / DAY_MS), 'day')
  return distanceWords.format(Math.trunc(distance / YEAR_MS), 'year')
}
