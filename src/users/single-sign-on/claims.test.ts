import { expect, test } from 'vitest'
import { inNoGroup, readClaims } from './claims.ts'

const groupsOf = (groups: unknown) => readClaims('ada', [{ groups }], 'groups').groups

test('of a claim about groups, only values that no setting can name are left out', () => {
  expect(groupsOf(['staff', 7, null, { name: 'x' }, 'x'.repeat(501), 'a\u0000b', '\ud800', 'staff'])).toEqual(
    ['staff'],
  )
  const thousands = Array.from({ length: 5_000 }, (_, index) => `team-${index}`)
  expect(groupsOf([...thousands, 'staff'])).toContain('staff')
  expect(groupsOf('staff')).toEqual(['staff'])
  expect(groupsOf([])).toEqual([])
})

test('a claim that is no list of groups says nothing', () => {
  for (const claim of [undefined, null, 7, true, { staff: true }]) expect(groupsOf(claim)).toBeNull()
})

test('a person whose groups are too many for the token is in no group only if the provider says so', () => {
  const none = (...sets: object[]) => {
    const all = sets.map((set) => ({ ...set }))
    return inNoGroup(readClaims('ada', all, 'groups'), all, 'groups').groups
  }
  expect(none({}, { name: 'Ada' })).toEqual([])
  expect(none({ _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } })).toBeNull()
  expect(none({}, { _claim_names: { groups: 'src1' } })).toBeNull()
  expect(none({ hasgroups: 'true' })).toBeNull()
  for (const other of [{ address: 'src1' }, null, 7, 'groups'])
    expect(none({ _claim_names: other })).toEqual([])
})
