import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRecounts, type Recounts } from '../../../test/recounts.ts'
import type { Choices } from '../../polls/ballots/ballot.ts'
import { sealOf } from '../../polls/results/ballot-export.ts'

const NAMES = ['A', 'B', 'C']

let at: Recounts

beforeAll(async () => {
  at = await openRecounts()
})

const SCORED = fc.array(
  fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 0, max: 5 }), { minKeys: 1 }),
  { maxLength: 4 },
)
const RANKED = fc.array(
  fc
    .shuffledSubarray(NAMES, { minLength: 3 })
    .map((names) => Object.fromEntries(names.map((name, place) => [name, place + 1]))),
  { maxLength: 4 },
)

describe('the recount of an export', () => {
  test.each([true, false])('equals its totals after any votes, anonymous %s', async (anonymous) => {
    const kinds = fc.oneof(
      SCORED.map((ballots) => ({ poll_type: 'score', ballots })),
      RANKED.map((ballots) => ({ poll_type: 'ranked_choice', ballots })),
    )
    await fc.assert(
      fc.asyncProperty(kinds, async ({ ballots, ...settings }) => {
        const file = await at.exported({ ...settings, anonymous }, NAMES, ballots)
        expect(file.ballots).toHaveLength(ballots.length)
        const { out, fault } = await at.recounted(file)
        expect([fault, out.includes('Recounted: equal')]).toEqual(['', true])
      }),
      { numRuns: 12 },
    )
  })

  test('takes votes of a poll that closed without options', async () => {
    const file = await at.exported(
      { anonymous: true, poll_type: 'poll', voter_can_add_options: true },
      [],
      [],
    )
    const ballot = { scores: [], nonce: '0'.repeat(32) }
    const ballots = [{ ...ballot, hash: sealOf(ballot) }]
    const { out, fault } = await at.recounted({ ...file, ballots, totals: { ...file.totals, cast_count: 1 } })
    expect([fault, out.includes('Recounted: equal')]).toEqual(['', true])
  })

  test('is printed as a table or as JSON', async () => {
    const file = await at.exported({ poll_type: 'poll' }, ['A', 'B'], [{ A: 1 }, { B: 1 }, { B: 1 }])
    const { out } = await at.recounted(file)
    expect(out).toMatch(/RANK +OPTION +SCORE +VOTERS +AVERAGE\n1 +B +2 +2 +1\.00\n2 +A +1 +1 +1\.00\n/)
    const { fault, out: json } = await at.recounted(file, true)
    expect([fault, JSON.parse(json)]).toMatchObject(['', { equal: true, differences: [], cast_count: 3 }])
  })
})

describe('a count by sums', () => {
  const dots = (ballots: Choices[]) =>
    at.exported({ poll_type: 'dot_vote', dots_per_person: 8 }, ['Ana', 'Ben', 'Cem'], ballots)
  const LEVEL = [{ Ana: 4, Ben: 4 }, { Cem: 4 }]

  test('says who has the most', async () => {
    const { out } = await at.recounted(await dots([{ Ben: 5, Ana: 3 }]))
    expect(out).toContain('\nHighest total: Ben\n\nRecounted: equal')
    expect(out).not.toContain('Elected')
  })

  test('says of a tie that it is one, and nothing of a lot, as the page does', async () => {
    const file = await dots(LEVEL)
    const { out, fault } = await at.recounted(file)
    expect(fault).toBe('')
    expect(out).toContain('\nHighest total, tied: Ana, Ben, Cem\n')
    expect(out).not.toMatch(/Elected|\blot\b/)
    const path = join(at.folder, 'ballots.json')
    const counted = await at.countOf(path)
    expect(counted).toContain('Highest total, tied: Ana, Ben, Cem\n')
    expect(counted).not.toMatch(/\blot\b/)
    expect(await at.countOf(path, ['all'])).toMatch(/sum +Ana, Ben, Cem +tied/)
    expect(await at.countOf(path, ['all'])).not.toContain('by lot')
  })

  test('with several seats says whom it elects, and that a lot decided', async () => {
    const settings = { poll_type: 'ranked_choice', minimum_stance_choices: 1, seats: 2 }
    const { out } = await at.recounted(await at.exported(settings, NAMES, [{ A: 1 }, { B: 1 }, { C: 1 }]))
    expect(out).toMatch(/\nElected: \w, \w \(a tie was decided by lot\)\n/)
  })

  test('elects where the poll is counted by another method than its own', async () => {
    const settings = { poll_type: 'ranked_choice', minimum_stance_choices: 1 }
    await at.recounted(await at.exported(settings, NAMES, [{ A: 1 }, { B: 1 }]))
    const out = await at.countOf(join(at.folder, 'ballots.json'), ['all'])
    expect(out).toMatch(/points +A, B +tied/)
    expect(out).toMatch(/irv +[AB] +by lot/)
  })

  test('without a vote leads nobody', async () => {
    expect((await at.recounted(await dots([]))).out).not.toMatch(/Elected|Highest/)
  })
})

