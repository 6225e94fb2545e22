import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { isElection, methodOf } from '../../polls/counts/methods.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { closedEarly } from '../../polls/past/poll-past.ts'
import { type Poll, pollState } from '../../polls/poll.ts'
import { peopleWanted } from '../../polls/results/wanted.ts'
import { Time } from '../parts/date-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { deadlineWords } from '../poll-words/past-words.tsx'

/**
 * `fingerprint`: of the closed poll's question and rules; null: it has none. `again`: the address of the form
 * of another poll like it, for people who may start one. `link`: the poll's URL.
 */
type Props = {
  loaded: LoadedPoll
  zone: string
  fingerprint: string | null
  again: string | null
  link: string | null
}

/**
 * The facts beside a poll. The closing time, the fingerprint, the URL and the turnout of shown results are
 * for print only: on screen, the text or the browser says them.
 */
export function PollFacts({ loaded, zone, fingerprint, again, link }: Props): VNode {
  const { poll, author, voters_count, decided_count, results } = loaded
  const said = results.shown && decided_count > 0 ? 'on-paper' : undefined
  return (
    <dl class="facts">
      <dt>{t('poll.asked_by')}</dt>
      <dd>
        <Person user={author} />
      </dd>
      <Voting loaded={loaded} zone={zone} />
      <Wanted poll={poll} />
      <Counting poll={poll} />
      {pollState(poll, loaded.now).is !== 'draft' && (
        <>
          <dt class={said}>{t('poll.turnout')}</dt>
          <dd class={said}>{t('poll.turnout_of', { cast: decided_count, ballots: voters_count })}</dd>
        </>
      )}
      {fingerprint !== null && (
        <>
          <dt class="on-paper">{t('mail.fact_fingerprint')}</dt>
          <dd class="on-paper">
            <code dir="ltr">{fingerprint}</code>
          </dd>
        </>
      )}
      {link !== null && pollState(poll, loaded.now).is !== 'draft' && (
        <>
          <dt class="on-paper">{t('poll.link')}</dt>
          <dd class="on-paper" dir="ltr">
            {link}
          </dd>
        </>
      )}
      <dd class="on-screen">
        <a href={`/p/${poll.key}/audit`}>{t('poll.who_got_ballot')}</a>
      </dd>
      {again !== null && (
        <dd class="on-screen">
          <a href={again}>{t('poll.use_again')}</a>
        </dd>
      )}
    </dl>
  )
}

/** How many people a poll wants. */
function Wanted({ poll }: { poll: Poll }): VNode | null {
  const wanted = peopleWanted(poll)
  if (wanted === null) return null
  return (
    <>
      <dt>{t('poll_form.wanted')}</dt>
      <dd>{t('count.number', { number: wanted })}</dd>
    </>
  )
}

/** How the poll elects, where its author chose it. */
function Counting({ poll }: { poll: Poll }): VNode | null {
  const method = methodOf(poll)
  if (method === null || !isElection(poll)) return null
  return (
    <>
      <dt>{t('poll_form.count_method')}</dt>
      <dd>
        <a href={`/help/counting#${method}`}>{t(`method.${method}`)}</a>
      </dd>
      {poll.seats > 1 && (
        <>
          <dt>{t('poll_form.seats')}</dt>
          <dd>{t('poll_form.line_seats', { seats: poll.seats })}</dd>
        </>
      )}
      {poll.budget !== null && (
        <>
          <dt>{t('poll_form.budget')}</dt>
          <dd>{t('count.number', { number: poll.budget })}</dd>
        </>
      )}
    </>
  )
}

function Voting({ loaded: { poll, now }, zone }: { loaded: LoadedPoll; zone: string }): VNode {
  const state = pollState(poll, now)
  const early = closedEarly(poll)
  switch (state.is) {
    case 'draft':
      return (
        <>
          <dt class="on-paper">{t('poll.voting')}</dt>
          <dd class="on-paper">{t('poll.not_open_yet')}</dd>
        </>
      )
    case 'open':
      return (
        <>
          <dt class="on-paper">{t('poll.closes')}</dt>
          <dd class="on-paper">
            <Time at={state.until} zone={zone} />
          </dd>
        </>
      )
    case 'closed':
      return (
        <>
          <dt class="on-paper">{t('poll.closed')}</dt>
          <dd class="on-paper">
            <Time at={state.at} zone={zone} />
            {early !== null && <p>{deadlineWords(early, zone)}</p>}
          </dd>
        </>
      )
  }
}
