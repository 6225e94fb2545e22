import { describe, expect, test } from 'vitest'
import { count, type Election, explain, guessedByLot, type Method } from '../src/index.ts'

const A = 0
const B = 1
const C = 2
const D = 3

/** Ballots by their ranks, "3 A B C" as [3, A, B, C]. */
const ranked = (...all: [number, ...number[]][]) =>
  all.map(([weight, ...ranks]) => ({ weight, ranks: ranks.map((place) => [place]) }))
const scored = (...all: number[][]) => all.map((scores) => ({ weight: 1, scores }))

type Rest = Partial<Election>
const decided = (method: Method, options: number, ballots: Election['ballots'], rest: Rest = {}) =>
  count({ method, options: ['A', 'B', 'C', 'D'].slice(0, options), ballots, ...rest }).by_lot

const CYCLE = ranked([1, A, B, C], [1, B, C, A], [1, C, A, B])

describe('a lot that decides who is elected is known', () => {
  test.each<[string, Method, number, Election['ballots'], Rest]>([
    ['instant runoff', 'irv', 2, ranked([2, A], [2, B]), {}],
    ['the fewest votes of three', 'irv', 3, ranked([4, A], [3, B, A], [3, C, B]), {}],
    ['the round by which a later tie is settled', 'irv', 4, ranked([6, A], [6, B], [1, C, A], [1, D, B]), {}],
    ['the Scottish rule', 'stv_scottish', 3, ranked([4, A], [1, B], [1, C]), { seats: 2 }],
    ['Meek’s rule', 'stv_meek', 3, ranked([4, A], [1, B], [1, C]), { seats: 2 }],
    ['Schulze', 'schulze', 3, CYCLE, {}],
    ['ranked pairs, where all duels are as clear', 'ranked_pairs', 3, CYCLE, {}],
    ['ranked pairs between equals', 'ranked_pairs', 2, ranked([2, A, B], [2, B, A]), {}],
    ['approval', 'approval', 3, ranked([2, A], [2, B], [1, C]), {}],
    ['the last seat by points', 'points', 3, ranked([3, A], [2, B], [2, C]), { seats: 2 }],
    ['majority judgment', 'median', 2, scored([3, 3], [1, 1]), {}],
    ['the runoff of STAR', 'star', 2, scored([3, 1], [1, 3]), {}],
    [
      'a place in the runoff of STAR that one of the tied would win',
      'star',
      3,
      scored([5, 0, 3], [2, 3, 0], [0, 1, 1]),
      { max_score: 5 },
    ],
    ['equal shares', 'equal_shares', 2, scored([2, 2]), { budget: 10, costs: [10, 10] }],
  ])('%s', (_, method, options, ballots, rest) => {
    expect(decided(method, options, ballots, rest)).toBe(true)
  })
})

describe('a lot that changes nothing is not told as deciding', () => {
  test.each<[string, Method, number, Election['ballots'], Rest]>([
    [
      'among options that are excluded in any order',
      'irv',
      4,
      ranked([6, A], [5, B], [1, C, B], [1, D, B]),
      {},
    ],
    [
      'among those who get a seat anyway',
      'stv_scottish',
      3,
      ranked([5, A, C], [5, B, C], [2, C]),
      { seats: 2 },
    ],
    ['among those who are all paid for', 'equal_shares', 2, scored([2, 2]), { budget: 20, costs: [10, 10] }],
    ['which of the lower ones is in the runoff of STAR', 'star', 3, scored([5, 1, 1], [5, 1, 1]), {}],
    [
      'among the fewest, who together have more than the next',
      'irv',
      4,
      ranked([5, A], [3, B], [2, C, A], [2, D, A]),
      {},
    ],
    ['no lot at all', 'irv', 2, ranked([3, A], [2, B]), {}],
    [
      'a circle that the clearest duels break',
      'ranked_pairs',
      3,
      ranked([4, A, B, C], [3, B, C, A], [2, C, A, B]),
      {},
    ],
    [
      'equal duels below a winner',
      'ranked_pairs',
      4,
      ranked([1, D, A, B, C], [1, D, B, C, A], [1, D, C, A, B]),
      {},
    ],
  ])('%s', (_, method, options, ballots, rest) => {
    expect(decided(method, options, ballots, rest)).toBe(false)
  })
})

