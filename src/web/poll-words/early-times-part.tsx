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
}

/**
 * Says which proposed times have passed already, and that voting closes after others, if it does: the result
 * would come too late for them.
 */
export function EarlyTimes({ poll, names, zone, now }: Props): VNode | null {
  const over = timesOver(poll, names, { zone, now })
  const early = timesBeforeClosing(poll, names, zone).filter((name) => !over.includes(name))
  const told = [...overWords(poll, over, zone), ...earlyWords(poll, { early, names, zone })]
  return told.length === 0 ? null : <p class="note small">{sentences(told)}</p>
}

function overWords({ poll_type }: Props['poll'], over: string[], zone: string): string[] {
  const [first] = over
  if (first === undefined) return []
  return [t('poll.past_times_proposed', { count: over.length, first: listedLabel(poll_type, first, zone) })]
}

type Early = Pick<Props, 'names' | 'zone'> & { early: string[] }

function earlyWords({ poll_type }: Props['poll'], { early, names, zone }: Early): string[] {
  const [first] = early
  if (first === undefined) return []
  if (early.length === names.length) return [t('poll.all_times_early')]
  return [t('poll.some_times_early', { count: early.length, first: listedLabel(poll_type, first, zone) })]
}
