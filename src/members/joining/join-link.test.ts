import { expect, test } from 'vitest'
import { checkJoinLink, stateOfLink } from './join-link.ts'
import { isDeclined } from './join-request.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const EARLIER = new Date('2026-11-24T11:59:59Z')
const link = { ended_at: null, ends_at: null, most: null, joined: 7 }

test('a link is open until an admin ends it, its time is over, or it is used up', () => {
  expect(stateOfLink(link, NOW)).toBe('open')
  expect(stateOfLink({ ...link, ended_at: EARLIER }, NOW)).toBe('ended')
  expect(stateOfLink({ ...link, ends_at: NOW }, NOW)).toBe('over')
  expect(stateOfLink({ ...link, ends_at: NOW }, EARLIER)).toBe('open')
  expect(stateOfLink({ ...link, most: 8 }, NOW)).toBe('open')
  expect(stateOfLink({ ...link, most: 7 }, NOW)).toBe('used_up')
})

test('requests that wait hold their places', () => {
  expect(stateOfLink({ ...link, most: 8 }, NOW, 1)).toBe('used_up')
})

test('a number of people and an end outside the limits are both named', () => {
  const wrong = { asks: true, most: 10_001, ends_at: NOW }
  expect(checkJoinLink(wrong, NOW).map(({ field }) => field)).toEqual(['most', 'ends_at'])
  expect(checkJoinLink({ asks: true, most: 0, ends_at: null }, NOW)).toHaveLength(1)
  expect(checkJoinLink({ asks: true, most: 10_000, ends_at: null }, NOW)).toEqual([])
})

test('a declined person may ask again after a week', () => {
  const declined = { state: 'declined' as const, answered_at: new Date('2026-11-17T12:00:01Z') }
  expect(isDeclined(declined, NOW)).toBe(true)
  expect(isDeclined({ ...declined, answered_at: new Date('2026-11-17T11:59:59Z') }, NOW)).toBe(false)
})
