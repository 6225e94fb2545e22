import type { ComponentChildren, VNode } from 'preact'
import type { GroupVisit } from '../../groups/load-group-visit.ts'
import { t } from '../../locales/say.ts'
import { type GroupRefusal, loadGroupRefusal } from '../../mail/refusals/load-refusals.ts'
import { Flash } from '../parts/flash-part.tsx'
import { sendsMail } from '../request/asked-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { rich, richSentences } from '../words/rich.tsx'

/** Mails of the group that the mail server refuses. Null: none, or the visitor is not an admin. */
export async function loadRefusal(
  exchange: Exchange,
  { in_group, abilities }: GroupVisit,
): Promise<GroupRefusal | null> {
  if (!sendsMail(exchange) || !abilities.includes('administer')) return null
  return loadGroupRefusal(exchange.services.db.pool, in_group.group.id)
}

/** How many mails wait or have failed, with the mail server's last words. */
export function RefusalNote({ refusal: { are, mails, error } }: { refusal: GroupRefusal }): VNode {
  const about = { error: <bdi>{error}</bdi> }
  return are === 'waiting' ? (
    <Flash title={t('outbox.refused', { waiting: mails })} tone="plain">
      <p>{rich('outbox.refused_about', about)}</p>
    </Flash>
  ) : (
    <Flash title={t('outbox.given_up', { failed: mails })} tone="plain">
      <p>{rich('outbox.given_up_about', about)}</p>
    </Flash>
  )
}

/** The same in brief, with a link to the mails. */
export function RefusalLine({ refusal, handle }: { refusal: GroupRefusal; handle: string }): VNode {
  const { are, mails, error } = refusal
  const link = (text: ComponentChildren) => <a href={`/g/${handle}/outbox?status=${are}`}>{text}</a>
  return (
    <p class="note">
      {are === 'waiting'
        ? rich('group.mails_refused_line', { link })
        : richSentences([
            t('outbox.given_up', { failed: mails }),
            rich('group.mails_given_up_line', { link, error: <bdi>{error}</bdi> }),
          ])}
    </p>
  )
}
