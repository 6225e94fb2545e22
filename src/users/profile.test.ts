import { expect, test } from 'vitest'
import { knownZone, ZONE_GROUPS } from './profile.ts'

const choices = ZONE_GROUPS.flatMap((group) => group.choices)

test.each([
  ['Europe/Kyiv', 'Kyiv'],
  ['Asia/Kolkata', 'Kolkata'],
  ['America/Nuuk', 'Nuuk'],
  ['America/Argentina/Ushuaia', 'Argentina, Ushuaia'],
])('the list of time zones shows %s as %s', (zone, label) => {
  expect(choices.find(({ value }) => value === knownZone(zone))?.label).toBe(label)
})

test('the time zones of each part of the world are in the order of their names', () => {
  for (const group of ZONE_GROUPS) {
    const labels = group.choices.map(({ label }) => label)
    expect(labels).toEqual(labels.toSorted())
  }
})
