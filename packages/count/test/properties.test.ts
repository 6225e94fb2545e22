import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CountError, count, type Election, explain, type Method, type RankedBallot } from '../src/index.ts'
import { sha256 } from '../src/sha256.ts'
import { plainStv } from './plain-stv.ts'

const NAMES = ['A', 'B', 'C', 'D', 'E']
const PLACES = NAMES.map((_, place) => place)

const BALLOT = fc.record({
  weight: fc.integer({ min: 1, max: 6 }),
  ranks: fc.shuffledSubarray(PLACES, { minLength: 1 }).map((order) => order.map((place) => [place])),
})
const BALLOTS = fc.array(BALLOT, { minLength: 1, maxLength: 12 })
const RANKED: Method[] = ['irv', 'stv_scottish', 'stv_meek', 'schulze', 'ranked_pairs', 'points', 'approval']

const electionOf = (method: Method, ballots: RankedBallot[], seats = 1): Election => ({
  method,
  seats,
  options: NAMES,
  ballots,
  lot: { seed: 'yard' },
})

test('a lot that decides is found behind another tie that it also settles', () => {
  const ballots = [
    { weight: 2, ranks: [[4]] },
    { weight: 1, ranks: [[3], [1], [4], [2]] },
    { weight: 1, ranks: [[1], [3], [0]] },
    { weight: 3, ranks: [[2], [1]] },
  ]
  const counted = count(electionOf('stv_meek', ballots))
  const other = count({ ...electionOf('stv_meek', ballots), lot: { order: [0, 2, 3, 1, 4] } })
  expect([counted.elected, other.elected]).toEqual([[2], [4]])
  expect([counted.by_lot, other.by_lot]).toEqual([true, true])
})

test.each(RANKED)('by %s, the same is elected by every lot if none is told to decide', (method) => {
  fc.assert(
    fc.property(BALLOTS, fc.shuffledSubarray(PLACES, { minLength: 5 }), (ballots, order) => {
      const counted = count(electionOf(method, ballots))
      if (counted.by_lot) return
      expect(count({ ...electionOf(method, ballots), lot: { order } }).elected).toEqual(counted.elected)
    }),
    { numRuns: 500 },
  )
})

describe.each(RANKED)('%s', (method) => {
  test('gives the same result for any order and any grouping of ballots', () => {
    fc.assert(
      fc.property(BALLOTS, fc.integer({ min: 0, max: 99 }), (ballots, turn) => {
        const at = turn % ballots.length
        const apart = ballots.flatMap(({ weight, ranks }) =>
          Array.from({ length: weight }, () => ({ weight: 1, ranks })),
        )
        const shuffled = [...ballots.slice(at), ...ballots.slice(0, at)]
        const counted = count(electionOf(method, ballots))
        expect(count(electionOf(method, shuffled))).toEqual(counted)
        expect(count(electionOf(method, apart))).toEqual(counted)
      }),
    )
  })

  test('loses no vote in any round, and explains every round', () => {
    fc.assert(
      fc.property(BALLOTS, (ballots) => {
        const counted = count(electionOf(method, ballots))
        expect(explain(counted, NAMES)).toHaveLength(counted.rounds.length)
        expect(counted.elected).toHaveLength(1)
        if (!['irv', 'stv_scottish', 'stv_meek'].includes(method)) return
        const all = BigInt(counted.valid) * 10n ** BigInt(counted.decimals)
        for (const { votes, exhausted } of counted.rounds)
          expect(votes.reduce<bigint>((sum, own) => sum + (own ?? 0n), exhausted)).toBe(all)
      }),
    )
  })
})

test('an option that beats every other wins by Schulze’s method and by ranked pairs', () => {
  fc.assert(
    fc.property(BALLOTS, (ballots) => {
      const { pairwise, elected } = count(electionOf('schulze', ballots))
      const preferring = pairwise?.preferring ?? []
      const best = PLACES.find((one) =>
        PLACES.every(
          (other) => other === one || (preferring[one]?.[other] ?? 0) > (preferring[other]?.[one] ?? 0),
        ),
      )
      if (best === undefined) return
      expect(elected).toEqual([best])
      expect(count(electionOf('ranked_pairs', ballots)).elected).toEqual([best])
    }),
  )
})

test('a surplus never goes to an elected or excluded option', () => {
  fc.assert(
    fc.property(BALLOTS, fc.integer({ min: 1, max: 3 }), (ballots, seats) => {
      const { rounds } = count(electionOf('stv_scottish', ballots, seats))
      const done = new Set<number>()
      for (const { transfers, elected, excluded } of rounds) {
        for (const { to } of transfers) expect(to === null || !done.has(to)).toBe(true)
        for (const option of [...elected, ...excluded]) done.add(option)
      }
    }),
  )
})