test('the lot among equally clear duels of ranked pairs is explained', () => {
  const options = ['Ann', 'Bob', 'Cem']
  const counted = count({ method: 'ranked_pairs', options, ballots: CYCLE })
  const winner = options[counted.elected[0] ?? 0]
  expect(explain(counted, options)[0]).toContain(
    `Ann, Bob and Cem are tied; decided by drawing lots: ${winner} comes first.`,
  )
})

test.each([
  [
    'the grades',
    [
      [1, 4],
      [3, 3],
      [3, 3],
    ],
    /^Ann and Bob are tied for the highest median \(3\); decided by the grades around the median: Bob is elected\.$/,
  ],
  [
    'a lot',
    [
      [3, 3],
      [1, 1],
    ],
    /^Ann and Bob are tied for the highest median \(1\); decided by drawing lots: (Ann|Bob) is elected\.$/,
  ],
  [
    'a lot where the grades leave fewer',
    [
      [2, 3, 3],
      [3, 2, 3],
      [3, 3, 1],
    ],
    /^Ann, Bob and Cem are tied for the highest median \(3\); by the grades around the median, Ann and Bob are still tied; decided by drawing lots: (Ann|Bob) is elected\.$/,
  ],
])('majority judgment tells of a tie first, and then how %s broke it', (_, ballots, told) => {
  const options = ['Ann', 'Bob', 'Cem'].slice(0, ballots[0]?.length)
  expect(explain(count({ method: 'median', options, ballots: scored(...ballots) }), options).join()).toMatch(
    told,
  )
})

test.each<[string, Method, Election['ballots']]>([
  ['Schulze, where nobody wins a duel', 'schulze', ranked([2, A, B], [2, B, A])],
  ['ranked pairs, where nobody wins a duel', 'ranked_pairs', ranked([2, A, B], [2, B, A])],
  ['Schulze, where all victories are equal', 'schulze', CYCLE],
  ['ranked pairs, where all victories are equal', 'ranked_pairs', CYCLE],
])('victories are not told as the cause of what a lot decided: %s', (_, method, ballots) => {
  const options = ['Ann', 'Bob', 'Cem'].slice(0, ballots.length)
  const counted = count({ method, options, ballots })
  const [told] = explain(counted, options)
  expect(told).not.toContain('strongest victories')
  expect(told).toContain(
    `No option beats every other option, and comparing victories does not break the tie; ${options[counted.elected[0] ?? 0]} is elected by lot.`,
  )
})

test('of a count that was stored without, a lot is taken to decide if it could', () => {
  const options = ['A', 'B', 'C', 'D']
  const { by_lot, unnamed_tie, ...stored } = count({
    method: 'irv',
    options,
    ballots: ranked([5, A], [3, B], [2, C, A], [2, D, A]),
  })
  expect({ by_lot, unnamed_tie }).toEqual({ by_lot: false, unnamed_tie: null })
  expect(guessedByLot(stored).by_lot).toBe(true)
})

/** A circle in which each option beats the next half of them, all alike. */
const circleOf = (size: number) =>
  Array.from({ length: size }, (_, first) => ({
    weight: 1,
    ranks: Array.from({ length: size }, (_, rank) => [(first + rank) % size]),
  }))

test.each([13, 31])('the lot of ranked pairs in a circle of %i options is found', (size) => {
  const options = Array.from({ length: size }, (_, place) => `${place}`)
  const counted = count({ method: 'ranked_pairs', options, ballots: circleOf(size) })
  expect(counted.by_lot).toBe(true)
})
