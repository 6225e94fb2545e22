import { describe, expect, test } from 'vitest'
import { openPost } from '../../../test/post.ts'
import { makeThread } from '../../../test/tell.ts'
import { addMembers, createWorld } from '../../../test/world.ts'
import { loadGroupRefusal, loadRefusals } from './load-refusals.ts'

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

describe('mails of a group that failed for good', () => {
  const open = async () => {
    const world = await createWorld()
    await addMembers(world)
    const { smtp, dispatch, send } = await openPost(world)
    await makeThread(world)
    await dispatch()
    const { pool } = world.db
    const { rows } = await pool.query("select id from mails where status = 'waiting' order by id")
    const { rows: groups } = await pool.query('select group_id from mails limit 1')
    const hold = (where: string) =>
      pool.query(`update mails set due_at = now() + interval '1 hour' where status = 'waiting' and ${where}`)
    const release = () => pool.query("update mails set due_at = now() where status = 'waiting'")
    return {
      pool,
      smtp,
      send,
      hold,
      release,
      mails: rows,
      refusal: () => loadGroupRefusal(pool, groups[0].group_id),
    }
  }

  test('are reported, without addresses, until one is sent', async () => {
    const { pool, smtp, send, hold, release, mails, refusal } = await open()
    const last = mails.at(-1).id
    expect(mails.length).toBeGreaterThan(2)
    await hold(`id = ${last}`)
    smtp.mood = 'never'
    await send()
    const report = { are: 'failed', mails: mails.length - 1, error: '550 no such mailbox' }
    expect(await refusal()).toEqual(report)
    await pool.query("update mails set last_error = '550 <ben@mill.example>: full' where status = 'failed'")
    expect(await refusal()).toEqual({ ...report, error: '550 … full' })
    smtp.mood = 'take'
    await release()
    await send()
    expect(await refusal()).toBeNull()
  })

  test('are not looked for behind a hundred newer mails that were sent, unless some wait', async () => {
    const { pool, smtp, send, hold, mails, refusal } = await open()
    const last = mails.at(-1).id
    await pool.query(
      `with later as (
         insert into events (kind, group_id, subject_type, subject_id)
         select 'membership_removed', group_id, 'Membership', 1 from events e, generate_series(1, 100) where id = 1
         returning id
       )
       insert into mails (event_id, user_id, group_id, kind, body_hash, status, sent_at)
       select later.id, m.user_id, m.group_id, m.kind, m.body_hash, 'sent', now() from later, mails m where m.id = $1`,
      [last],
    )
    await hold(`id = ${last}`)
    smtp.mood = 'never'
    await send()
    expect(await refusal()).toMatchObject({ are: 'failed', mails: mails.length - 1 })
    await pool.query("update mails set status = 'dropped' where id = $1", [last])
    expect(await refusal()).toBeNull()
  })

  test('are none of the mail server’s if other mails are sent after, or just one person’s fails', async () => {
    const { smtp, send, hold, release, mails, refusal } = await open()
    await hold(`id <> ${mails[0].id}`)
    smtp.mood = 'never'
    await send()
    expect(await refusal()).toBeNull()
    smtp.mood = 'take'
    await release()
    await send()
    expect(await refusal()).toBeNull()
  })
})
