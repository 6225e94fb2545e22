import { expect, test } from 'vitest'
import { instantIn, localIn } from './local-time.ts'

test.each([
  ['Europe/Berlin', '2027-01-31T18:00', '2027-01-31T17:00:00.000Z'],
  ['Europe/Berlin', '2027-07-01 09:05', '2027-07-01T07:05:00.000Z'],
  ['America/New_York', '2027-01-01T00:00', '2027-01-01T05:00:00.000Z'],
  ['Asia/Kathmandu', '2027-01-01T06:00', '2027-01-01T00:15:00.000Z'],
  ['Pacific/Kiritimati', '2027-01-01T10:00', '2026-12-31T20:00:00.000Z'],
  ['UTC', '2028-02-29T12:00:30', '2028-02-29T12:00:30.000Z'],
  // Clocks go from 2:00 to 3:00 on 28 March 2027, and from 3:00 back to 2:00 on 31 October 2027.
  ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
  ['Europe/Berlin', '2027-03-28T03:30', '2027-03-28T01:30:00.000Z'],
  ['Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
  ['Europe/Berlin', '2027-10-31T03:30', '2027-10-31T02:30:00.000Z'],
])('in %s clocks show %s at %s', (zone, local, instant) => {
  expect(instantIn(zone, local)?.toISOString()).toBe(instant)
})

test.each(['', 'tomorrow', '2027-02-30T10:00', '2027-01-01', '2027-01-01T25:00', '2027-01-01T10:61'])(
  '%j is no time',
  (text) => {
    expect(instantIn('Europe/Berlin', text)).toBeNull()
  },
)

test('a zone nobody knows is none', () => {
  expect(instantIn('Moon/Sea', '2027-01-01T10:00')).toBeNull()
})

test('there and back', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'])
    for (const local of ['2027-01-31T18:00', '2027-07-15T00:00', '1999-12-31T23:59'])
      expect(localIn(zone, instantIn(zone, local) ?? new Date(0))).toBe(local)
})
