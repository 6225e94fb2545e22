import { expect, test } from 'vitest'
import { base, closedPoll, importText } from '../../test/imports.ts'
import { lines, outcomeRecord, timeOf } from '../../test/loomio-records.ts'
import { createWorld } from '../../test/world.ts'

test('outcomes are all imported in the order of their time, whatever their order in the file', async () => {
  const world = await createWorld()
  const outcomes = Array.from({ length: 1_100 }, (_, place) =>
    outcomeRecord(place + 1, {
      poll_id: 1,
      statement: `Outcome ${place}`,
      statement_format: 'md',
      created_at: timeOf(20_000 - place),
    }),
  )
  const report = await importText(world, lines([...base(), ...closedPoll(), ...outcomes]))
  expect(report.counts.outcome).toEqual({ imported: 1_100, already: 0, left_out: 0 })
  const { rows } = await world.db.pool.query('select statement from outcomes order by id desc')
  expect(rows.map(({ statement }) => statement)).toEqual(
    Array.from({ length: 1_100 }, (_, place) => `Outcome ${place}`),
  )
  const again = await importText(world, lines([...base(), ...closedPoll(), ...outcomes]))
  expect(again.counts.outcome).toEqual({ imported: 0, already: 1_100, left_out: 0 })
})
