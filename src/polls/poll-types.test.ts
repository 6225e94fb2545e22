import { expect, test } from 'vitest'
import { makePoll } from '../../test/tell.ts'
import { createWorld } from '../../test/world.ts'
import { addPollTypes } from './poll-types-store.ts'
import { POLL_TYPE_NAMES } from './types/index.ts'

test('the database accepts polls of every type of the program, and of no other', async () => {
  const world = await createWorld()
  const { pool } = world.db
  const known = async () =>
    (await pool.query<{ name: string }>('select name from poll_types')).rows.map(({ name }) => name)
  expect((await known()).sort()).toEqual([...POLL_TYPE_NAMES].sort())
  const id = await makePoll(world)
  const become = (name: string) => pool.query('update polls set poll_type = $1 where id = $2', [name, id])
  for (const name of POLL_TYPE_NAMES) await become(name)
  await expect(become('planted')).rejects.toThrow('polls_poll_type_known')
})

test('a program adds its new types when it starts, and keeps unknown ones', async () => {
  const { db } = await createWorld()
  await db.pool.query(
    "delete from poll_types where name = 'dot_vote'; insert into poll_types values ('planted')",
  )
  await addPollTypes(db.pool)
  await addPollTypes(db.pool)
  const { rows } = await db.pool.query("select name from poll_types where name in ('dot_vote', 'planted')")
  expect(rows.map(({ name }) => name).sort()).toEqual(['dot_vote', 'planted'])
})
