import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factsOf, NAMES, passed, sentence, threshold, votesOf } from '../../../test/verdicts.ts'
import type { Poll } from '../poll.ts'
import type { DecisionRules } from './decision-rules.ts'
import { boundMeant, boundWritten, percentBeside, thirdsOf, verdictOf } from './verdict.ts'

const FUTURE = new Date('2027-01-03T00:00:00Z')

test('a third and two thirds are the bounds that they just keep, however they are rounded', () => {
  for (const [at, typed, meant, thirds] of [
    ['least', 66.67, 66.66, 'two'],
    ['least', 33.33, 33.33, 'one'],
    ['most', 33.33, 33.34, 'one'],
    ['most', 66.67, 66.67, 'two'],
    ['least', 66, 66, null],
    ['most', 50.01, 50.01, null],
  ] as const) {
    expect(boundMeant({ percent: typed, at })).toBe(meant)
    expect(thirdsOf({ percent: meant, at }, 3)).toBe(thirds)
    expect(boundWritten({ percent: meant, at })).toBe(typed)
  }
})

test.each([
  ['least', 66.66, 2, 5000],
  ['most', 66.67, 2, 10_000],
  ['least', 33.33, 1, 10_000],
  ['most', 33.34, 1, 5000],
] as const)(
  'at %s %d% is called by its thirds only while no number of people differs',
  (at, percent, thirds, first) => {
    const differs = (people: number) =>
      Array.from({ length: people + 1 }, (_, part) => part).some((part) => {
        const [exact, bound] = [
          part * 3 - thirds * people,
          part * 10_000 - Math.round(percent * 100) * people,
        ]
        return at === 'least' ? exact >= 0 !== bound >= 0 : exact <= 0 !== bound <= 0
      })
    for (const people of [1, 2, 3, 100, 999, first - 2, first - 1]) {
      expect(differs(people)).toBe(false)
      expect(thirdsOf({ percent, at }, people)).not.toBeNull()
    }
    expect(differs(first)).toBe(true)
    expect(thirdsOf({ percent, at }, first)).toBeNull()
  },
)

describe('a rule is met', () => {
  const shares = fc.record({
    whole: fc.integer({ min: 1, max: 40 }),
    part: fc.nat({ max: 40 }),
    hundredths: fc.integer({ min: 0, max: 10_000 }),
  })

  test('exactly when the part times 10 000 reaches the bound in hundredths times the whole', () => {
    fc.assert(
      fc.property(shares, fc.constantFrom('least', 'most'), ({ whole, part, hundredths }, at) => {
        const agree = Math.min(part, whole)
        const votes = votesOf({ agree, disagree: whole - agree })
        const kept = BigInt(agree) * 10_000n - BigInt(hundredths) * BigInt(whole)
        expect(passed({ votes, rules: { thresholds: [threshold({ percent: hundredths / 100, at })] } })).toBe(
          at === 'least' ? kept >= 0n : kept <= 0n,
        )
      }),
    )
  })

  test('at exactly its bound, in both directions, where a third as a fraction would miss it', () => {
    for (const at of ['least', 'most'] as const) {
      const rules = { thresholds: [threshold({ percent: 35, at })] }
      expect(passed({ votes: votesOf({ agree: 7, disagree: 13 }), rules })).toBe(true)
    }
    expect(passed({ votes: votesOf({ agree: 2, disagree: 1 }), rules: { thresholds: [threshold()] } })).toBe(
      true,
    )
    const more = { thresholds: [threshold({ percent: 66.67 })] }
    expect(passed({ votes: votesOf({ agree: 2, disagree: 1 }), rules: more })).toBe(false)
  })

  test('of all voters only if the missing votes could not change it', () => {
    const rules = { thresholds: [threshold({ percent: 50, of: 'eligible' })] }
    const votes = votesOf({ agree: 5 })
    expect(passed({ votes, voters: 10, rules })).toBe(true)
    expect(passed({ votes, voters: 11, rules })).toBe(false)
  })

  test('never by a different rounding than the displayed one', () => {
    fc.assert(
      fc.property(shares, fc.constantFrom<1 | 2>(1, 2), ({ whole, part, hundredths }, places) => {
        const actual = { part: Math.min(part, whole), whole }
        const bound = hundredths / 100
        const shown = percentBeside(actual, bound, places)
        const exact = BigInt(actual.part) * 10_000n - BigInt(hundredths) * BigInt(whole)
        expect(Math.sign(shown - bound)).toBe(exact === 0n ? 0 : exact < 0n ? -1 : 1)
        expect(Math.abs(shown - (actual.part * 100) / whole)).toBeLessThan(places === 1 ? 0.1 : 0.01)
      }),
    )
  })
})

describe('a quorum', () => {
  test('is reached at exactly its percentage, and missed by one vote', () => {
    expect(passed({ votes: votesOf({ abstain: 7 }), voters: 14, rules: { quorum_pct: 50 } })).toBe(true)
    expect(passed({ votes: votesOf({ abstain: 7 }), voters: 15, rules: { quorum_pct: 50 } })).toBe(false)
  })

  test('is missed when there are no voters, unless it is 0', () => {
    expect(passed({ rules: { quorum_pct: 1 } })).toBe(false)
    expect(passed({ rules: { quorum_pct: 0 } })).toBe(true)
  })
})

