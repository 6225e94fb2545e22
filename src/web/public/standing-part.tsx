import type { VNode } from 'preact'
import { type Poll, pollState } from '../../polls/poll.ts'
import { fromNow, Time } from '../parts/date-part.tsx'
import { rich } from '../words/rich.tsx'

/** Until when a public poll is open, or since when it is closed. */
export function Standing({ poll, now, zone }: { poll: Poll; now: Date; zone: string }): VNode | null {
  const state = pollState(poll, now)
  if (state.is === 'draft') return null
  const at = state.is === 'open' ? state.until : state.at
  const words = state.is === 'open' ? 'thread.closes' : 'thread.voting_closed'
  return <>{rich(words, { distance: fromNow(at, { now, zone }), time: <Time at={at} zone={zone} /> })}</>
}
