import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { zoneName } from '../../text/time-words.ts'
import { hasHours } from './meeting-days.ts'

type Props = { options: Pick<PollOption, 'name'>[]; zone: string }

/** The time zone of all times in a list, if it matters: it may be the author's. */
export function ZoneNote({ options, zone }: Props): VNode | null {
  if (!hasHours(options)) return null
  return <p class="small quiet">{t('ballot.zone', { zone: zoneName(zone) })}</p>
}
