import { describe, expect, test } from 'vitest'
import { openPost } from '../../../test/post.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { addMembers, createWorld, type World } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { sendAgain, sendFailedAgain } from '../send-again.ts'
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
  let world: World
  const open = async () => {
    world = await createWorld()
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
      group_id: groups[0].group_id as number,
      refusal: () => loadGroupRefusal(pool, groups[0].group_id),
    }
  }

  test('are reported, without addresses, and once another is sent, as to be sent again', async () => {
    const { pool, smtp, send, hold, release, mails, refusal } = await open()
    const last = mails.at(-1).id
    expect(mails.length).toBeGreaterThan(2)
    await hold(`id = ${last}`)
    smtp.mood = 'never'
    await send()
    const failed = mails.length - 1
    const report = { are: 'failed', mails: failed, again: failed, error: '550 no such mailbox' }
    expect(await refusal()).toEqual(report)
    await pool.query("update mails set last_error = '550 <ben@mill.example>: full' where status = 'failed'")
    expect(await refusal()).toEqual({ ...report, error: '550 … full' })
    smtp.mood = 'take'
    await release()
    await send()
    expect(await refusal()).toMatchObject({ are: 'left', mails: failed, again: failed })
    await pool.query("update mails set due_at = due_at - interval '8 days' where status = 'failed'")
    await pool.query("update mails set sent_at = sent_at - interval '7 days' where status = 'sent'")
    expect(await refusal()).toBeNull()
  })

  test('are reported until the last one is sent again', async () => {
    const { smtp, send, mails, refusal, group_id } = await open()
    smtp.mood = 'never'
    await send()
    smtp.mood = 'take'
    for (const [place, { id }] of mails.entries()) {
      await change(world.db, SYSTEM, (act) => sendAgain(act, group_id, id))
      expect(await send()).toBe(1)
      const left = mails.length - 1 - place
      if (left > 0) expect(await refusal()).toMatchObject({ are: 'left', mails: left })
      else expect(await refusal()).toBeNull()
    }
  })

  test('are all sent again at once, except those of people who lack nothing', async () => {
    const { pool, smtp, send, mails, refusal, group_id } = await open()
    smtp.mood = 'never'
    await send()
    smtp.mood = 'take'
    await change(world.db, SYSTEM, (act) => sendAgain(act, group_id, mails[0].id))
    await send()
    await pool.query(
      `update memberships set revoked_at = now() where user_id = (select user_id from mails where id = $1)`,
      [mails[1].id],
    )
    const left = mails.length - 2
    expect(await refusal()).toMatchObject({ are: 'left', mails: left })
    expect(await change(world.db, SYSTEM, (act) => sendFailedAgain(act, group_id))).toBe(left)
    expect(await refusal()).toBeNull()
    expect(await send()).toBe(left)
    expect(await change(world.db, SYSTEM, (act) => sendFailedAgain(act, group_id))).toBe(0)
  })

  test('are neither counted nor sent again if what they are about was deleted since', async () => {
    const { pool, smtp, send, mails, refusal, group_id } = await open()
    smtp.mood = 'never'
    await send()
    smtp.mood = 'take'
    const poll = await makePoll(world, { recipients: { audience: 'group' } })
    await pool.query(
      "update mails set poll_id = $1, kind = 'vote_invitation' where id = any ($2::bigint[])",
      [poll, mails.slice(0, 2).map(({ id }) => id)],
    )
    await pool.query('update polls set discarded_at = now() where id = $1', [poll])
    const left = mails.length - 2
    expect(await refusal()).toMatchObject({ mails: left, again: left })
    expect(await change(world.db, SYSTEM, (act) => sendFailedAgain(act, group_id))).toBe(left)
    expect(await send()).toBe(left)
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
