import { chooseLanguage } from '../locales/choose-language.ts'
import { inLanguage, t } from '../locales/say.ts'
import { holdsBallot } from '../members/visits/visit.ts'
import type { HeldBallot } from '../polls/ballots/ballot-rows.ts'
import type { Outcome } from '../polls/outcomes/outcome.ts'
import { type Poll, pollState } from '../polls/poll.ts'
import { typeName } from '../polls/poll-words.ts'
import { type CalendarEvent, followedCalendar } from '../text/calendar.ts'
import { excerpt } from '../text/excerpt.ts'

type Seen = { group_name: string; member: boolean; ballot: HeldBallot | null }

/** A visible poll, open or recently closed. */
export type CalendarPoll = Seen & {
  poll: Pick<
    Poll,
    'key' | 'title' | 'poll_type' | 'anonymous' | 'opened_at' | 'closing_at' | 'closed_at' | 'updated_at'
  >
}

/** An outcome with a day of review. */
export type CalendarReview = Seen & {
  poll: CalendarPoll['poll']
  outcome: Pick<Outcome, 'statement' | 'statement_format' | 'created_at'> & { review_on: string }
}

/** The content of a person's calendar. */
export type Calendar = {
  now: Date
  /** The language its owner chose, else all their groups, else that of their browser. */
  locale: string | null
  polls: CalendarPoll[]
  reviews: CalendarReview[]
}

const MOST_TEXT = 600

/**
 * The calendar as iCalendar text: closings, and the days on which outcomes are reviewed. No result, and no
 * vote.
 */
export function calendarText(calendar: Calendar, public_url: string): string {
  const language = chooseLanguage({ own: calendar.locale, group: null })
  return inLanguage(language, () => calendarIn(calendar, public_url))
}

function calendarIn({ now, polls, reviews }: Calendar, public_url: string): string {
  const host = new URL(public_url).hostname
  const place = (name: string, key: string) => ({
    uid: `${name}-${key}@${host}`,
    url: `${public_url}/p/${key}`,
  })
  return followedCalendar('Folkmoot', [
    ...polls.flatMap((one) => closing(one, { now, ...place('poll', one.poll.key) })),
    ...reviews.map((one) => review(one, place('review', one.poll.key))),
  ])
}

/** Titles and texts. */
const WAITS = ['feed.your_vote', 'feed.about_your_vote'] as const
const OPEN = ['feed.closes', 'feed.about_closes'] as const
const CLOSED = ['feed.closed', 'feed.about_closed'] as const

function closing(
  { poll, group_name, member, ballot }: CalendarPoll,
  { now, uid, url }: { now: Date; uid: string; url: string },
): CalendarEvent[] {
  const state = pollState(poll, now)
  if (state.is === 'draft') return []
  const open = state.is === 'open'
  // For an anonymous poll nothing shows whether its owner has voted, not even to the calendar's host.
  const waits = open && !poll.anonymous && holdsBallot({ member }, ballot) && ballot?.voted === false
  const [title, text] = waits ? WAITS : open ? OPEN : CLOSED
  const about = { kind: typeName(poll.poll_type), group: group_name }
  return [
    {
      uid,
      url,
      changed_at: later(poll.updated_at, poll.closed_at),
      starts: { at: open ? state.until : state.at, minutes: null },
      title: t(title, { title: poll.title }),
      text: `${t(text, about)}\n${url}`,
    },
  ]
}

function review(
  { poll, group_name, outcome }: CalendarReview,
  { uid, url }: { uid: string; url: string },
): CalendarEvent {
  const statement = excerpt(outcome.statement, outcome.statement_format, MOST_TEXT)
  return {
    uid,
    url,
    changed_at: outcome.created_at,
    starts: { day: outcome.review_on },
    title: t('feed.review', { title: poll.title }),
    text: `${t('feed.about_review', { group: group_name })}\n\n${statement}\n\n${url}`,
  }
}

function later(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one
}
