import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { UndeliveredInvitation } from '../../mail/load-group-outbox.ts'
import { Flash } from '../parts/flash-part.tsx'
import { rich } from '../words/rich.tsx'

type Of = UndeliveredInvitation | undefined

/** In a list, beside somebody whose invitation did not arrive: what the mail server said. */
export function UndeliveredLine({ of }: { of: Of }): VNode | null {
  // The person's page leads to the mail.
  return of === undefined ? null : (
    <p class="small disagree">
      {serverSaid(of, (text) => (
        <>{text}</>
      ))}
    </p>
  )
}

/** In a list, beside somebody who is invited and stopped the emails of the group. */
export function StoppedLine(): VNode {
  return <p class="small disagree">{t('member.no_emails')}</p>
}

/** The same as `UndeliveredLine` on the person's page, with what an admin can do. */
export function UndeliveredNote({ of, handle }: { of: Of; handle: string }): VNode | null {
  if (of === undefined) return null
  return (
    <Flash title={t(of.failed ? 'member.not_delivered' : 'member.not_delivered_yet')} tone="plain">
      <p>
        {serverSaid(of, (text) => (
          <a href={`/g/${handle}/outbox/${of.mail_id}`}>{text}</a>
        ))}
      </p>
      <p>{t(of.failed ? 'member.not_delivered_steps' : 'member.not_delivered_yet_steps')}</p>
    </Flash>
  )
}

type Link = (text: ComponentChildren) => VNode

function serverSaid({ failed, error }: UndeliveredInvitation, link: Link): ComponentChildren {
  return rich(failed ? 'member.email_refused' : 'member.email_retried', { error: <bdi>{error}</bdi>, link })
}
