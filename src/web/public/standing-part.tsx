import type { VNode } from 'preact'
import { type Poll, pollState } from '../../polls/poll.ts'
import { Distance, Time } from '../parts/date-part.tsx'
import { rich } from '../words/rich.tsx'

/** Until when a poll is open, or since when it is closed. */
export function Standing({ poll, now, zone }: { poll: Poll; now: Date; zone: string }): VNode | null {
  const state = pollState(poll, now)
  if (state.is === 'draft') return null
  const at = state.is === 'open' ? state.until : state.at
  const words = state.is === 'open' ? 'thread.closes' : 'thread.voting_closed'
  const time = <Time at={at} zone={zone} />
  return (
    <>
      <span class="on-screen">
        {rich(words, { distance: <Distance at={at} on={{ now, zone }} />, time })}
      </span>
      <StandingOnPaper is_open={state.is === 'open'} at={at} zone={zone} />
    </>
  )
}

/** The same without the distance: paper is read on other days. */
export function StandingOnPaper({ is_open, at, zone }: { is_open: boolean; at: Date; zone: string }): VNode {
  const time = <Time at={at} zone={zone} />
  return (
    <span class="on-paper">
      {is_open ? rich('mail.closes_on', { closing: time }) : rich('poll.closed_on', { time })}
    </span>
  )
}
