import { type Fields, is, pick } from '../../db/row-types.ts'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { settledOn } from '../../polls/outcomes/outcome.ts'
import { readInstant } from '../../polls/poll-option.ts'
import { pollType } from '../../polls/types/index.ts'
import { type CalendarEvent, type MailedMethod, mailedCalendar } from '../../text/calendar.ts'
import { excerpt } from '../../text/excerpt.ts'

/** The time that a poll settled on, as stored with the mail that announces it. */
export type Meeting = {
  /** An ISO 8601 date or date-time, as it was posted. */
  option: string
  title: string
  statement: string
  /** When the outcome was published, as ISO 8601. */
  published: string
  /** Grows with every outcome, so that calendar programs keep the latest one. */
  sequence: number
}

export const MEETING_ROW: Fields<Meeting> = {
  option: is.text,
  title: is.text,
  statement: is.text,
  published: is.text,
  sequence: is.integer,
}

/** A withdrawn time, as stored with the mail that withdraws it; `key`: the poll's. */
export type CancelledMeeting = Pick<Meeting, 'option' | 'title' | 'sequence'> & {
  key: string
  /** When it was withdrawn, as ISO 8601. */
  withdrawn: string
}

export const CANCELLED_MEETING_ROW: Fields<CancelledMeeting> = {
  ...pick(MEETING_ROW, 'option', 'title', 'sequence'),
  key: is.text,
  withdrawn: is.text,
}

/** The sender of a mail. */
type Sending = { public_url: string; from: { name: string; address: string } }

const MOST_TEXT = 2_000
/** Polls say when a meeting starts, not how long it takes. */
const MEETING_MINUTES = 60
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/

/** The meeting that a poll's outcome sets. Null: it is not a time poll, or the outcome has no time. */
export function meetingOf({ poll, options, outcome }: LoadedPoll): Meeting | null {
  const option = outcome === null ? null : settledOn(outcome.outcome, options)
  if (outcome === null || option === null || !pollType(poll.poll_type).options_are_times) return null
  const { id, statement, statement_format, created_at } = outcome.outcome
  return {
    option: option.name,
    title: poll.title,
    statement: excerpt(statement, statement_format, MOST_TEXT),
    published: created_at.toISOString(),
    sequence: id,
  }
}

/**
 * The meeting as a calendar entry. Its method is PUBLISH, not REQUEST, because nobody here would read the
 * replies. It has the poll's public URL, since people share calendars.
 */
export function meetingCalendar(
  { statement, published, ...meeting }: Meeting,
  { key, public_url, from }: Sending & { key: string },
): Calendar {
  const url = `${public_url}/p/${key}`
  const said = { text: `${statement}\n\n${url}`, url, changed_at: new Date(published) }
  return calendarOf('PUBLISH', { ...meeting, ...said, key }, { public_url, from })
}

/** The entry that removes a meeting from calendars. It has no URL: the poll may be gone. */
export function cancelledCalendar({ withdrawn, ...cancelled }: CancelledMeeting, sending: Sending): Calendar {
  const said = { text: t('mail.meeting_cancelled_entry'), changed_at: new Date(withdrawn) }
  return calendarOf('CANCEL', { ...cancelled, ...said }, sending)
}

type Calendar = { method: MailedMethod; content: string }
type MailedTime = Pick<CancelledMeeting, 'option' | 'sequence' | 'key'> &
  Pick<CalendarEvent, 'title' | 'text' | 'url' | 'changed_at'>

function calendarOf(
  method: MailedMethod,
  { option, sequence, key, ...event }: MailedTime,
  { public_url, from }: Sending,
): Calendar {
  const content = mailedCalendar({
    ...event,
    uid: `meeting-${key}@${new URL(public_url).hostname}`,
    starts: BARE_DATE.test(option)
      ? { day: option }
      : { at: new Date(readInstant(option) ?? 0), minutes: MEETING_MINUTES },
    organized: { ...from, sequence, method },
  })
  return { method, content }
}
