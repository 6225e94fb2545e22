import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { typeName } from '../../polls/poll-words.ts'
import { DRAFT_KEPT_DAYS } from '../../users/drafts/draft.ts'
import { Ago } from '../parts/date-part.tsx'
import { rich } from '../words/rich.tsx'
import type { BegunPoll } from './poll-drafts.ts'

type At = { now: Date; zone: string }

/** The forms of polls that the reader has not sent yet. */
export function BegunPolls({ polls, at }: { polls: BegunPoll[]; at: At }): VNode | null {
  if (polls.length === 0) return null
  return (
    <section class="stack" aria-labelledby="begun">
      <h2 id="begun">{t('group.begun_polls')}</h2>
      <p class="small quiet">{t('group.begun_about', { days: DRAFT_KEPT_DAYS })}</p>
      <ul class="list bare">
        {polls.map((poll) => (
          <li key={poll.path}>
            <a href={poll.path}>
              <bdi>{poll.title === '' ? t('group.begun_untitled') : poll.title}</bdi>
            </a>
            <p class="small quiet">
              <Begun poll={poll} at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Begun({ poll: { type, thread, saved_at }, at }: { poll: BegunPoll; at: At }): ComponentChildren {
  const facts = { type: typeName(type), when: <Ago at={saved_at} on={at} /> }
  return thread === null
    ? rich('group.poll_begun', facts)
    : rich('group.poll_begun_in', { ...facts, thread: <bdi>{thread.title}</bdi> })
}
