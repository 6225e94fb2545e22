import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { fullName } from '../groups/group.ts'
import { maySeePoll } from '../members/visits/visit.ts'
import { holdingOutcome } from '../polls/outcomes/outcome.ts'
import { hashToken } from '../users/secret.ts'
import type { Calendar, CalendarPoll, CalendarReview } from './calendar.ts'
import {
  type CalendarPollRow,
  type CalendarReviewRow,
  calendarOutcomeFromJson,
  calendarPollFromJson,
  readCalendarPolls,
  readCalendarReviews,
} from './calendar-reads.ts'
import { readCalendarOwner } from './feed-reads.ts'

const DAYS_BACK = 60
const MOST_POLLS = 500
const MOST_REVIEWS = 200

/** The calendar of this address's owner, as of now. NotFound: it has no owner. */
export async function loadCalendar(db: Queryable, token: string): Promise<Calendar> {
  const owner = await readCalendarOwner(db, hashToken(token))
  if (owner === null) throw new NotFound()
  const { user_id, now, locale } = owner
  const ask = { user_id, days: DAYS_BACK }
  const polls = await readCalendarPolls(db, { ...ask, most: MOST_POLLS })
  const reviews = await readCalendarReviews(db, { ...ask, most: MOST_REVIEWS })
  return {
    now,
    locale,
    polls: polls.filter(isSeen).map(pollOf),
    reviews: reviews
      .filter(isSeen)
      .map(reviewOf)
      .filter(({ outcome, poll }) => holdingOutcome(outcome, poll, now) !== null),
  }
}

function isSeen({ member, ballot }: CalendarPollRow): boolean {
  return maySeePoll({ member }, ballot)
}

function pollOf({ poll, group, parent, member, ballot }: CalendarPollRow): CalendarPoll {
  return { poll: calendarPollFromJson(poll), group_name: fullName(group, parent), member, ballot }
}

function reviewOf({ outcome, ...row }: CalendarReviewRow): CalendarReview {
  return { ...pollOf(row), outcome: calendarOutcomeFromJson(outcome) }
}
