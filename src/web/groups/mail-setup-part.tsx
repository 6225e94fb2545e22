import type { ComponentChildren, VNode } from 'preact'
import type { GroupFacts } from '../../groups/group-facts.ts'
import { t } from '../../locales/say.ts'
import type { MailSetup, Trial } from '../../mail/load-mail-setup.ts'
import { Ago } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { isRefused, LinksToJoin } from '../visits/email-note-part.tsx'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'

/** The settings of a mail server, on the command that starts the service. */
const SET_UP = `SMTP_URL='smtps://name:password@mail.example.org' \\
MAIL_FROM='Folkmoot <moot@example.org>' npm start`

type NoServer = { waiting: number; in_group: GroupFacts }

/** How to set up a mail server, while mails wait for one. */
export function NoMailServer({ waiting, in_group }: NoServer): VNode {
  return (
    <Flash title={t('visit.no_email', { waiting })} tone="plain">
      <p>{t('outbox.set_up')}</p>
      <div class="whole">
        <pre {...AS_IS}>
          <code>{SET_UP}</code>
        </pre>
      </div>
      <LinksToJoin in_group={in_group} />
    </Flash>
  )
}

type On = { now: Date; zone: string }

/** How mails are sent, and a button to try it; `action`: where its form goes. */
export function MailSetupPart({ setup, on, action }: { setup: MailSetup; on: On; action: string }): VNode {
  const { host, from } = setup
  const address = <span {...AS_IS}>{from}</span>
  return (
    <section class="sheeted stack" aria-labelledby="setup">
      <h2 id="setup">{t('outbox.setup')}</h2>
      <p>
        {host === null
          ? rich('outbox.sent_as', { address })
          : rich('outbox.sent_through', { address, host: <span {...AS_IS}>{host}</span> })}
      </p>
      <Tried setup={setup} on={on} />
      <PostForm action={action}>
        <Once />
        <button class="button plain" type="submit">
          {t('outbox.try')}
        </button>
      </PostForm>
    </section>
  )
}

/** What is known of earlier mails. While mails are refused, those that were sent before prove nothing. */
function Tried({ setup: { used, trial, refusal }, on }: { setup: MailSetup; on: On }): VNode | null {
  const refuses = isRefused(refusal)
  if (trial !== null) return refuses && trial.status === 'sent' ? null : <p>{trialWords(trial, on)}</p>
  return refuses ? null : <p>{t(used ? 'outbox.used' : 'outbox.untried')}</p>
}

function trialWords({ status, last_error, at }: Trial, on: On): ComponentChildren {
  const when = <Ago at={at} on={on} />
  if (status === 'sent') return rich('outbox.trial_sent', { when })
  if (last_error === null) return t('outbox.trial_waits')
  const error = <bdi>{last_error}</bdi>
  return rich(status === 'failed' ? 'outbox.trial_failed' : 'outbox.trial_retried', { error })
}
