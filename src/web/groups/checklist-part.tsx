import type { VNode } from 'preact'
import type { GroupCounts } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'

type Props = {
  handle: string
  counts: Pick<GroupCounts, 'memberships' | 'discussions' | 'polls'>
  /** Whether a mail server is set up. */
  mails: boolean
}

/** The first steps of a new group, for its admins. Null: they are done; mail may be set up later. */
export function Checklist({ handle, counts, mails }: Props): VNode | null {
  const steps = [
    { label: t('group.invite'), href: `/g/${handle}/invite`, done: counts.memberships > 1 },
    { label: t('group.start_thread'), href: `/g/${handle}/new-thread`, done: counts.discussions > 0 },
    { label: t('group.start_poll'), href: `/new-poll?group=${handle}`, done: counts.polls > 0 },
  ]
  if (steps.every(({ done }) => done)) return null
  return (
    <section class="sheeted stack" aria-labelledby="first-steps">
      <h2 id="first-steps">{t('group.first_steps')}</h2>
      <ul class="checklist bare">
        {[...steps, { label: t('group.set_up_email'), href: `/g/${handle}/outbox`, done: mails }].map(
          (step) => (
            <Step key={step.label} {...step} />
          ),
        )}
      </ul>
    </section>
  )
}

function Step({ label, href, done }: { label: string; href: string; done: boolean }): VNode {
  return (
    <li class={done ? 'agree' : 'quiet'}>
      <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="2.25" aria-hidden="true">
        {done ? <path d="M2 8.5 6 13 14 3" /> : <circle cx="8" cy="8" r="6" />}
      </svg>
      {done ? <span>{t('group.step_done', { step: label })}</span> : <a href={href}>{label}</a>}
    </li>
  )
}
