import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { as, openErasureWorld } from '../../test/erasure.ts'
import { until } from '../../test/patience.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { addMembers } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { findSession } from '../users/sessions-store.ts'
import { startSession } from '../users/start-session.ts'
import { erasePerson, finishErasures } from './erase-person.ts'

const { world, web, post, ids, rows, tablesWith, addThings } = await openErasureWorld()

test('a mail that someone wrote in the meantime loses the name as well', async () => {
  const [vera = 0] = await addMembers(world, ['vera@mill.example'])
  await rows("update users set name = 'Vera Late' where id = $1", [vera])
  await addThings(vera, await makeThread(world))
  await post.deliver()
  const late = await world.db.pool.connect()
  await late.query('begin')
  await late.query(
    `insert into mail_bodies (hash, subject, text_body, html_body) values ('\\x${'ab'.repeat(32)}', 'x', 'Vera Late', 'x')`,
  )
  await late.query(
    `insert into mails (event_id, user_id, group_id, kind, body_hash)
     select max(e.id), $1, $2, 'announcement', '\\x${'ab'.repeat(32)}' from events e
     where not exists (select from mails where event_id = e.id and user_id = $1)`,
    [world.ada.id, world.group.id],
  )
  const erased = erasePerson(world.db, SYSTEM, { user_id: vera, writings: 'keep', list: null })
  const gone = () => rows('select 1 from users where id = $1 and erased_at is not null', [vera])
  await until(async () => expect(await gone()).toHaveLength(1))
  await late.query('commit')
  late.release()
  await erased
  expect(await tablesWith('Vera Late')).toEqual([])
})

test('a ballot that someone gave them in the meantime, and what they wrote, are taken back', async () => {
  const [{ id: nora }] = await rows("insert into users (email) values ('nora@far.example') returning id::int")
  const thread = await makeThread(world)
  const poll_id = await makePoll(world, { recipients: { user_ids: [ids[2] ?? 0] } })
  const voters = async () =>
    (await rows('select voters from tallies where poll_id = $1', [poll_id]))[0].voters
  const before = await voters()
  const late = await world.db.pool.connect()
  await late.query('begin')
  await late.query(
    "insert into electorate (poll_id, user_id, inviter_id, issued_as) values ($1, $2, $2, 'named')",
    [poll_id, nora],
  )
  await late.query('update tallies set voters = voters + 1 where poll_id = $1', [poll_id])
  const erased = erasePerson(world.db, SYSTEM, { user_id: nora, writings: 'erase', list: null })
  const gone = () => rows('select 1 from users where id = $1 and erased_at is not null', [nora])
  await until(async () => expect(await gone()).toHaveLength(1))
  await late.query(
    "insert into comments (discussion_id, author_id, body, sequence_id) values ($1, $2, 'Nora’s last words', 99)",
    [thread, nora],
  )
  await late.query('update discussions set comments_count = comments_count + 1 where id = $1', [thread])
  await late.query('commit')
  late.release()
  await erased
  expect(
    await rows('select withdrawn_at is null as here from electorate where user_id = $1 and poll_id = $2', [
      nora,
      poll_id,
    ]),
  ).toEqual([{ here: false }])
  expect(await voters()).toBe(before)
  expect(await tablesWith('last words')).toEqual([])
})

test('what a process left when it died is finished by the clock', async () => {
  const [zenobia = 0] = ids
  await erasePerson(world.db, as(zenobia), { user_id: zenobia, writings: 'keep', list: null })
  await rows(
    `insert into mail_bodies (hash, subject, text_body, html_body) values (sha256('left'), 'x', 'Nora Left', 'x');
     insert into mails (event_id, user_id, group_id, kind, body_hash, status)
     select max(id), ${world.ada.id}, ${world.group.id}, 'mention', sha256('left'), 'sent' from events e
     where not exists (select from mails where event_id = e.id and user_id = ${world.ada.id})`,
  )
  await rows(
    `insert into erasures (user_id, places, patterns, made_at) select $1, array[$2::bigint], '{Nora Left}', now() - interval '1 hour'`,
    [zenobia, world.group.id],
  )
  await finishErasures(world.db)
  expect(await tablesWith('Nora Left')).toEqual([])
})

test('who signs in while they are erased is not signed in', async () => {
  const [dora = 0] = await addMembers(world, ['dora@mill.example'])
  const late = await world.db.pool.connect()
  await late.query('begin')
  await late.query('select 1 from users where id = $1 for key share', [dora])
  const erased = erasePerson(world.db, SYSTEM, { user_id: dora, writings: 'keep', list: null })
  const token = change(world.db, SYSTEM, (act) => startSession(act, dora, null))
  await late.query('commit')
  late.release()
  await erased
  const cookie = `__Host-folkmoot_session=${await token}`
  await rows(
    "insert into sessions (hash, user_id, expires_at) values (sha256('late'), $1, now() + interval '1 day')",
    [dora],
  )
  expect((await web.get('/account', cookie)).statusCode).toBe(303)
  expect(await findSession(world.db.pool, createHash('sha256').update('late').digest())).toBe(null)
})
