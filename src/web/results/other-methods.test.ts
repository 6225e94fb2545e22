import { describe, expect, test } from 'vitest'
import { type Ballots, BOARD, NAMES, openElections } from '../../../test/elections.ts'

const { pageOf } = await openElections()

test('of other methods too, the page says where a lot would have decided', async () => {
  const tied: Ballots = [
    [2, 'Rosa Mei'],
    [1, 'Mei Tom Rosa'],
  ]
  const { text } = await pageOf({ ...BOARD, count_method: 'irv', seats: 1 }, tied)
  const [, table = ''] = text.split('counted differently')
  expect(table).toMatch(/Points (Rosa|Mei) A tie would have been decided by lot\. /)
  expect(table).toContain('Schulze Rosa Ranked pairs Rosa')
})

describe('the same ballots, counted differently', () => {
  const CENTRE: Ballots = [
    [5, 'Rosa Tom Mei Owen Priya'],
    [4, 'Mei Tom Rosa Owen Priya'],
    [3, 'Tom Mei Rosa Owen Priya'],
  ]

  test('show what other methods would have given, also beside points', async () => {
    const { text } = await pageOf({ poll_type: 'ranked_choice' }, CENTRE)
    expect(text).toContain('The same ballots, counted differently')
    expect(text).toMatch(/Method Result Points Tom Instant runoff Mei/)
    expect(text).toContain('methods would have given a different result')
  })

  test('call sums that are tied tied, and count no lot as a different result', async () => {
    const LEVEL: Ballots = [
      [1, 'Rosa Mei Tom Owen Priya'],
      [1, 'Mei Rosa Tom Owen Priya'],
    ]
    const { text } = await pageOf({ poll_type: 'ranked_choice' }, LEVEL)
    const [, table = ''] = text.split('counted differently')
    expect(table).toContain('Points Most points, tied: Rosa and Mei.')
    expect(table).toContain(
      'The other methods give the same result, or a tie that could only be decided by lot.',
    )
    expect(table.match(/A tie would have been decided by lot/g)?.length).toBeGreaterThan(3)
  })

  test('say so when every method agrees', async () => {
    const { text } = await pageOf({ poll_type: 'ranked_choice' }, [[3, NAMES.join(' ')]])
    expect(text).toContain('Every other method that can count these ballots gives the same result.')
  })
})
