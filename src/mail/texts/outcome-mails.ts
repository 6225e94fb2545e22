import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type Outcome, settledOn } from '../../polls/outcomes/outcome.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import { optionWords } from '../../sentences/option-words.ts'
import { outcomeWords } from '../../sentences/result-words.ts'
import { oneLine } from '../../text/one-line.ts'
import { dayWords } from '../../text/time-words.ts'
import type { MailContent } from './content.ts'
import { meetingOf } from './meeting.ts'
import { withdrawnWords } from './meeting-mails.ts'

const BRINGS_MEETING = 'The attached file puts the time into your calendar.'

type AboutOutcome = { loaded: LoadedPoll; time_zone: string }

/** What was made of the result, told to all whom it concerns. */
export function outcomeNews(about: AboutOutcome): MailContent {
  const { poll, in_group } = about.loaded
  const { author } = publishedOf(about.loaded)
  const group = groupName(in_group)
  const who = nameOf(author)
  const meeting = meetingOf(about.loaded)
  return {
    ...shared(about),
    ...(meeting === null ? {} : { meeting, notes: [BRINGS_MEETING] }),
    subject: `Outcome: ${oneLine(poll.title)}`,
    heading:
      who === null ? `An outcome was published in ${group}` : `${who} published an outcome in ${group}`,
    facts: facts(about),
    button: 'See the poll and its outcome',
    reason: `You get this mail because you could vote in this poll of ${group}, look after it, or can read its thread.`,
  }
}

/** The same to somebody who was told of a time: it may be another now, or none any more. */
export function outcomeChanged(about: AboutOutcome, told_time: string): MailContent {
  const { poll, in_group } = about.loaded
  const { outcome } = publishedOf(about.loaded)
  const news = outcomeNews(about)
  if (news.meeting?.option === told_time) return news
  if (news.meeting === undefined) {
    const { id: sequence, created_at: withdrawn } = outcome
    return { ...news, ...withdrawnWords({ poll, sequence, withdrawn }, { option: told_time, in_group }) }
  }
  return {
    ...news,
    subject: `Moved: ${oneLine(poll.title)}`,
    heading: `A meeting of ${groupName(in_group)} was moved`,
    notes: ['The attached file puts the new time into your calendar, in the place of the earlier one.'],
  }
}

/** The day has come that its author set for looking at it again. */
export function outcomeReview(about: AboutOutcome): MailContent {
  const { poll, in_group } = about.loaded
  const group = groupName(in_group)
  return {
    ...shared(about),
    subject: `Time to look at it again: ${oneLine(poll.title)}`,
    heading: 'Does this outcome still hold?',
    facts: facts(about).filter(({ label }) => label !== REVIEW),
    notes: ['If it does not, edit the outcome on the page of the poll, or start a new poll.'],
    button: 'See the poll and its outcome',
    reason: `You get this reminder because you look after this outcome in ${group}: today was set for its review.`,
  }
}

/** A mail of an outcome is written only while there is one. */
function publishedOf({ outcome }: LoadedPoll): NonNullable<LoadedPoll['outcome']> {
  if (outcome === null) throw new Error('the poll has no outcome')
  return outcome
}

function shared(about: AboutOutcome) {
  const { loaded } = about
  const { outcome } = publishedOf(loaded)
  return {
    preheader: verdictOf(about) ?? `In ${groupName(loaded.in_group)}`,
    group_name: groupName(loaded.in_group),
    quote: null,
    title: oneLine(loaded.poll.title),
    paragraphs: [],
    body: { text: outcome.statement, format: outcome.statement_format },
    list: null,
    notes: [],
  }
}

/** What came out, once it is counted. */
function verdictOf({ loaded, time_zone }: AboutOutcome): string | null {
  return loaded.results.shown ? outcomeWords(loaded, time_zone) : null
}

const REVIEW = 'Day of review'

function facts(about: AboutOutcome): MailContent['facts'] {
  const { loaded, time_zone } = about
  const verdict = verdictOf(about)
  const { outcome } = publishedOf(loaded)
  const option = settledOn(outcome, loaded.options)
  return [
    ...(option === null
      ? []
      : [{ label: 'Decided on', value: optionWords(loaded.poll, option.name, time_zone) }]),
    ...(verdict === null ? [] : [{ label: 'Result', value: verdict }]),
    ...reviewFact(outcome),
  ]
}

function reviewFact({ review_on }: Outcome): MailContent['facts'] {
  return review_on === null ? [] : [{ label: REVIEW, value: dayWords(new Date(review_on), 'UTC') }]
}
