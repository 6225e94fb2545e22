import { pauseAfter } from '../db/due-rows.ts'
import { type Fields, is } from '../db/row-types.ts'
import type { DisabledReason } from './webhook.ts'

/** `sent`: answered with 2xx. `failed`: no automatic retry. */
export type DeliveryStatus = 'waiting' | 'sent' | 'failed'

/** One event for one webhook, and the result of the last try. */
export type Delivery = {
  id: number
  webhook_id: number
  /** Null: a test. */
  event_id: number | null
  kind: string
  message_id: string
  status: DeliveryStatus
  attempts: number
  due_at: Date
  tried_at: Date | null
  answer_status: number | null
  error: string | null
  took_ms: number | null
  created_at: Date
}

export const DELIVERY_ROW: Fields<Delivery> = {
  id: is.integer,
  webhook_id: is.integer,
  event_id: is.nullable(is.integer),
  kind: is.text,
  message_id: is.text,
  status: is.oneOf(['waiting', 'sent', 'failed']),
  attempts: is.integer,
  due_at: is.instant,
  tried_at: is.nullable(is.instant),
  answer_status: is.nullable(is.integer),
  error: is.nullable(is.text),
  took_ms: is.nullable(is.integer),
  created_at: is.instant,
}

/** With the request and response, for admins only. */
export type ShownDelivery = Delivery & {
  /** Null: its poll hides results that it had not hidden when this was written. */
  body: string | null
  answer_body: string | null
}

export const SHOWN_DELIVERY_ROW: Fields<ShownDelivery> = {
  ...DELIVERY_ROW,
  body: is.nullable(is.text),
  answer_body: is.nullable(is.text),
}

/** The result of a try. Without a status there was no response, and `error` says why. */
export type Answer = {
  status: number | null
  body: string | null
  error: string | null
  /** The endpoint's Retry-After. */
  retry_after_ms: number | null
  took_ms: number
}

/** The decision on a delivery after a try; `disables`: on its webhook too. */
export type Verdict =
  | { is: 'sent' }
  | { is: 'waiting'; pause_ms: number }
  | { is: 'failed'; disables: DisabledReason | null }

/** What the verdict depends on besides the response. */
export type TriedFacts = {
  /** The number of tries, including this one. */
  attempts: number
  is_test: boolean
  /** Its webhook has accepted anything since it was recorded. */
  succeeded_since: boolean
  /** From 0 to 1: spreads retries after a common failure. */
  chance: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Ten tries within a little more than three days. */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
const MOST_PAUSE_MS = 24 * HOUR_MS
/** A pause is longer or shorter by up to this share of it. */
const JITTER = 0.1
const GONE = 410

/**
 * Success means 2xx only. 410 disables the webhook at once; so does a delivery whose tries all failed while
 * the webhook accepted nothing else. A test is sent once.
 */
export function judge(answer: Pick<Answer, 'status' | 'retry_after_ms'>, facts: TriedFacts): Verdict {
  const { status, retry_after_ms } = answer
  if (status !== null && status >= 200 && status < 300) return { is: 'sent' }
  if (status === GONE) return { is: 'failed', disables: 'gone' }
  if (facts.is_test) return { is: 'failed', disables: null }
  const planned_ms = pauseAfter(PAUSES_MS, facts.attempts)
  if (planned_ms === null) return { is: 'failed', disables: facts.succeeded_since ? null : 'failing' }
  const spread_ms = Math.round(planned_ms * (1 + JITTER * (2 * facts.chance - 1)))
  return { is: 'waiting', pause_ms: Math.max(spread_ms, Math.min(retry_after_ms ?? 0, MOST_PAUSE_MS)) }
}

/** The pause in a Retry-After header: seconds, or an HTTP date. Null: not readable. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS
  const at = /GMT$/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
