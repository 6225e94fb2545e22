import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { zoneName } from '../../text/time-words.ts'
import { hasHours } from './meeting-days.ts'

type Props = { options: Pick<PollOption, 'name'>[]; zone: string }

/** The time zone of all times in a list, if it matters: readers of the paper have their own. */
export function ZoneNote({ options, zone }: Props): VNode | null {
  if (!hasHours(options)) return null
  const named = { zone: zoneName(zone) }
  return (
    <p class="small quiet">
      <span class="on-screen">{t('ballot.zone', named)}</span>
      <span class="on-paper">{t('ballot.zone_on_paper', named)}</span>
    </p>
  )
}
