import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { UndeliveredInvitation } from '../../mail/load-group-outbox.ts'
import { Flash } from '../parts/flash-part.tsx'
import { rich } from '../words/rich.tsx'

type Props = { of: UndeliveredInvitation | undefined; handle: string }

/** In a list, beside somebody whose invitation did not arrive: what the mail server said. */
export function UndeliveredLine({ of, handle }: Props): VNode | null {
  return of === undefined ? null : (
    <p class="small disagree">
      <ServerSaid of={of} handle={handle} />
    </p>
  )
}

/** The same on the person's page, with what an admin can do. */
export function UndeliveredNote({ of, handle }: Props): VNode | null {
  if (of === undefined) return null
  return (
    <Flash title={t(of.failed ? 'member.not_delivered' : 'member.not_delivered_yet')} tone="plain">
      <p>
        <ServerSaid of={of} handle={handle} />
      </p>
      <p>{t(of.failed ? 'member.not_delivered_steps' : 'member.not_delivered_yet_steps')}</p>
    </Flash>
  )
}

function ServerSaid({ of, handle }: { of: UndeliveredInvitation; handle: string }): VNode {
  const link = (text: ComponentChildren) => <a href={`/g/${handle}/outbox/${of.mail_id}`}>{text}</a>
  const said = { error: <bdi>{of.error}</bdi>, link }
  return <>{rich(of.failed ? 'member.email_refused' : 'member.email_retried', said)}</>
}
