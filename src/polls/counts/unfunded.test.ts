import { count } from '@folkmoot/count'
import { expect, test } from 'vitest'
import type { PollOption } from '../poll-option.ts'
import { resultRows } from '../results/tally/result-rows.ts'
import { tallyOf } from '../results/tally/tally.ts'
import { type Unfunded, unfundedFavourites } from './unfunded.ts'

const NAMES = ['Paint', 'Racks', 'Bulbs']

/** The favourites that a count of these dots leaves without money. */
function unfunded(budget: number, costs: number[], ballots: number[][]): Unfunded[] {
  const counted = count({
    method: 'equal_shares',
    options: NAMES,
    ballots: ballots.map((scores) => ({ weight: 1, scores })),
    costs,
    budget,
  })
  const options = NAMES.map((name, place) => ({
    name,
    slot: place + 1,
    priority: place,
    cost: costs[place] ?? 0,
  })) as PollOption[]
  return unfundedFavourites(counted, resultRows('dot_vote', options, tallyOf(ballots)))
}

test('an option with the most dots, for whose cost the shares of its few voters do not suffice', () => {
  const found = unfunded(
    600,
    [420, 300, 100],
    [
      [9, 0, 0],
      [9, 0, 0],
      [0, 5, 1],
      [0, 5, 1],
      [0, 5, 1],
    ],
  )
  expect(found).toMatchObject([
    { option: { name: 'Paint' }, cost: 420, voters: 2, share: 134, sum: 268, enough: false },
  ])
})

test('an option with the most dots, whose voters pay for others first', () => {
  const found = unfunded(
    300,
    [290, 200, 100],
    [
      [6, 5, 0],
      [6, 5, 0],
      [6, 5, 0],
    ],
  )
  expect(found).toMatchObject([{ option: { name: 'Paint' }, voters: 3, sum: 300, enough: true }])
})

test('an option that shares the most dots with a funded one does not have more than it', () => {
  const alone = unfunded(300, [290, 200, 100], [[6, 5, 0]])
  expect(alone.map(({ level }) => level)).toEqual([false])
  const found = unfunded(
    1000,
    [600, 600, 500],
    [
      [1, 1, 1],
      [1, 1, 1],
    ],
  )
  expect(found).toMatchObject([
    { option: { name: 'Paint' }, level: true },
    { option: { name: 'Racks' }, level: true },
  ])
})

test('no option, where the favourite is funded, nobody gave dots, or nothing is shared', () => {
  expect(unfunded(300, [100, 200, 100], [[6, 1, 0]])).toEqual([])
  expect(unfunded(300, [100, 200, 100], [[0, 0, 0]])).toEqual([])
  const sums = count({ method: 'sum', options: NAMES, ballots: [{ weight: 1, scores: [1, 0, 0] }] })
  expect(unfundedFavourites(sums, [])).toEqual([])
})
