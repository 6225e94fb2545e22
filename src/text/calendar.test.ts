import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, followedCalendar, mailedCalendar } from './calendar.ts'

const EVENT: CalendarEvent = {
  uid: 'poll-EVtb1X9j@moot.example',
  changed_at: new Date('2026-11-21T07:50:16.123Z'),
  starts: { at: new Date('2026-12-24T18:00:00.999Z'), minutes: null },
  title: 'Paint the hall blue?',
  text: 'One line.\nAnother.',
  url: 'https://moot.example/p/EVtb1X9j',
}

const parsed = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))

describe('a calendar program reads', () => {
  test('moments, spans of time and days, all of them in UTC', () => {
    const text = followedCalendar('Folkmoot', [
      EVENT,
      { ...EVENT, uid: 'b', starts: { at: new Date('2026-12-24T18:00:00Z'), minutes: 90 } },
      { ...EVENT, uid: 'c', starts: { day: '2027-03-01' } },
    ])
    const [moment, span, day] = parsed(text)
    expect(moment?.startDate.toString()).toBe('2026-12-24T18:00:00Z')
    expect(moment?.endDate.toString()).toBe('2026-12-24T18:00:00Z')
    expect(span?.endDate.toString()).toBe('2026-12-24T19:30:00Z')
    expect([day?.startDate.isDate, day?.startDate.toString(), day?.endDate.toString()]).toEqual([
      true,
      '2027-03-01',
      '2027-03-02',
    ])
    expect(moment?.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-21T07:50:16Z')
  })

  test('every text as it was written, whatever it contains', () => {
    const writing = fc
      .string({ unit: 'grapheme', maxLength: 300 })
      .map((text) => `a${text.replace(/\p{Cc}/gu, '\n')}b`)
    fc.assert(
      fc.property(writing, (text) => {
        const [event] = parsed(followedCalendar('Folkmoot', [{ ...EVENT, text }]))
        expect(event?.description).toBe(text)
      }),
    )
  })

  test('titles as one line, which starts no property of its own', () => {
    const [event, ...more] = parsed(
      followedCalendar('Folkmoot', [{ ...EVENT, title: 'Tea; or, coffee\r\nEND:VEVENT\\n' }]),
    )
    expect(event?.summary).toBe('Tea; or, coffee END:VEVENT\\n')
    expect(more).toEqual([])
  })

  test('the sender of a meeting, with any name', () => {
    const organized = {
      name: 'The "Mill": a\r\nco-op; or so',
      address: 'moot@mill.example',
      sequence: 7,
      method: 'PUBLISH' as const,
    }
    const [event] = parsed(mailedCalendar({ ...EVENT, organized }))
    const organizer = event?.component.getFirstProperty('organizer')
    expect(organizer?.getFirstValue()).toBe('mailto:moot@mill.example')
    expect(organizer?.getParameter('cn')).toBe('The ’Mill’: a co-op; or so')
    expect(event?.sequence).toBe(7)
  })
})

test('no line is longer than 75 octets, and none splits a character', () => {
  const text = `${'ä'.repeat(100)}${'👩‍🌾'.repeat(40)}`
  const written = followedCalendar('Folkmoot', [{ ...EVENT, text }])
  const lines = written.split('\r\n')
  expect(lines.at(-1)).toBe('')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75 && line.isWellFormed())).toBe(true)
  expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(parsed(written)[0]?.description).toBe(text)
})
