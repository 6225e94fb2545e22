import type { VNode } from 'preact'
import type { GroupVisit } from '../../groups/load-group-visit.ts'
import { spoken, t } from '../../locales/say.ts'
import { loadMailWorks } from '../../mail/load-mail-setup.ts'
import { sendsMail } from '../request/asked-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { EmailLine } from '../visits/email-note-part.tsx'

type Done = boolean | 'untried' | 'refused'

/** Whether a mail server is set up, and has sent mails. */
export type MailsDone = Done

/** For admins of a group whose first steps are not done. */
export async function loadMailsDone(exchange: Exchange, visit: GroupVisit): Promise<MailsDone> {
  if (!sendsMail(exchange)) return false
  if (!visit.abilities.includes('administer') || isStarted(visit.in_group.counts)) return true
  const found = await loadMailWorks(exchange.services.db.pool)
  return found === 'sent' ? true : found
}

type Counts = GroupVisit['in_group']['counts']

/** The mail server may be set up later. */
function isStarted({ memberships, discussions, polls }: Counts): boolean {
  return memberships > 1 && discussions > 0 && polls > 0
}

type Props = { handle: string; in_group: GroupVisit['in_group']; mails: MailsDone }

/**
 * The first steps of a new group, for its admins. Of a group that has taken all others, only that emails
 * wait: nobody there is told of anything. Null: they are done.
 */
export function Checklist({ handle, in_group: { group, counts }, mails }: Props): VNode | null {
  if (isStarted(counts)) return mails === false ? <EmailLine unsent={0} handle={handle} /> : null
  const languages =
    group.locale === null && spoken() !== 'en'
      ? [{ label: t('group.set_language'), href: `/g/${handle}/settings`, done: false }]
      : []
  const steps: StepProps[] = [
    ...languages,
    { label: t('group.invite'), href: `/g/${handle}/invite`, done: counts.memberships > 1 },
    { label: t('group.start_thread'), href: `/g/${handle}/new-thread`, done: counts.discussions > 0 },
    { label: t('group.start_poll'), href: `/new-poll?group=${handle}`, done: counts.polls > 0 },
    { label: t('group.set_up_email'), href: `/g/${handle}/outbox`, done: mails },
  ]
  return (
    <section class="sheeted stack" aria-labelledby="first-steps">
      <h2 id="first-steps">{t('group.first_steps')}</h2>
      <ul class="checklist bare">
        {steps.map((step) => (
          <Step key={step.label} {...step} />
        ))}
      </ul>
    </section>
  )
}

const MAILS = { untried: 'group.email_untried', refused: 'group.email_refused' } as const

type StepProps = { label: string; href: string; done: Done }

function Step({ label, href, done }: StepProps): VNode {
  return (
    <li class={done === true ? 'agree' : 'quiet'}>
      <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="2.25" aria-hidden="true">
        {done === true ? <path d="M2 8.5 6 13 14 3" /> : <circle cx="8" cy="8" r="6" />}
      </svg>
      {done === true ? (
        <span>{t('group.step_done', { step: label })}</span>
      ) : (
        <a href={href}>{done === false ? label : t(MAILS[done], { step: label })}</a>
      )}
    </li>
  )
}
