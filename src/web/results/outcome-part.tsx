import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { meetingOf } from '../../mail/texts/meeting.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type Outcome, publishedAt, settledOn } from '../../polls/outcomes/outcome.ts'
import type { ReplacedOutcome, WithdrawnOutcome } from '../../polls/past/poll-past.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { isTimeOver } from '../../polls/types/proposed-times.ts'
import { dayWords, withWholeDates } from '../../text/time-words.ts'
import type { User } from '../../users/user.ts'
import { Day } from '../parts/date-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { rich } from '../words/rich.tsx'

/** The outcome as last published. `replaced`: its earlier texts, folded. */
export function OutcomePart({ loaded, replaced = [], zone }: OutcomeProps): VNode | null {
  if (loaded.outcome === null) return null
  return (
    <section class="outcome stack" aria-labelledby="outcome">
      <h2 id="outcome">{t('result.outcome')}</h2>
      <Content loaded={loaded} {...loaded.outcome} zone={zone} holds>
        <AddToCalendar loaded={loaded} zone={zone} />
      </Content>
      {replaced.map((said) => (
        <details key={said.outcome.id} class="on-screen">
          <summary>{t('result.earlier_text')}</summary>
          <div class="stack">
            <Content loaded={loaded} {...said} zone={zone} />
          </div>
        </details>
      ))}
    </section>
  )
}

type OutcomeProps = { loaded: LoadedPoll; replaced?: ReplacedOutcome[]; zone: string }

type WithdrawnProps = { loaded: LoadedPoll; withdrawn: WithdrawnOutcome[]; zone: string }

/**
 * The outcomes that were withdrawn, folded and marked as such. Null where results are hidden, of which
 * they may tell.
 */
export function EarlierOutcomes({ loaded, withdrawn, zone }: WithdrawnProps): VNode | null {
  if (!loaded.results.shown) return null
  return (
    <>
      {withdrawn.map(({ withdrawn_at, by_reopening, ...said }) => (
        <details key={said.outcome.id} class="earlier">
          <summary>
            {rich('result.earlier_outcome', { day: <Day at={publishedAt(said.outcome)} zone={zone} /> })}
          </summary>
          <div class="stack">
            <p class="note">
              {rich(by_reopening ? 'result.withdrawn' : 'result.taken_back', {
                day: <Day at={withdrawn_at} zone={zone} />,
              })}
            </p>
            <Content loaded={loaded} {...said} zone={zone} />
          </div>
        </details>
      ))}
    </>
  )
}

type ContentProps = {
  loaded: LoadedPoll
  outcome: Outcome
  author: User
  zone: string
  holds?: boolean
  children?: ComponentChildren
}

/**
 * `children`: what follows the option that was chosen. `holds`: it was neither replaced nor withdrawn;
 * nobody reviews any other.
 */
function Content({ loaded, outcome, author, zone, holds = false, children }: ContentProps): VNode {
  return (
    <>
      <DecidedOn poll={loaded.poll} option={settledOn(outcome, loaded.options)} zone={zone} />
      {children}
      <RichText text={outcome.statement} format={outcome.statement_format} />
      <p class="small quiet row">
        <Person user={author} />
        <span>
          {rich(outcome.published_at === null ? 'result.published' : 'result.edited', {
            day: <Day at={outcome.created_at} zone={zone} />,
          })}
        </span>
        {holds && <Review outcome={outcome} />}
      </p>
    </>
  )
}

/** The entry of a meeting that is still to come, as a file. */
function AddToCalendar({ loaded, zone }: { loaded: LoadedPoll; zone: string }): VNode | null {
  const meeting = meetingOf(loaded)
  if (meeting === null || isTimeOver(meeting.option, { zone, now: loaded.now })) return null
  return (
    <p class="on-screen">
      <a class="button plain" href={`/p/${loaded.poll.key}/meeting.ics`}>
        {t('result.add_to_calendar')}
      </a>
    </p>
  )
}

/** The option that an outcome decides on. */
export function DecidedOn({
  poll,
  option,
  zone,
}: {
  poll: Pick<Poll, 'poll_type'>
  option: Pick<PollOption, 'name'> | null
  zone: string
}): VNode | null {
  return option === null ? null : <p>{decidedOn(poll, option, zone)}</p>
}

/** "Decision: Trees": not the word for what a count chose, which may be another option. */
export function decidedOn(
  { poll_type }: Pick<Poll, 'poll_type'>,
  { name }: Pick<PollOption, 'name'>,
  zone: string,
): ComponentChildren {
  return rich('result.decided_on', {
    option: <strong dir="auto">{optionLabel(poll_type, name, zone)}</strong>,
  })
}

/** The review date: the same day in every time zone. */
export function Review({ outcome: { review_on } }: { outcome: Pick<Outcome, 'review_on'> }): VNode | null {
  return review_on === null ? null : (
    <span class="review">
      {rich('result.review_on', {
        day: <time datetime={review_on}>{withWholeDates(dayWords(new Date(review_on), 'UTC'))}</time>,
      })}
    </span>
  )
}