describe('without votes', () => {
  const AT_MOST = threshold({ option: 'disagree', percent: 25, at: 'most' })
  const LIMITS: [string, Partial<DecisionRules>][] = [
    ['no block', { no_block: true }],
    ['a share of those who vote that is not exceeded', { thresholds: [AT_MOST] }],
    ['a share of all voters that is not exceeded', { thresholds: [{ ...AT_MOST, of: 'eligible' }] }],
    ['both', { thresholds: [AT_MOST], no_block: true }],
  ]

  test.each(LIMITS)('%s alone decides nothing', (_, rules) => {
    const verdict = verdictOf(factsOf({ voters: 9, rules }))
    expect(verdict).toMatchObject({ standing: 'closed', passed: null })
    for (const ruling of verdict.rulings) expect(ruling.passed).toBeNull()
    expect(sentence({ voters: 9, rules })).toBe('Not decided: nobody voted. 9 could have.')
  })

  test.each(LIMITS)('%s decides once a single vote is cast', (_, rules) => {
    expect(passed({ votes: ['abstain'], voters: 9, rules })).toBe(true)
  })

  test.each(LIMITS)('a requirement beside %s fails', (_, rules) => {
    for (const required of [{ quorum_pct: 10 }, { thresholds: [threshold({ percent: 1 })] }]) {
      const thresholds = [...(rules.thresholds ?? []), ...(required.thresholds ?? [])]
      const both = { ...rules, ...required, thresholds }
      expect(passed({ voters: 9, rules: both })).toBe(false)
      const head = thresholds.length > 0 ? 'Not passed' : 'Conditions not met'
      expect(sentence({ voters: 9, rules: both })).toBe(`${head}: nobody voted. 9 could have.`)
    }
  })
})

test('a single block is enough', () => {
  const rules = { no_block: true, thresholds: [threshold()] }
  expect(passed({ votes: votesOf({ agree: 99 }), rules })).toBe(true)
  expect(passed({ votes: votesOf({ agree: 99, block: 1 }), rules })).toBe(false)
})

test('a poll passes when it meets all its rules', () => {
  const percent = fc.integer({ min: 0, max: 100 })
  const counts = fc.record({ agree: fc.nat(9), abstain: fc.nat(9), disagree: fc.nat(9), block: fc.nat(2) })
  const rules = fc.record({
    quorum_pct: fc.option(percent),
    thresholds: fc.array(
      fc.record({
        option: fc.constantFrom(...NAMES),
        percent,
        of: fc.constantFrom('cast' as const, 'eligible' as const),
        at: fc.constantFrom('least' as const, 'most' as const),
      }),
      { maxLength: 3 },
    ),
    no_block: fc.boolean(),
  })
  fc.assert(
    fc.property(rules, counts, fc.nat(20), (asked, given, away) => {
      const votes = votesOf(given)
      const wish = { votes, voters: votes.length + away, rules: asked }
      const verdict = verdictOf(factsOf(wish))
      const set = asked.thresholds.length + (asked.quorum_pct === null ? 0 : 1) + (asked.no_block ? 1 : 0)
      const ends = new Set(verdict.rulings.map((ruling) => ruling.passed))
      const decided = ends.has(false) ? false : set > 0 && !ends.has(null) ? true : null
      expect(verdict.rulings).toHaveLength(set)
      expect(verdict.passed).toBe(decided)
      expect(ends.has(null) && votes.length > 0).toBe(false)
      const begins = {
        true: asked.thresholds.length > 0 ? 'Passed: ' : 'Conditions met: ',
        false: asked.thresholds.length > 0 ? 'Not passed: ' : 'Conditions not met: ',
        null: set === 0 ? 'This poll has no conditions' : 'Not decided: ',
      }
      expect(sentence(wish).startsWith(begins[`${decided}`])).toBe(true)
    }),
  )
})

describe('there is no decision', () => {
  const OPEN = { closing_at: FUTURE, closed_at: null }
  const votes = votesOf({ agree: 3, disagree: 1 })
  const rules = { thresholds: [threshold()], quorum_pct: 50 }
  const standing = (poll: Partial<Poll>) => {
    const { passed, standing, rulings } = verdictOf(factsOf({ votes, voters: 5, rules, poll }))
    expect(passed).toBeNull()
    expect(rulings.map((ruling) => ruling.passed)).toEqual([null, null])
    return [standing, ...rulings.map(({ actual }) => actual)]
  }
  const turnout = { part: 4, whole: 5 }

  test('while voting is open, though the numbers are shown', () => {
    expect(standing(OPEN)).toEqual(['open', { part: 3, whole: 4 }, turnout])
  })

  test('while results are hidden, and no vote is shown', () => {
    expect(standing({ ...OPEN, hide_results: 'until_closed' })).toEqual(['open', null, turnout])
    expect(sentence({ votes, voters: 5, rules, poll: { ...OPEN, hide_results: 'until_vote' } })).toBe(
      'Not decided yet: voting is open. So far, 4 of 5 voted (80%, quorum 50%).',
    )
  })

  test('while an urn is not sealed', () => {
    expect(standing({ anonymous: true })).toEqual(['counting', null, turnout])
  })

  test('in a draft', () => {
    expect(standing({ opened_at: null, closing_at: null, closed_at: null })[0]).toBe('draft')
  })

  test('while voting is open in an anonymous poll, whatever its settings', () => {
    expect(standing({ ...OPEN, anonymous: true })).toEqual(['open', null, turnout])
  })
})
