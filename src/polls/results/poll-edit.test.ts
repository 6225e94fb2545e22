import { expect, test } from 'vitest'
import { PLAIN_COUNT } from '../counts/methods.ts'
import type { Poll } from '../poll.ts'
import { checkEdit, type PollEdit } from '../poll-edit.ts'
import { NO_RULES } from './decision-rules.ts'

const NOW = new Date('2027-01-02T00:00:00Z')
const LATER = new Date('2027-01-03T00:00:00Z')
const OPTIONS = ['agree', 'disagree'].map((name, place) => ({
  id: place + 1,
  poll_id: 1,
  slot: place + 1,
  priority: place,
  name,
  meaning: null,
  cost: null,
}))
const FACTS = { options: OPTIONS, costs: {}, now: NOW }
const RULES = {
  quorum_pct: 50,
  thresholds: [{ option: 'agree', percent: 50, of: 'cast' as const, at: 'least' as const }],
}

const EDIT: PollEdit = {
  title: 'T',
  details: null,
  closing_at: LATER,
  hide_results: 'off',
  ...NO_RULES,
  ...PLAIN_COUNT,
  ...RULES,
}
const OPEN = { ...EDIT, poll_type: 'proposal', opened_at: NOW, closed_at: null } as Poll
const DRAFT = { ...OPEN, opened_at: null, closing_at: null } as Poll

const wrong = (poll: Poll, change: Partial<PollEdit>) =>
  checkEdit(poll, { ...EDIT, closing_at: poll.closing_at, ...change }, FACTS).map(({ field, code }) => [
    field,
    code,
  ])

test("a poll's decision rules are fixed once voting has opened", () => {
  const same = {
    thresholds: RULES.thresholds.map(({ at, of, percent, option }) => ({ at, of, percent, option })),
  }
  expect(wrong(OPEN, same)).toEqual([])
  expect(wrong(OPEN, { ...NO_RULES, no_block: true })).toEqual([
    ['quorum_pct', 'frozen'],
    ['thresholds', 'frozen'],
    ['no_block', 'frozen'],
  ])
})

test('in a draft they may change within the options', () => {
  expect(wrong(DRAFT, NO_RULES)).toEqual([])
  const blue = { ...RULES.thresholds[0]!, option: 'blue' }
  expect(wrong(DRAFT, { thresholds: [blue], no_block: true })).toEqual([
    ['thresholds', 'threshold_of_no_option'],
    ['no_block', 'no_block_option'],
  ])
})
