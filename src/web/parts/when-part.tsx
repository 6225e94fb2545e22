import type { VNode } from 'preact'
import { timeWords, withWholeDates } from '../../text/time-words.ts'
import { fromNow, type ReadersClock } from './date-part.tsx'

export type { ReadersClock }

/** How long ago something happened, as a link to it, with the exact time on hover and focus. */
export function When({ at, on, href }: { at: Date; on: ReadersClock; href: string }): VNode {
  return (
    <a class="when" href={href}>
      <time datetime={at.toISOString()}>{fromNow(at, on)}</time>
      <span class="exact">{withWholeDates(timeWords(at, on.zone))}</span>
    </a>
  )
}
