import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { timesBeforeClosing } from '../../polls/types/proposed-times.ts'
import { listedLabel } from './poll-words.ts'

type Props = { poll: Pick<PollSettings, 'poll_type' | 'closing_at'>; names: readonly string[]; zone: string }

/** Says that voting closes after proposed times, if it does: the result would come too late for them. */
export function EarlyTimes({ poll, names, zone }: Props): VNode | null {
  const [earliest, ...others] = timesBeforeClosing(poll, names, zone)
  if (earliest === undefined) return null
  const count = others.length + 1
  return (
    <p class="note small">
      {count === names.length
        ? t('poll.all_times_early')
        : t('poll.some_times_early', { count, first: listedLabel(poll.poll_type, earliest, zone) })}
    </p>
  )
}