test('a simple counter of single ballots elects the same by the Scottish rules', () => {
  fc.assert(
    fc.property(BALLOTS, fc.integer({ min: 1, max: 4 }), (ballots, seats) => {
      const { elected, rounds } = count({
        ...electionOf('stv_scottish', ballots, seats),
        lot: { order: PLACES },
      })
      const plain = plainStv(NAMES.length, seats, ballots)
      expect(elected.toSorted()).toEqual(plain.elected)
      expect(
        rounds.filter(({ step }) => step !== 'remaining').map(({ votes }) => votes.map((own) => own ?? 0n)),
      ).toEqual(plain.stages)
    }),
    { numRuns: 500 },
  )
})

test('the median goes down by one grade at a time', () => {
  const plain = (grades: number[]): number[] => {
    const left = grades.toSorted((one, other) => one - other)
    return grades.map(() => left.splice(Math.ceil(left.length / 2) - 1, 1)[0] ?? 0)
  }
  const SCORES = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(SCORES, (scores) => {
      const ballots = scores.map((pair) => ({ weight: 1, scores: pair }))
      const { ranking } = count({ method: 'median', options: ['A', 'B'], ballots })
      const [one, other] = [0, 1].map((place) => plain(scores.map((pair) => pair[place] ?? 0)))
      const order =
        one?.map((grade, at) => grade - (other?.[at] ?? 0)).find((difference) => difference !== 0) ?? 0
      expect(ranking).toEqual(order === 0 ? [[0, 1]] : order > 0 ? [[0], [1]] : [[1], [0]])
    }),
    { numRuns: 500 },
  )
})

describe('equal shares', () => {
  const bought = (ballots: number[][], costs: number[], budget: number) => {
    const election = {
      method: 'equal_shares' as const,
      options: costs.map((_, at) => `P${at}`),
      costs,
      budget,
    }
    return count({ ...election, ballots: ballots.map((scores) => ({ weight: 1, scores })) })
  }

  test('fund what each of two groups wants; the most dots alone would fund only the larger group’s wishes', () => {
    const larger = Array.from({ length: 6 }, () => [3, 2, 0])
    const smaller = Array.from({ length: 4 }, () => [0, 0, 5])
    expect(bought([...larger, ...smaller], [50, 50, 40], 100).elected).toEqual([2, 0])
  })

  test('never spend more than the budget, and report what everyone got in addition', () => {
    const BALLOT_OF_DOTS = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.array(BALLOT_OF_DOTS, { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 4, maxLength: 4 }),
        (ballots, costs) => {
          const { budget, elected } = bought(ballots, costs, 100)
          expect(budget?.spent).toBe(elected.reduce((sum, place) => sum + (costs[place] ?? 0), 0))
          expect(budget?.spent).toBeLessThanOrEqual(100)
          for (const place of elected) expect(ballots.some((dots) => (dots[place] ?? 0) > 0)).toBe(true)
        },
      ),
    )
  })

  test('take no run for each step while a dear option that one voter wants keeps money unspent', () => {
    let seed = 1
    const below = (end: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % end
    }
    const costs = Array.from({ length: 50 }, (_, at) => (at === 49 ? 400_000 : 100 + below(1_900)))
    const ballots = Array.from({ length: 100 }, (_, voter) =>
      costs.map((_, at) => (at === 49 ? Number(voter === 0) : below(6))),
    )
    const before = process.cpuUsage()
    const { elected, budget } = bought(ballots, costs, 1_000_000)
    const { user } = process.cpuUsage(before)
    expect(elected).toHaveLength(50)
    expect(budget?.added).toBeGreaterThan(100 * (budget?.step ?? 0))
    // Microseconds. A run for each of some 900 steps takes far longer.
    expect(user).toBeLessThan(2_500_000)
  })
})

test('the hash of lots is SHA-256', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
    }),
  )
})

test.each<[string, Partial<Election>, string]>([
  ['method', { method: 'guess' as Method }, 'method'],
  ['more seats than options', { seats: 6, method: 'stv_meek' }, 'seats'],
  ['several seats where one is elected', { seats: 2 }, 'seats'],
  ['equal options', { options: ['A', 'A'] }, 'options'],
  ['an option twice', { ballots: [{ weight: 1, ranks: [[0], [0]] }] }, 'ballots[0]'],
  ['equal ranks where no rule is for them', { ballots: [{ weight: 1, ranks: [[0, 1]] }] }, 'ballots[0]'],
  ['no weight', { ballots: [{ weight: 0, ranks: [[0]] }] }, 'ballots[0]'],
  ['a budget without costs', { method: 'equal_shares', ballots: [], budget: 5 }, 'costs'],
])('%s cannot be counted, and the field is named', (_, wrong, field) => {
  const election = { ...electionOf('irv', [{ weight: 1, ranks: [[0]] }]), ...wrong }
  expect(() => count(election)).toThrow(CountError)
  expect(() => count(election)).toThrow(expect.objectContaining({ field }))
})
