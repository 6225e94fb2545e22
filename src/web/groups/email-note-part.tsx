import type { VNode } from 'preact'
import { countWaitingMails } from '../../mail/load-group-outbox.ts'
import { count } from '../../text/counted.ts'
import { Flash } from '../parts/flash-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import type { Entry } from '../visits/group-door.ts'

/** How many of the group's mails wait for a mail server. Null: there is one, or this is no admin's affair. */
export async function loadUnsent({ services }: Exchange, { visit }: Entry): Promise<number | null> {
  if (services.config.smtp_url !== null || !visit.abilities.includes('administer')) return null
  return countWaitingMails(services.db.pool, visit.in_group.group.id)
}

/** Says to admins that nothing is sent, and where the links are. */
export function EmailNote({ unsent, handle }: { unsent: number | null; handle: string }): VNode | null {
  if (unsent === null) return null
  const waiting = `${count(unsent, 'message is', 'messages are')} waiting`
  return (
    <Flash title={unsent === 0 ? 'Email is not set up.' : `Email is not set up: ${waiting}.`} tone="plain">
      <p>
        Nobody gets mail from this service until whoever runs it sets SMTP_URL. Until then messages wait in
        the <a href={`/g/${handle}/outbox?status=waiting`}>outbox</a>: open one to copy its link, and hand it
        on yourself.
      </p>
    </Flash>
  )
}
