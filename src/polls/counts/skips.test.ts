import { expect, test } from 'vitest'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import type { ScoreCount, Spread } from '../results/load-spread.ts'
import { resultRows } from '../results/tally/result-rows.ts'
import { tallyOf } from '../results/tally/tally.ts'
import { countBallots, linesOf } from './counting.ts'
import { mediansOf } from './medians.ts'
import { rowsAsCounted, spreadAsCounted } from './skips.ts'

const OPTIONS = [1, 2, 3, 4].map((slot) => ({ slot, name: `${slot}`, priority: slot }) as PollOption)

type Scores = (number | null)[]

/** The last option was added late: the first ballots are shorter. Nobody scores the third. */
const BALLOTS: Scores[] = [
  [5, null, null],
  [null, 2, null],
  [3, 2, null],
  [4, null, null, 3],
  [1, 3, null, 5],
]

function counted(method: 'star' | 'median', min_score: number) {
  const poll = { poll_type: 'score', count_method: method, min_score } as Poll
  const count = countBallots({
    ballots: linesOf(BALLOTS),
    counted_as: 'scores',
    method,
    others: [],
    seats: 1,
    options: OPTIONS.length,
    key: 'key',
    points: 0,
    min_score,
    max_score: 5,
    costs: null,
    budget: null,
  })
  if (count === null) throw new Error('there are ballots')
  const totals = { rows: resultRows('score', OPTIONS, tallyOf(BALLOTS)), as_of: BALLOTS.length }
  return { poll, count, totals }
}

/** As the database counts them: without skipped options. */
function spreadOf(ballots: Scores[]): Spread {
  const scores = OPTIONS.map(({ slot }): [number, ScoreCount[]] => {
    const given = ballots.map((ballot) => ballot[slot - 1] ?? null).filter((score) => score !== null)
    const different = [...new Set(given)].sort((one, other) => one - other)
    return [slot, different.map((score) => ({ score, count: given.filter((one) => one === score).length }))]
  })
  return new Map(scores.filter(([, spread]) => spread.length > 0))
}

test.each([0, 1, -2])('the sums shown for STAR are those of its count, from %i on', (min_score) => {
  const { poll, count, totals } = counted('star', min_score)
  const rows = rowsAsCounted(poll, totals)
  const sums = OPTIONS.map(({ slot }) => rows.find(({ option }) => option.slot === slot)?.score)
  expect(sums).toEqual(count.count.rounds[0]?.votes.map(Number))
  for (const { score, average } of rows) expect(average).toBe(score / BALLOTS.length)
  expect(rows.map(({ rank }) => rank)).toEqual(rows.map(({ rank }) => rank).toSorted())
})

test.each([0, 1, -2])('the scores drawn for majority judgment have its medians, from %i on', (min_score) => {
  const { poll, count, totals } = counted('median', min_score)
  const spread = spreadAsCounted(poll, totals, spreadOf(BALLOTS))
  for (const [slot, median] of mediansOf(count)) {
    const scores = (spread.get(slot) ?? []).flatMap(({ score, count: ballots }) =>
      Array.from({ length: ballots }, () => score),
    )
    expect(scores).toHaveLength(BALLOTS.length)
    expect(scores[Math.floor((scores.length - 1) / 2)]).toBe(median)
  }
  expect(spreadAsCounted(poll, totals, new Map()).size).toBe(0)
})

test('where points are added up, a skipped option changes nothing', () => {
  const { poll, totals } = counted('star', 1)
  const spread = spreadOf(BALLOTS)
  const summed = { ...poll, count_method: null }
  expect(rowsAsCounted(summed, totals)).toBe(totals.rows)
  expect(spreadAsCounted(summed, totals, spread)).toBe(spread)
})
