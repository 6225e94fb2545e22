import { describe, expect, test } from 'vitest'
import { isTimeOver, timesBeforeClosing } from './proposed-times.ts'

const BERLIN = 'Europe/Berlin'
const meeting = (closing_at: string | null) => ({
  poll_type: 'meeting' as const,
  closing_at: closing_at === null ? null : new Date(closing_at),
})

describe('times that begin before voting closes', () => {
  const TIMES = ['2031-03-05T18:00:00Z', '2031-03-01T18:00:00+02:00', '2031-03-03']

  test('are listed earliest first', () => {
    expect(timesBeforeClosing(meeting('2031-03-04T12:00:00Z'), TIMES, BERLIN)).toEqual([
      '2031-03-01T18:00:00+02:00',
      '2031-03-03',
    ])
  })

  test('do not include a time at which voting closes', () => {
    expect(timesBeforeClosing(meeting('2031-03-01T16:00:00Z'), TIMES, BERLIN)).toEqual([])
    expect(timesBeforeClosing(meeting('2031-03-01T16:00:01Z'), TIMES, BERLIN)).toEqual([TIMES[1]])
  })

  test('include a day that has begun in the zone of the form, also if it has not elsewhere', () => {
    const closing = meeting('2031-03-02T23:30:00Z')
    expect(timesBeforeClosing(closing, ['2031-03-03'], BERLIN)).toEqual(['2031-03-03'])
    expect(timesBeforeClosing(closing, ['2031-03-03'], 'UTC')).toEqual([])
  })

  test('are none in a draft, in a poll of another type, and among texts that are no times', () => {
    expect(timesBeforeClosing(meeting(null), TIMES, BERLIN)).toEqual([])
    const poll = { ...meeting('2032-01-01T00:00:00Z'), poll_type: 'poll' as const }
    expect(timesBeforeClosing(poll, TIMES, BERLIN)).toEqual([])
    expect(timesBeforeClosing(meeting('2032-01-01T00:00:00Z'), ['soon', '2031-02-30'], BERLIN)).toEqual([])
  })
})

describe('a time is over', () => {
  const at = (now: string, zone = BERLIN) => ({ now: new Date(now), zone })

  test('as soon as it has come', () => {
    expect(isTimeOver('2031-03-05T18:00:00Z', at('2031-03-05T17:59:59Z'))).toBe(false)
    expect(isTimeOver('2031-03-05T18:00:00Z', at('2031-03-05T18:00:00Z'))).toBe(true)
  })

  test('at the end of the day where it is a day, in the zone of the reader', () => {
    expect(isTimeOver('2031-03-05', at('2031-03-05T22:59:59Z'))).toBe(false)
    expect(isTimeOver('2031-03-05', at('2031-03-05T23:00:00Z'))).toBe(true)
    expect(isTimeOver('2031-03-05', at('2031-03-05T23:00:00Z', 'UTC'))).toBe(false)
  })
})
