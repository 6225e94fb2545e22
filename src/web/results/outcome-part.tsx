import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type Outcome, settledOn } from '../../polls/outcomes/outcome.ts'
import type { WithdrawnOutcome } from '../../polls/past/poll-past.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { dayWords } from '../../text/time-words.ts'
import type { User } from '../../users/user.ts'
import { Day } from '../parts/date-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { rich } from '../words/rich.tsx'

/** The outcome as last published. */
export function OutcomePart({ loaded, zone }: { loaded: LoadedPoll; zone: string }): VNode | null {
  if (loaded.outcome === null) return null
  return (
    <section class="outcome stack" aria-labelledby="outcome">
      <h2 id="outcome">{t('result.outcome')}</h2>
      <Content loaded={loaded} {...loaded.outcome} zone={zone} />
    </section>
  )
}

type WithdrawnProps = { loaded: LoadedPoll; withdrawn: WithdrawnOutcome[]; zone: string }

/** The outcomes of earlier closings, folded and marked as withdrawn. */
export function EarlierOutcomes({ loaded, withdrawn, zone }: WithdrawnProps): VNode {
  return (
    <>
      {withdrawn.map(({ withdrawn_at, ...said }) => (
        <details key={said.outcome.id} class="on-screen">
          <summary>{t('result.earlier_outcome')}</summary>
          <div class="stack">
            <p class="note">{rich('result.withdrawn', { day: <Day at={withdrawn_at} zone={zone} /> })}</p>
            <Content loaded={loaded} {...said} zone={zone} />
          </div>
        </details>
      ))}
    </>
  )
}

type ContentProps = { loaded: LoadedPoll; outcome: Outcome; author: User; zone: string }

function Content({ loaded, outcome, author, zone }: ContentProps): VNode {
  return (
    <>
      <DecidedOn poll={loaded.poll} option={settledOn(outcome, loaded.options)} zone={zone} />
      <RichText text={outcome.statement} format={outcome.statement_format} />
      <p class="small quiet row">
        <Person user={author} />
        <span>{rich('result.published', { day: <Day at={outcome.created_at} zone={zone} /> })}</span>
        <Review outcome={outcome} />
      </p>
    </>
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
  return option === null ? null : (
    <p>
      {rich('result.decided_on', {
        option: <strong dir="auto">{optionLabel(poll.poll_type, option.name, zone)}</strong>,
      })}
    </p>
  )
}

/** The review date: the same day in every time zone. */
export function Review({ outcome: { review_on } }: { outcome: Pick<Outcome, 'review_on'> }): VNode | null {
  return review_on === null ? null : (
    <span>
      {rich('result.review_on', {
        day: <time datetime={review_on}>{dayWords(new Date(review_on), 'UTC')}</time>,
      })}
    </span>
  )
}
