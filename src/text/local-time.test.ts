import { expect, test } from 'vitest'
import { dayEnd, dayIn, instantIn, isSkipped, localIn } from './local-time.ts'

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

test.each([
  '',
  'tomorrow',
  '2027-02-30T10:00',
  '2027-01-01',
  '2027-01-01T25:00',
  '2027-01-01T10:61',
  '10000-01-01T00:00',
])('%j is no time', (text) => {
  expect(instantIn('Europe/Berlin', text)).toBeNull()
})

test('an unknown zone gives null', () => {
  expect(instantIn('Moon/Sea', '2027-01-01T10:00')).toBeNull()
  expect(dayEnd('Moon/Sea', '2027-01-01')).toBeNull()
  expect(localIn('Moon/Sea', new Date('2027-01-01T10:00Z'))).toBe('2027-01-01T10:00')
})

test('converts to local time and back', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'])
    for (const local of ['2027-01-31T18:00', '2027-07-15T00:00', '1999-12-31T23:59'])
      expect(localIn(zone, instantIn(zone, local) ?? new Date(0))).toBe(local)
})

test('no instant is later than the last one that can be stored', () => {
  expect(instantIn('America/New_York', '9999-12-31T18:59:59')).toEqual(new Date('9999-12-31T23:59:59Z'))
  expect(instantIn('America/New_York', '9999-12-31T19:00')).toBeNull()
  expect(instantIn('Asia/Tokyo', '9999-12-31T23:59')).toEqual(new Date('9999-12-31T14:59:00Z'))
})

test('the last instant can be shown in every zone', () => {
  const last = new Date('9999-12-31T23:59:59.999Z')
  expect(localIn('Asia/Tokyo', last)).toBe('10000-01-01T08:59')
  expect(dayIn('Asia/Tokyo', last)).toBe('10000-01-01')
  expect(localIn('America/New_York', last)).toBe('9999-12-31T18:59')
})

test('an hour that clocks skip is distinguished from the others', () => {
  expect(isSkipped('Europe/Berlin', '2027-03-28 2:30')).toBe(true)
  for (const shown of ['2027-03-28T01:59', '2027-03-28T03:00', '2027-10-31T02:30', 'soon'])
    expect(isSkipped('Europe/Berlin', shown), shown).toBe(false)
})

test.each([
  ['Europe/Berlin', '2027-03-27', '2027-03-27T23:00:00.000Z'],
  ['Europe/Berlin', '2027-03-28', '2027-03-28T22:00:00.000Z'],
  ['Europe/Berlin', '2027-10-31', '2027-10-31T23:00:00.000Z'],
  // Midnight itself is skipped on 4 September 2027, and clocks show 1:00.
  ['America/Santiago', '2027-09-04', '2027-09-05T04:00:00.000Z'],
  ['UTC', '2027-12-31', '2028-01-01T00:00:00.000Z'],
  ['UTC', '9999-12-30', '9999-12-31T00:00:00.000Z'],
])('in %s %s ends at %s', (zone, day, instant) => {
  const end = dayEnd(zone, day)
  expect(end?.toISOString()).toBe(instant)
  expect(dayIn(zone, new Date((end?.getTime() ?? 0) - 1))).toBe(day)
})

test('an invalid day has no end, nor has the last one', () => {
  for (const day of ['', '2027-02-30', '2027-1-1', '2027-01-01T00:00', '9999-12-31'])
    expect(dayEnd('UTC', day), day).toBeNull()
})
