import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { meetingOf } from '../../mail/texts/meeting.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type Outcome, settledOn } from '../../polls/outcomes/outcome.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { isTimeOver } from '../../polls/types/proposed-times.ts'
import { dayWords } from '../../text/time-words.ts'
import { Day } from '../parts/date-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { rich } from '../words/rich.tsx'

/** The outcome as last published. */
export function OutcomePart({ loaded, zone }: { loaded: LoadedPoll; zone: string }): VNode | null {
  if (loaded.outcome === null) return null
  const { outcome, author } = loaded.outcome
  const option = settledOn(outcome, loaded.options)
  return (
    <section class="outcome stack" aria-labelledby="outcome">
      <h2 id="outcome">{t('result.outcome')}</h2>
      <DecidedOn poll={loaded.poll} option={option} zone={zone} />
      <AddToCalendar loaded={loaded} zone={zone} />
      <RichText text={outcome.statement} format={outcome.statement_format} />
      <p class="small quiet row">
        <Person user={author} />
        <span>{rich('result.published', { day: <Day at={outcome.created_at} zone={zone} /> })}</span>
        <Review outcome={outcome} />
      </p>
    </section>
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

/** "Decided on: Trees" */
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
    <span>
      {rich('result.review_on', {
        day: <time datetime={review_on}>{dayWords(new Date(review_on), 'UTC')}</time>,
      })}
    </span>
  )
}
