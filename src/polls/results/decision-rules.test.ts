import { expect, test } from 'vitest'
import { threshold } from '../../../test/verdicts.ts'
import { faultWords } from '../../errors.ts'
import { checkRules, NO_RULES } from './decision-rules.ts'

test('invalid rules are rejected with every reason at once', () => {
  const thresholds = [
    threshold({ option: 'blue' }),
    threshold({ percent: 33.333 }),
    threshold({ percent: 10 }),
    threshold({ percent: 10, at: 'most' }),
  ]
  const problems = checkRules({ ...NO_RULES, thresholds, no_block: true }, 'proposal', ['agree', 'disagree'])
  expect(problems.map((problem) => `${problem.field} ${faultWords(problem)}`)).toEqual([
    'thresholds name "blue", which is not one of the options',
    'thresholds contain the percentage 33.333; use at most two decimals',
    'thresholds contain "at least … of those who vote" more than once for "agree"',
    'no_block needs a proposal with the option block',
  ])
  const many = Array.from({ length: 21 }, (_, place) => threshold({ option: `option ${place}` }))
  expect(checkRules({ ...NO_RULES, thresholds: many }, 'poll', null)).toMatchObject([{ code: 'too_many' }])
})
