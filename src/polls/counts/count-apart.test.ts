import { expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { createWorld } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { closePoll } from '../close-poll.ts'
import { countApart } from './count-apart.ts'
import type { BallotsToCount } from './counting.ts'

const ASKED: BallotsToCount = {
  ballots: ['2 {3,0}\n1 {0,3}'],
  counted_as: 'scores',
  method: 'equal_shares',
  others: [],
  seats: 1,
  options: 2,
  key: 'k3yk3yk3',
  points: 0,
  min_score: 0,
  max_score: 3,
  costs: [10, 20],
  budget: 30,
}

test('all who ask for the same count at once wait for one thread', async () => {
  const [one, same, other] = await Promise.all([
    countApart(ASKED),
    countApart({ ...ASKED }),
    countApart({ ...ASKED, budget: 20 }),
  ])
  expect(one).not.toBe(null)
  expect(same).toBe(one)
  expect(other).not.toBe(one)
})

test('a closing may count for longer than the database lets a transaction be idle', async () => {
  const world = await createWorld()
  const id = await makePoll(world, { settings: { poll_type: 'ranked_choice' }, options: ['Oak', 'Elm'] })
  const patience = await change(world.db, SYSTEM, async (act) => {
    await closePoll(act, id)
    const { rows } = await act.tx.query<{ shown: string }>(
      "select current_setting('idle_in_transaction_session_timeout') as shown",
    )
    return rows[0]?.shown
  })
  expect(patience).toBe('10min')
})
