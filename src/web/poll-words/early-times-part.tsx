import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { timesBeforeClosing, timesOver } from '../../polls/types/proposed-times.ts'
import { listedLabel } from './poll-words.ts'

type Props = {
  poll: Pick<PollSettings, 'poll_type' | 'closing_at'>
  names: readonly string[]
  zone: string
  now: Date
  /** Which of them it is about; by default all. */
  told?: readonly string[]
  /** Whether they can still be replaced: not once the poll has them. */
  replaceable?: true
}

/**
 * Says which proposed times have passed already, and that voting closes after others, if it does: the result
 * would come too late for them.
 */
export function EarlyTimes({ poll, names, zone, now, told = names, replaceable }: Props): VNode | null {
  const over = timesOver(poll, told, { zone, now })
  const early = timesBeforeClosing(poll, told, zone).filter((name) => !over.includes(name))
  const words = [
    ...overWords(poll, over, zone),
    ...(replaceable && over.length > 0 ? [t('poll.propose_later', { count: over.length })] : []),
    ...earlyWords(poll, { early, names, zone, now }),
  ]
  return words.length === 0 ? null : <p class="note small">{sentences(words)}</p>
}

function overWords({ poll_type }: Props['poll'], over: string[], zone: string): string[] {
  const [first] = over
  if (first === undefined) return []
  return [t('poll.past_times_proposed', { count: over.length, first: listedLabel(poll_type, first, zone) })]
}

type Early = Pick<Props, 'names' | 'zone' | 'now'> & { early: string[] }

function earlyWords(poll: Props['poll'], { early, names, zone, now }: Early): string[] {
  const [first] = early
  if (first === undefined) return []
  const over = timesOver(poll, names, { zone, now })
  const left = names.filter((name) => !over.includes(name))
  const before = timesBeforeClosing(poll, left, zone)
  if (before.length === left.length)
    return [t(over.length === 0 ? 'poll.all_times_early' : 'poll.left_times_early', { count: left.length })]
  const label = listedLabel(poll.poll_type, first, zone)
  return [t('poll.some_times_early', { count: early.length, first: label })]
}
