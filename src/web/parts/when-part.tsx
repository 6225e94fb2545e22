import type { VNode } from 'preact'
import { timeWords, withWholeDates } from '../../text/time-words.ts'
import { fromNow } from './date-part.tsx'

/** The current time, and the reader's time zone. */
export type ReadersClock = { now: Date; zone: string }

/** How long ago something happened, as a link to it, with the exact time on hover and focus. */
export function When({ at, on, href }: { at: Date; on: ReadersClock; href: string }): VNode {
  return (
    <a class="when" href={href}>
      <time datetime={at.toISOString()}>{fromNow(at, on.now)}</time>
      <span class="exact">{withWholeDates(timeWords(at, on.zone))}</span>
    </a>
  )
}
