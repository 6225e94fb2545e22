import { describe, expect, test } from 'vitest'
import { sentence, threshold, votesOf } from '../../../test/verdicts.ts'
import type { PollTypeName } from '../types/index.ts'
import { NO_RULES } from './decision-rules.ts'
import { rulesWords } from './verdict-words.ts'

describe('as text', () => {
  test('the decision comes first, then each rule with its numbers, failed ones before the rest', () => {
    const rules = { thresholds: [threshold()], quorum_pct: 50, no_block: true }
    const votes = votesOf({ agree: 8, abstain: 2, disagree: 1 })
    expect(sentence({ votes, voters: 14, rules })).toBe(
      'Passed: 8 of 11 who voted agree (72.7%, at least 66% needed); no blocks; 11 of 14 voted (78.6%, quorum 50%).',
    )
    expect(sentence({ votes, voters: 40, rules })).toBe(
      'Not passed: 11 of 40 voted (27.5%, quorum 50%); 8 of 11 who voted agree (72.7%, at least 66% needed); no blocks.',
    )
  })

  test('one vote is singular, and all voters are distinguished from those who voted', () => {
    const thresholds = [threshold({ option: 'disagree', percent: 25, at: 'most', of: 'eligible' })]
    const votes = votesOf({ agree: 2, disagree: 1, block: 1 })
    expect(sentence({ votes, voters: 5, rules: { thresholds, no_block: true } })).toBe(
      'Not passed: 1 block; 1 of all 5 voters disagrees (20%, at most 25% allowed); 4 of 5 voted (80%).',
    )
  })

  test('a poll without rules says so', () => {
    expect(sentence({ votes: votesOf({ agree: 1 }), voters: 2 })).toBe(
      'This poll has no conditions: 1 of 2 voted (50%).',
    )
  })

  test.each<[PollTypeName, string]>([
    ['proposal', 'It passes when at least 66% of those who vote agree and at least 50% of all voters vote.'],
    [
      'poll',
      'It passes when at least 66% of those who vote choose “agree” and at least 50% of all voters vote.',
    ],
    [
      'meeting',
      'It passes when at least 66% of those who vote can make “agree” and at least 50% of all voters vote.',
    ],
  ])('a %s shows its rules before voting', (poll_type, words) => {
    const poll = { ...NO_RULES, poll_type, thresholds: [threshold()], quorum_pct: 50 }
    expect(rulesWords(poll, 5, (name) => name)).toBe(words)
    expect(rulesWords({ ...poll, ...NO_RULES }, 5, (name) => name)).toBeNull()
  })
})

test('a proposal that everyone rejects is not called passed if its only rule is a quorum or no block', () => {
  const votes = votesOf({ disagree: 3 })
  for (const rules of [{ quorum_pct: 10 }, { no_block: true }])
    expect(sentence({ votes, voters: 12, rules })).toMatch(/^Conditions met: /)
})

test('among so many that it makes a difference, the exact share is named instead of two thirds', () => {
  const rules = { thresholds: [threshold({ percent: 66.66 })] }
  expect(sentence({ votes: votesOf({ agree: 2, disagree: 1 }), voters: 3, rules })).toContain(
    'at least two thirds needed',
  )
  expect(sentence({ votes: votesOf({ agree: 3333, disagree: 1667 }), voters: 5000, rules })).toContain(
    '66.66%, at least 66.66% needed',
  )
  const poll = { ...NO_RULES, ...rules, poll_type: 'proposal' as const }
  expect(rulesWords(poll, 4999, (name) => name)).toContain('at least two thirds of')
  expect(rulesWords(poll, 5000, (name) => name)).toContain('at least 66.66% of')
})
