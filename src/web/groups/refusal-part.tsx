import type { VNode } from 'preact'
import type { GroupVisit } from '../../groups/load-group-visit.ts'
import { t } from '../../locales/say.ts'
import { type GroupRefusal, loadGroupRefusal } from '../../mail/refusals/load-refusals.ts'
import { Flash } from '../parts/flash-part.tsx'
import { sendsMail } from '../request/asked-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { rich } from '../words/rich.tsx'

/** Mails of the group that the mail server refuses now. Null: none, or the visitor is not an admin. */
export async function loadRefusal(
  exchange: Exchange,
  { in_group, abilities }: GroupVisit,
): Promise<GroupRefusal | null> {
  if (!sendsMail(exchange) || !abilities.includes('administer')) return null
  return loadGroupRefusal(exchange.services.db.pool, in_group.group.id)
}

/** How many mails wait, with the mail server's last words. */
export function RefusalNote({ refusal: { waiting, error } }: { refusal: GroupRefusal }): VNode {
  return (
    <Flash title={t('outbox.refused', { waiting })} tone="plain">
      <p>{rich('outbox.refused_about', { error: <bdi>{error}</bdi> })}</p>
    </Flash>
  )
}

/** The same in one line, with a link to the mails. */
export function RefusalLine({ handle }: { handle: string }): VNode {
  return (
    <p class="note">
      {rich('group.mails_refused_line', {
        link: (text) => <a href={`/g/${handle}/outbox?status=waiting`}>{text}</a>,
      })}
    </p>
  )
}
