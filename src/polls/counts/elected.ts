import type { LoadedPoll } from '../load-poll.ts'
import { isFinal, type Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'

/** The facts that determine it. */
export type Counted = Pick<LoadedPoll, 'poll' | 'options' | 'results' | 'now'>

/**
 * The options that a poll elected, in the order of their election. None while voting is open, while this
 * viewer may not see the results, and before a closing is counted.
 */
export function electedOptions({ poll, options, results, now }: Counted): PollOption[] {
  if (!isCounted(poll) || !results.shown || !isFinal(poll, now)) return []
  return (poll.elected_slots ?? []).flatMap((slot) => options.filter((option) => option.slot === slot))
}

/** Whether the poll's last closing is counted. */
export function isCounted({ elected_at, closed_at }: Pick<Poll, 'elected_at' | 'closed_at'>): boolean {
  return elected_at !== null && elected_at.getTime() === closed_at?.getTime()
}
