import type { VNode } from 'preact'
import { choiceLimits, type Poll, type PollSettings } from '../../polls/poll.ts'
import { pageOf } from './index.ts'

/** Instructions for the voter. */
export function ballotWords(poll: Poll, options: number): string {
  return pageOf(poll.poll_type).ballot.asks(poll, options, choiceLimits(poll, options))
}

/** What a voter does on a ballot, in a sentence. */
export function howToVote(poll: PollSettings, options: number): string {
  return pageOf(poll.poll_type).ballot.told(poll, options, choiceLimits(poll, options))
}

/** The same. Null: there are no options yet, as where voters add them. */
export function HowToVote({ poll, options }: { poll: PollSettings; options: number }): VNode | null {
  return options === 0 ? null : <p>{howToVote(poll, options)}</p>
}
