import { expect, test } from 'vitest'
import { type MappedGroup, planMapping } from './mapping.ts'

const RULE = {
  map: [
    { value: 'staff', handle: 'mill-lane' },
    { value: 'board', handle: 'bored' },
    { value: 'all', handle: 'bored' },
  ],
}
const GROUP: MappedGroup = {
  ...{ id: 1, handle: 'mill-lane', name: 'Mill Lane', membership_id: null },
  ...{ accepted: false, mapped: false, removed: false, login: 'new' },
}

test('a claim for a missing group is reported once, for an operator who mistyped its handle', () => {
  const plan = planMapping(RULE, ['staff', 'board', 'all'], [GROUP])
  expect(plan).toEqual({
    ...{ join: [GROUP], leave: [], barred: [], taken: [] },
    ...{ absent: ['bored'], remember: [GROUP] },
  })
  expect(planMapping(RULE, ['staff'], [GROUP]).absent).toEqual([])
  expect(planMapping(RULE, null, []).absent).toEqual([])
})
