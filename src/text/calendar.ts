import { oneLine, withoutControls } from './one-line.ts'

/** iCalendar (RFC 5545). All instants are UTC: no time zone needs a definition. */

/** An event in a calendar. */
export type CalendarEvent = {
  /** The same for all versions of the event. */
  uid: string
  changed_at: Date
  /** `minutes` null: a moment, such as a closing. */
  starts: { at: Date; minutes: number | null } | { day: string }
  title: string
  text: string
  url?: string
  /** For an event sent by mail; `method` CANCEL: it does not take place. */
  organized?: { name: string; address: string; sequence: number; method: MailedMethod }
}

const LINE_OCTETS = 75
/** How often programs should reload it. */
const REFRESH = 'PT1H'

/** A calendar to subscribe to, with a name. */
export function followedCalendar(name: string, events: CalendarEvent[]): string {
  return calendar(
    [
      `NAME:${escaped(oneLine(name))}`,
      `X-WR-CALNAME:${escaped(oneLine(name))}`,
      `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
      `X-PUBLISHED-TTL:${REFRESH}`,
    ],
    events,
  )
}

/** What to do with a mailed event: add it to the calendar, or remove it. Nobody replies to it. */
export type MailedMethod = 'PUBLISH' | 'CANCEL'

/** One event, to be mailed to its readers' calendars. */
export function mailedCalendar(
  event: CalendarEvent & { organized: NonNullable<CalendarEvent['organized']> },
): string {
  return calendar([`METHOD:${event.organized.method}`], [event])
}

function calendar(properties: string[], events: CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Folkmoot//Folkmoot//EN',
    'CALSCALE:GREGORIAN',
    ...properties,
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function linesOf({ uid, changed_at, starts, title, text, url, organized }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${instant(changed_at)}`,
    ...('day' in starts ? [`DTSTART;VALUE=DATE:${starts.day.replaceAll('-', '')}`] : timesOf(starts)),
    `SUMMARY:${escaped(oneLine(title))}`,
    `DESCRIPTION:${escaped(withoutControls(text))}`,
    ...(url === undefined ? [] : [`URL:${url}`]),
    // A moment or a day does not make its reader busy.
    `TRANSP:${'at' in starts && starts.minutes !== null ? 'OPAQUE' : 'TRANSPARENT'}`,
    ...(organized === undefined
      ? []
      : [
          `ORGANIZER;CN="${oneLine(organized.name).replaceAll('"', '’')}":mailto:${organized.address}`,
          `SEQUENCE:${organized.sequence}`,
          `STATUS:${organized.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
        ]),
    'END:VEVENT',
  ]
}

function timesOf({ at, minutes }: { at: Date; minutes: number | null }): string[] {
  return [`DTSTART:${instant(at)}`, ...(minutes === null ? [] : [`DURATION:PT${minutes}M`])]
}

/** '20261224T180000Z'. */
function instant(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

/**
 * Folds a line into pieces of at most 75 octets, each but the first after a space; keeps characters whole.
 */
function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > LINE_OCTETS) {
      pieces.push(piece)
      piece = ' '
      octets = 1
    }
    piece += character
    octets += length
  }
  return [...pieces, piece].join('\r\n')
}
