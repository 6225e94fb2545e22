import type { VNode } from 'preact'
import type { GroupVisit } from '../../groups/load-group-visit.ts'
import { spoken, t } from '../../locales/say.ts'
import { loadMailWorks } from '../../mail/load-mail-setup.ts'
import { sendsMail } from '../request/asked-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { EmailLine } from '../visits/email-note-part.tsx'
import type { Entry } from '../visits/group-door.ts'

type Done = boolean | 'untried' | 'refused'

/** Whether a mail server is set up, and has sent mails. */
export type MailsDone = Done

/** For admins of a group whose first steps are not done. `drafts`: how many its page lists. */
export async function loadMailsDone(
  exchange: Exchange,
  visit: GroupVisit,
  drafts: number,
): Promise<MailsDone> {
  if (!sendsMail(exchange)) return false
  if (!visit.abilities.includes('administer') || isStarted(visit.in_group.counts, drafts)) return true
  const found = await loadMailWorks(exchange.services.db.pool)
  return found === 'sent' ? true : found
}

type Counts = GroupVisit['in_group']['counts']

/** The mail server may be set up later. */
function isStarted(counts: Counts, drafts: number): boolean {
  return counts.memberships > 1 && counts.discussions > 0 && hasPolls(counts, drafts)
}

/** Whether a poll was ever started: a draft is none yet. */
const hasPolls = ({ polls }: Counts, drafts: number) => polls > drafts

type Props = { entry: Pick<Entry, 'visit' | 'handle'>; drafts: number; mails: MailsDone }

/**
 * The first steps of a new group, for its admins. Of a group that has taken all others, only that emails
 * wait: nobody there is told of anything. Null: they are done.
 */
export function Checklist({ entry, drafts, mails }: Props): VNode | null {
  const { handle, visit } = entry
  const { group, counts } = visit.in_group
  if (isStarted(counts, drafts)) return mails === false ? <EmailLine unsent={0} handle={handle} /> : null
  const languages =
    group.locale === null && spoken() !== 'en'
      ? [{ label: t('group.set_language'), href: `/g/${handle}/settings`, done: false }]
      : []
  const steps: StepProps[] = [
    ...languages,
    { label: t('group.invite'), href: `/g/${handle}/invite`, done: counts.memberships > 1 },
    { label: t('group.start_thread'), href: `/g/${handle}/new-thread`, done: counts.discussions > 0 },
    { label: t('group.start_poll'), href: `/new-poll?group=${handle}`, done: hasPolls(counts, drafts) },
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
