import { expect, test } from 'vitest'
import type { HeldBallot } from '../../polls/ballots/ballot-rows.ts'
import { maskAddress } from '../../users/sign-in/mask-address.ts'
import { holdsBallot, maySeePoll, type Visitor, visitorName } from './visit.ts'

const stranger: Visitor = {
  id: 1,
  name: null,
  email: 'ben@mill.example',
  locale: null,
  group_locale: null,
  group_state: 'active',
  time_zone: 'UTC',
  utc_chosen: false,
  named: false,
  name_typed: false,
  name_settled: false,
  member: false,
  admin: false,
  accepted: false,
}
const member = { ...stranger, member: true }
const given = (issued_as: HeldBallot['issued_as'], change: Partial<HeldBallot> = {}) => ({
  issued_as,
  voted: false,
  withdrawn: false,
  thread_guest: issued_as === 'thread_guest',
  ...change,
})

test.each([
  ['a member with a ballot', member, given('member'), true, true],
  ['a member without one', member, null, true, false],
  ['a member whose ballot was withdrawn', member, given('member', { withdrawn: true }), true, false],
  ['one who left after voting', stranger, given('member', { voted: true }), false, false],
  ['one whose ballot was withdrawn', stranger, given('named', { withdrawn: true }), false, false],
  ['a guest named for the poll', stranger, given('named'), true, true],
  ['a guest of the thread', stranger, given('thread_guest'), true, true],
  [
    'one who was removed from the thread',
    stranger,
    given('thread_guest', { thread_guest: false }),
    false,
    false,
  ],
  ['one who has joined the group since', member, given('thread_guest', { thread_guest: false }), true, true],
  ['a stranger', stranger, null, false, false],
])('%s', (_, visitor, ballot, sees, votes) => {
  expect(maySeePoll(visitor, ballot)).toBe(sees)
  expect(holdsBallot(visitor, ballot)).toBe(votes)
})

test('addresses are masked, and shown only where there is no name', () => {
  expect(maskAddress('ben.o@mill.example')).toBe('b•••@mill.example')
  expect(visitorName(stranger)).toBe('b•••@mill.example')
  expect(visitorName({ ...stranger, name: 'Ben' })).toBe('Ben')
})
