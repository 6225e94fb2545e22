import type { ComponentChildren, VNode } from 'preact'
import { intlTag } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
import { clockWords, dayWords, timeWords, withWholeDates, zoneWords } from '../../text/time-words.ts'
import { rich } from '../words/rich.tsx'

/** An instant in the reader's zone, with the zone's name; the exact instant in the markup and on hover. */
export function Time({ at, zone }: { at: Date; zone: string }): VNode {
  return (
    <time datetime={at.toISOString()} title={at.toISOString()}>
      {withWholeDates(timeWords(at, zone))}
    </time>
  )
}

export function isToday({ at, now, zone }: { at: Date; now: Date; zone: string }): boolean {
  return dayWords(at, zone) === dayWords(now, zone)
}

/** "at 14:02 (Germany Time)" for an instant on the current day, "on Friday …" for other days. */
export function AtTime({ at, now, zone }: { at: Date; now: Date; zone: string }): VNode {
  const time = (words: ComponentChildren) => (
    <time datetime={at.toISOString()} title={at.toISOString()}>
      {words}
    </time>
  )
  const clock = clockWords(at, zone)
  return (
    <>
      {isToday({ at, now, zone })
        ? rich('time.at', { time, clock, hour: Number.parseInt(clock, 10), zone: zoneWords(zone) })
        : rich('time.on', { time, whole: withWholeDates(timeWords(at, zone)) })}
    </>
  )
}

/** The distance to an instant, with the exact time on hover, on paper and in the markup. */
export function Ago({ at, on: { now, zone } }: { at: Date; on: { now: Date; zone: string } }): VNode {
  return (
    <time class="ago" datetime={at.toISOString()} title={timeWords(at, zone)}>
      {fromNow(at, now)}
    </time>
  )
}

/** The day of an instant, if the hour does not matter. */
export function Day({ at, zone }: { at: Date; zone: string }): VNode {
  return (
    <time datetime={at.toISOString()} title={at.toISOString()}>
      {withWholeDates(dayWords(at, zone))}
    </time>
  )
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
// Up to two days are given in hours, so that "in 1 day" never means 40 hours.
const HOURS_UNTIL_MS = 2 * DAY_MS
const YEAR_MS = 365.2425 * DAY_MS
const DAYS_UNTIL_MS = 2 * YEAR_MS

const distances = new Map<string, Intl.RelativeTimeFormat>()

/** ICU writes "3 日前" in Japanese, and only in its narrow style "3日前", as people do. */
const SPACED_IF_LONG = 'ja'

/** The number stays on the line of its unit. */
const BEFORE_UNIT = /(?<=\d) (?=\p{L})/u
const NO_BREAK = '\u00a0'

function distanceWords(amount: number, unit: Intl.RelativeTimeFormatUnit): string {
  const tag = intlTag(spoken())
  const style = spoken() === SPACED_IF_LONG ? 'narrow' : 'long'
  const format = distances.get(tag) ?? new Intl.RelativeTimeFormat(tag, { numeric: 'always', style })
  distances.set(tag, format)
  return format.format(amount, unit).replace(BEFORE_UNIT, NO_BREAK)
}

/** "in 3 days", "2 hours ago": the distance from now. */
export function fromNow(at: Date, now: Date): string {
  const distance = at.getTime() - now.getTime()
  const size = Math.abs(distance)
  if (size < MINUTE_MS) return t(distance > 0 ? 'time.in_under_a_minute' : 'time.under_a_minute_ago')
  if (size < HOUR_MS) return distanceWords(Math.trunc(distance / MINUTE_MS), 'minute')
  if (size < HOURS_UNTIL_MS) return distanceWords(Math.trunc(distance / HOUR_MS), 'hour')
  if (size < DAYS_UNTIL_MS) return distanceWords(Math.trunc(distance / DAY_MS), 'day')
  return distanceWords(Math.trunc(distance / YEAR_MS), 'year')
}