describe('a count by equal shares', () => {
  const shares = (ballots: Choices[]) =>
    at.exported(
      {
        ...{ poll_type: 'dot_vote', count_method: 'equal_shares', dots_per_person: 8, budget: 100 },
        option_costs: { Ana: 60, Ben: 30, Cem: 90 },
      },
      ['Ana', 'Ben', 'Cem'],
      ballots,
    )

  test('says what is funded of which budget, and not who has a seat', async () => {
    const { out, fault } = await at.recounted(await shares([{ Ana: 8 }, { Ana: 4, Ben: 4 }, { Cem: 1 }]))
    expect(fault).toBe('')
    expect(out).toContain('\nequal_shares: 3 ballots, budget 100\n')
    expect(out).toContain('\n90 of 100 is spent.\n')
    expect(out).toContain('\nFunded: Ana, Ben\n')
    const counted = await at.countOf(join(at.folder, 'ballots.json'))
    expect(counted).toContain('\nequal_shares: 3 ballots, budget 100\n')
    expect(counted).toContain('\n90 of 100 is spent.\n')
    expect(counted).toContain('\nFunded: Ana, Ben\n')
    expect(out + counted).not.toMatch(/seat|elected/i)
  })

  test('in which nobody gave dots says that nothing is funded', async () => {
    const file = await shares([{ Ana: 8 }])
    await at.recounted({
      ...file,
      ballots: file.ballots.map((one) => ({ ...one, scores: [null, null, null] })),
    })
    expect(await at.countOf(join(at.folder, 'ballots.json'))).toContain(
      '\n0 of 100 is spent.\n\nNo option is funded.\n',
    )
  })
})

describe('a count by rounds or pairs', () => {
  const BALLOTS = [{ A: 1, B: 2 }, { A: 1, C: 2 }, { B: 1, C: 2 }, { C: 1 }]
  const ranked = (count_method: string, seats: number) =>
    at.exported(
      { poll_type: 'ranked_choice', count_method, seats, minimum_stance_choices: 1 },
      NAMES,
      BALLOTS,
    )

  test('shows the votes of each round, and no points, which decide nothing', async () => {
    const file = await ranked('stv_scottish', 2)
    const { out, fault } = await at.recounted(file)
    expect(fault).toBe('')
    expect(out).not.toMatch(/RANK|SCORE|AVERAGE/)
    expect(out).toMatch(/stv_scottish: 4 ballots, 2 seats, quota 2.*\n\nOPTION +1/)
    expect(out).toMatch(/\nA +2\.00000/)
    expect(out.match(/^Elected: /gm)).toHaveLength(1)
    expect(out).toContain('Recounted: equal to the totals')
    const told = JSON.parse((await at.recounted(file, true)).out)
    expect(told.rows).toEqual(
      [1, 2, 3].map((slot) => ({ slot, name: NAMES[slot - 1], voter_count: expect.any(Number) })),
    )
    expect(told).toMatchObject({ equal: true, count: { method: 'stv_scottish', elected: told.elected } })
  })

  test('shows who is preferred to whom', async () => {
    const { out } = await at.recounted(await ranked('schulze', 1))
    expect(out).not.toMatch(/RANK|SCORE|AVERAGE/)
    expect(out).toMatch(/OPTION +1 +2 +3\n1 +A +- /)
  })

  test('shows no points either if nobody voted', async () => {
    const file = await at.exported({ poll_type: 'ranked_choice', count_method: 'irv' }, NAMES, [])
    const { out, fault } = await at.recounted(file)
    expect([fault, out.includes('SCORE')]).toEqual(['', false])
  })
})
