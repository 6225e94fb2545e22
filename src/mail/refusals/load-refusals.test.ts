import { expect, test } from 'vitest'
import { openPost } from '../../../test/post.ts'
import { makeThread } from '../../../test/tell.ts'
import { addMembers, createWorld } from '../../../test/world.ts'
import { loadRefusals } from './load-refusals.ts'

const NONE = { mails: 0, last_error: null }

test('mails that failed are reported at once with the server’s words, until it accepts a mail', async () => {
  const world = await createWorld()
  await addMembers(world)
  const { smtp, dispatch, send } = await openPost(world)
  const { pool } = world.db
  const makeDue = () => pool.query("update mails set due_at = now() where status = 'waiting'")
  await makeThread(world)
  await dispatch()
  smtp.mood = 'later'
  expect(await loadRefusals(pool)).toEqual(NONE)
  await send()
  const { rows } = await pool.query("select id from mails where status = 'waiting'")
  const mails = rows.length
  expect(mails).toBeGreaterThan(1)
  expect(await loadRefusals(pool)).toEqual({ mails, last_error: '450 mailbox busy, come back later' })
  // One goes out, and the others still wait for their next attempt.
  smtp.mood = 'take'
  await pool.query('update mails set due_at = now() where id = $1', [rows[0].id])
  expect(await send()).toBe(1)
  expect(await loadRefusals(pool)).toEqual(NONE)
  // The server fails again.
  smtp.mood = 'later'
  await makeDue()
  await send()
  expect(await loadRefusals(pool)).toMatchObject({ mails: mails - 1 })
})

test('no address is reported, and no mail that must leave no trace', async () => {
  const world = await createWorld()
  await addMembers(world)
  const { dispatch } = await openPost(world)
  const { pool } = world.db
  await makeThread(world)
  await dispatch()
  await pool.query("update mails set attempts = 2, last_error = '450 <ben@mill.example>: full'")
  expect((await loadRefusals(pool)).last_error).toBe('450 … full')
  await pool.query('update mails set discreet = true')
  expect(await loadRefusals(pool)).toEqual(NONE)
})
