import { joined, t } from '../../locales/say.ts'
import type { PollNews } from '../../notifications/notice.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type EarlyClosing, type Edited, editedQuestion } from '../../polls/past/poll-past.ts'
import { pollType } from '../../polls/types/index.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import { chosenWords, listHeading } from '../../sentences/option-words.ts'
import { outcomeWords, resultLines, turnoutWords } from '../../sentences/result-words.ts'
import { settingName } from '../../sentences/setting-name.ts'
import { oneLine } from '../../text/one-line.ts'
import { dayWords } from '../../text/time-words.ts'
import type { GivenContent, MailContent } from './content.ts'
import { headFacts, type Signed } from './head-facts.ts'
import { meetingOf } from './meeting.ts'
import { withdrawnWords } from './meeting-mails.ts'
import { earlyWords } from './poll-parts.ts'

/** A mail lists no more times of a meeting. */
const MOST_TIMES = 5

type AboutOutcome = Signed & {
  loaded: LoadedPoll
  edited: Edited | null
  early: EarlyClosing | null
  time_zone: string
  news: PollNews
}

/** The outcome, sent to everyone concerned. */
export function outcomeNews(about: AboutOutcome): GivenContent {
  const { poll, in_group } = about.loaded
  const { author } = publishedOf(about.loaded)
  const group = groupName(in_group)
  const who = nameOf(author)
  const meeting = meetingOf(about.loaded)
  return {
    ...shared(about),
    paragraphs: replacesWords(about),
    ...(meeting === null ? {} : { meeting }),
    subject: t('mail.outcome', { title: oneLine(poll.title) }),
    heading:
      who === null ? t('mail.outcome_heading', { group }) : t('mail.outcome_heading_by', { who, group }),
    facts: [...editedFact(about), ...reviewFact(about)],
    // What was decided comes first.
    notes: [...earlyWords(about), ...(meeting === null ? [] : [t('mail.meeting_attached')])],
    button: t('mail.outcome_button'),
    reason: t('mail.outcome_reason', { group }),
  }
}

/** The outcome, sent to people who were told a time before: it may be different now, or withdrawn. */
export function outcomeChanged(about: AboutOutcome, told_time: string): GivenContent {
  const { poll, in_group } = about.loaded
  const { outcome } = publishedOf(about.loaded)
  const news = outcomeNews(about)
  if (news.meeting?.option === told_time) return news
  if (news.meeting === undefined) {
    const { id: sequence, created_at: withdrawn } = outcome
    const words = withdrawnWords({ poll, sequence, withdrawn }, { option: told_time, in_group })
    return { ...news, ...words, notes: [...earlyWords(about), ...words.notes] }
  }
  return {
    ...news,
    subject: t('mail.meeting_moved', { title: oneLine(poll.title) }),
    heading: t('mail.meeting_moved_heading', { group: groupName(in_group) }),
    notes: [...earlyWords(about), t('mail.meeting_moved_attached')],
  }
}

/** The review date that the outcome's author set has come. */
export function outcomeReview(about: AboutOutcome): GivenContent {
  const { poll, in_group } = about.loaded
  const group = groupName(in_group)
  return {
    ...shared(about),
    subject: t('mail.review', { title: oneLine(poll.title) }),
    heading: t('mail.review_heading'),
    notes: [t('mail.review_text')],
    button: t('mail.outcome_button'),
    reason: t('mail.review_reason', { group }),
  }
}

/** Which earlier outcome this one replaces. */
function replacesWords({ news: { outcome_of }, time_zone }: AboutOutcome): string[] {
  return outcome_of === null ? [] : [t('mail.outcome_replaces', { day: dayWords(outcome_of, time_zone) })]
}

/** Outcome mails are written only while there is an outcome. */
function publishedOf({ outcome }: LoadedPoll): NonNullable<LoadedPoll['outcome']> {
  if (outcome === null) throw new Error('the poll has no outcome')
  return outcome
}

function shared(about: AboutOutcome) {
  const { loaded } = about
  const { outcome } = publishedOf(loaded)
  return {
    preheader: verdictOf(about) ?? t('mail.in_group', { group: groupName(loaded.in_group) }),
    group_name: groupName(loaded.in_group),
    title: oneLine(loaded.poll.title),
    paragraphs: [],
    body: { text: outcome.statement, format: outcome.statement_format },
    lead: leadFacts(about),
    list: timesIn(about),
    checks: loaded.results.shown ? headFacts(loaded, about) : [],
  }
}

/** The result, once it is counted. */
function verdictOf({ loaded, time_zone }: AboutOutcome): string | null {
  return loaded.results.shown ? outcomeWords(loaded, time_zone) : null
}

/** The best times of a meeting. Null: other polls, or no result. */
function timesIn({ loaded, time_zone }: AboutOutcome): MailContent['list'] {
  const lines = pollType(loaded.poll.poll_type).options_are_times ? resultLines(loaded, time_zone) : []
  if (lines.length === 0) return null
  const told = lines.slice(0, MOST_TIMES)
  const more = lines.length - told.length
  return {
    heading: listHeading(t('mail.results'), loaded, time_zone),
    items: more === 0 ? told : [...told, t('count.rows_more', { count: more })],
  }
}

/** What was chosen, then the result. */
function leadFacts(about: AboutOutcome): MailContent['facts'] {
  const { loaded, time_zone } = about
  const chosen = chosenWords(loaded, time_zone)
  return [
    ...(chosen === null ? [] : [{ label: t('mail.fact_decided'), value: chosen, by_people: true as const }]),
    ...resultFact(about),
  ]
}

/** Where times are listed below, the result may be no more than how many voted. */
function resultFact(about: AboutOutcome): NonNullable<MailContent['lead']> {
  const { loaded, time_zone } = about
  if (!loaded.results.shown) return []
  const value = outcomeWords(loaded, time_zone, timesIn(about) === null ? 'told' : 'listed')
  if (value === turnoutWords(loaded)) return [{ label: t('mail.fact_turnout'), value }]
  return [{ label: t('mail.fact_result'), value, has_head: true }]
}

/** Some may have voted before. */
function editedFact({ edited, loaded }: AboutOutcome): MailContent['facts'] {
  const settings = editedQuestion(edited).flatMap((field) => settingName(field) ?? [])
  if (settings.length === 0 || loaded.decided_count === 0) return []
  return [{ label: t('mail.fact_edited'), value: joined(settings) }]
}

function reviewFact({ loaded }: AboutOutcome): MailContent['facts'] {
  const { review_on } = publishedOf(loaded).outcome
  return review_on === null
    ? []
    : [{ label: t('mail.fact_review'), value: dayWords(new Date(review_on), 'UTC') }]
}
