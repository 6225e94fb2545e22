import type { ComponentChildren, VNode } from 'preact'
import { intlTag } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
import {
  clockWords,
  daysApart,
  dayWords,
  timeWords,
  withWholeDates,
  zoneWords,
} from '../../text/time-words.ts'
import { rich } from '../words/rich.tsx'

type Instant = { at: Date; zone: string }

/** Words for an instant: the instant in the markup, and on hover the whole time in the reader's zone. */
function Moment({ at, zone, children }: Instant & { children: ComponentChildren }): VNode {
  return (
    <time datetime={at.toISOString()} title={timeWords(at, zone)}>
      {children}
    </time>
  )
}

/** An instant in the reader's zone, with the zone's name: nothing is left to say on hover. */
export function Time({ at, zone }: Instant): VNode {
  return <time datetime={at.toISOString()}>{withWholeDates(timeWords(at, zone))}</time>
}

/** The current time, and the reader's time zone. */
export type ReadersClock = { now: Date; zone: string }

export function isToday({ at, now, zone }: { at: Date; now: Date; zone: string }): boolean {
  return dayWords(at, zone) === dayWords(now, zone)
}

/** "at 14:02 (Germany Time)" for an instant on the current day, "on Friday …" for other days. */
export function AtTime({ at, now, zone }: { at: Date; now: Date; zone: string }): VNode {
  const time = (words: ComponentChildren) => (
    <Moment at={at} zone={zone}>
      {words}
    </Moment>
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

/** The distance to an instant, with the exact time on hover and in the markup; on paper only that time. */
export function Ago({ at, on }: { at: Date; on: ReadersClock }): VNode {
  return (
    <time class="ago" datetime={at.toISOString()} title={timeWords(at, on.zone)}>
      <span class="on-screen">{fromNow(at, on)}</span>
    </time>
  )
}

/**
 * The distance to an instant, in a sentence that has the exact time too. A script keeps it true; screen
 * readers need not hear that.
 */
export function Distance({ at, on }: { at: Date; on: ReadersClock }): VNode {
  return (
    <span data-from-now={at.toISOString()} aria-live="off">
      {fromNow(at, on)}
    </span>
  )
}

/** The words that such a script needs. */
export function distanceAttributes() {
  return {
    'data-soon': t('time.in_under_a_minute'),
    'data-just-now': t('time.under_a_minute_ago'),
    'data-tag': intlTag(spoken()),
    'data-unit': distanceStyle(),
  }
}

/**
 * The day of an instant, if the hour does not matter. Before a full stop a message needs its words, so it is
 * called there instead of left to be drawn: a Ukrainian day ends in a full stop itself ("2026 р.").
 */
export function Day({ at, zone }: Instant): VNode {
  return (
    <Moment at={at} zone={zone}>
      {withWholeDates(dayWords(at, zone))}
    </Moment>
  )
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const YEAR_MS = 365.2425 * 24 * HOUR_MS
const HOUR_MINUTES = 60
/** Two days are given in hours, so that "in 1 day" never means 40 hours. */
const MOST_HOURS = 48
const MOST_DAYS = 730

const distances = new Map<string, Intl.RelativeTimeFormat>()

/** ICU writes "3 日前" in Japanese, and only in its narrow style "3日前", as people do. */
const SPACED_IF_LONG = 'ja'

/** The number stays on the line of its unit. */
const BEFORE_UNIT = /(?<=\d) (?=\p{L})/u
const NO_BREAK = '\u00a0'

const distanceStyle = () => (spoken() === SPACED_IF_LONG ? 'narrow' : 'long')

function distanceWords(amount: number, unit: Intl.RelativeTimeFormatUnit): string {
  const tag = intlTag(spoken())
  const format =
    distances.get(tag) ?? new Intl.RelativeTimeFormat(tag, { numeric: 'always', style: distanceStyle() })
  distances.set(tag, format)
  return format.format(amount, unit).replace(BEFORE_UNIT, NO_BREAK)
}

/**
 * "in 3 days", "2 hours ago": the distance from now. From two days on it counts days as people do: by the
 * calendar of the reader's zone.
 */
export function fromNow(at: Date, { now, zone }: ReadersClock): string {
  const distance = at.getTime() - now.getTime()
  const size = Math.abs(distance)
  if (size < MINUTE_MS) return t(distance > 0 ? 'time.in_under_a_minute' : 'time.under_a_minute_ago')
  const sign = Math.sign(distance)
  const minutes = Math.round(size / MINUTE_MS)
  if (minutes < HOUR_MINUTES) return distanceWords(sign * minutes, 'minute')
  const hours = Math.round(size / HOUR_MS)
  const days = hours < MOST_HOURS ? 0 : daysApart(now, at, zone)
  if (Math.abs(days) < 2) return distanceWords(sign * hours, 'hour')
  if (Math.abs(days) < MOST_DAYS) return distanceWords(days, 'day')
  return distanceWords(sign * Math.round(size / YEAR_MS), 'year')
}
