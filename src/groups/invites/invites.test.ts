import { expect, test } from 'vitest'
import type { Actor } from '../../db/db.ts'
import { budgetsOf, checkInvites, GROUP_TIMES, InvitesLimited, type Spent } from './invites.ts'

const LIMITS = { invites_of_person: 200, invites_of_key: 2_000 }
const ben: Actor = { kind: 'person', user_id: 7 }
const key: Actor = { kind: 'key', user_id: 9, api_key_id: 3, group_id: 1 }
const from = (actor: Actor, email: string | null = 'Ben+moot@Mill.Example') =>
  budgetsOf({ actor, email, top_group_id: 1 }, LIMITS)

const spentOf = (...of: [spent: number, most: number][]): Spent[] =>
  of.map(([spent, most], place) => ({
    subject: `s${place}`,
    whose: place === 0 ? 'key' : 'keys',
    most,
    spent,
    seconds_left: 600 * (place + 1),
  }))

function refusalOf(budgets: Spent[], fresh: number, { named = fresh, whole = false } = {}) {
  try {
    checkInvites(budgets, { field: 'emails', named, fresh, whole })
    return null
  } catch (refusal) {
    if (!(refusal instanceof InvitesLimited)) throw refusal
    return refusal
  }
}

test('accounts of one mailbox share a budget, in any letter case and with any suffix after a +', () => {
  const own = (email: string | null, user_id: number) => from({ kind: 'person', user_id }, email)[0]?.subject
  expect(new Set([own('ben@mill.example', 7), own('BEN+2@mill.example', 8)]).size).toBe(1)
  expect(own('bea@mill.example', 7)).not.toBe(own('ben@mill.example', 7))
})

test('people and keys have their own budgets, and each group has one for all its people and one for all its keys', () => {
  expect(from(ben).map(({ most, whose }) => [whose, most])).toEqual([
    ['person', 200],
    ['people', 200 * GROUP_TIMES],
  ])
  expect(from(key).map(({ most, whose }) => [whose, most])).toEqual([
    ['key', 2_000],
    ['keys', 2_000 * GROUP_TIMES],
  ])
  expect(from({ kind: 'system', user_id: null })).toEqual([])
})

test('a limit of 0 means no limit, also for the group; the other limit stays', () => {
  const limits = { invites_of_person: 0, invites_of_key: 10 }
  const of = (actor: Actor) => budgetsOf({ actor, email: null, top_group_id: 1 }, limits)
  expect([of(ben), of(key).length]).toEqual([[], 2])
})

test('a request within the remaining budget passes, and one more address does not', () => {
  expect(refusalOf(spentOf([4, 10], [4, 50]), 6)).toBeNull()
  const { allowance, problems, code, message } = refusalOf(spentOf([4, 10], [4, 50]), 7) ?? {}
  expect([code, allowance]).toEqual(['invites_limited', { limit: 10, remaining: 6, reset_seconds: 600 }])
  expect(problems).toEqual([
    {
      field: 'emails',
      code: 'invites_limited',
      params: { whose: 'key', limit: 10, remaining: 6, minutes: 10, at_once: 'fine' },
    },
  ])
  expect(message).toBe(
    'Emails include more people new to this service than this API key can invite right now (6 of 10 per hour are left). Invite at most 6 new people now, or try again in 10 minutes',
  )
})

test('the refusal reports the budget with the least left, and the longest wait', () => {
  const refused = refusalOf(spentOf([9, 10], [50, 50]), 3)
  expect(refused?.allowance).toEqual({ limit: 50, remaining: 0, reset_seconds: 1_200 })
  expect(refused?.message).toContain(
    'all API keys of this group together can invite right now (0 of 50 per hour are left). Try again in 20 minutes',
  )
})

test('nobody learns how many of the addresses are new', () => {
  const words = (fresh: number) => refusalOf(spentOf([9, 10], [9, 50]), fresh, { named: 8 })?.message
  expect(words(2)).toBe(words(8))
})

test('the first request of a key’s hour passes whole while its group has something left', () => {
  expect(refusalOf(spentOf([0, 10], [49, 50]), 500, { whole: true })).toBeNull()
  expect(refusalOf(spentOf([0, 10], [50, 50]), 500, { whole: true })).not.toBeNull()
  expect(refusalOf(spentOf([1, 10], [1, 50]), 500, { whole: true })?.message).toContain(
    'with at most 10 at once',
  )
  expect(refusalOf(spentOf([0, 10], [0, 50]), 500)).not.toBeNull()
})
