import { expect, test } from 'vitest'
import { makePoll } from '../../test/tell.ts'
import { openWeb, SAME_ORIGIN } from '../../test/web.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { tablesOf } from '../db/catalog.ts'
import { change } from '../db/db.ts'
import { dispatchEvents } from '../jobs/dispatch-events.ts'
import { setName } from '../members/names/set-name.ts'
import { editProfile } from '../users/edit-profile.ts'
import { startSession } from '../users/start-session.ts'
import { erasePerson } from './erase-person.ts'

const world = await createWorld()
const [wilma = 0, ben = 0] = await addMembers(world, ['maiden@far.example', 'ben@mill.example'])
await world.db.pool.query('update memberships set accepted_at = now()')
const as = (user_id: number) => ({ kind: 'person' as const, user_id })

async function tablesWith(word: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await tablesOf(world.db.pool)) {
    const text = `select 1 from ${name} t where t::text ilike $1 limit 1`
    if ((await world.db.pool.query(text, [`%${word}%`])).rows.length > 0) found.push(name)
  }
  return found
}

test('whoever leaves permanently is found nowhere under a former name or address either', async () => {
  const call = (name: string) => change(world.db, as(wilma), (act) => editProfile(act, wilma, { name }))
  await call('Wilma Maidenname')
  const recipients = { audience: 'group' as const, message: 'Write to maiden@far.example' }
  const poll_id = await makePoll(world, { actor: as(wilma), recipients })
  await world.db.pool.query(
    `with link as (insert into open_links (poll_id, hash, made_by) values ($1, sha256('a'), $2) returning id)
     insert into open_ballots (poll_id, link_id, browser_hash, name, email, scores)
     select $1, id, sha256('b'), 'Wilma', 'Maiden@far.example', '{1}' from link`,
    [poll_id, wilma],
  )
  await dispatchEvents(world.db, 'https://moot.example')
  await call('Wilma Marriedname')
  await world.db.pool.query("update users set email = 'married@far.example' where id = $1", [wilma])
  expect((await tablesWith('maiden')).toSorted()).toEqual([
    'events',
    'former_names',
    'mail_bodies',
    'open_ballots',
  ])
  await erasePerson(world.db, as(wilma), { user_id: wilma, writings: 'keep', list: null })
  expect(await tablesWith('married')).toEqual([])
  // What they wrote stays, as they wished.
  expect(await tablesWith('maiden')).toEqual(['events'])
})

test('of someone who is called something else every day, the last fifty names are known', async () => {
  for (let day = 0; day < 55; day++)
    await world.db.pool.query('update users set name = $2 where id = $1', [ben, `Ben ${day}`])
  const { rows } = await world.db.pool.query('select said from former_names where user_id = $1', [ben])
  expect(rows).toHaveLength(50)
  expect(rows).toContainEqual({ said: 'Ben 53' })
  expect(rows).not.toContainEqual({ said: 'Ben 1' })
})

test('names that an admin gave, and then changed or removed, are erased too', async () => {
  const [cleo = 0] = await addMembers(world, ['cleo@mill.example'])
  const [membership] = (
    await world.db.pool.query('select id, group_id from memberships where user_id = $1', [cleo])
  ).rows
  const call = (name: string) =>
    change(world.db, as(world.ada.id), (act) =>
      setName(act, { group_id: membership.group_id, membership_id: membership.id, name }),
    )
  for (const name of ['Cleopatra Nile', 'Cleopatra Delta', '']) await call(name)
  await world.db.pool.query(
    `insert into mail_bodies (hash, subject, text_body, html_body)
     values (sha256('cleo'), 'Cleopatra Nile asks', 'Cleopatra Delta asks', '<p>Cleopatra Nile</p>');
     insert into mails (event_id, user_id, group_id, kind, body_hash, status)
     select max(e.id), ${world.ada.id}, ${membership.group_id}, 'mention', sha256('cleo'), 'sent' from events e
     where not exists (select from mails where event_id = e.id and user_id = ${world.ada.id})`,
  )
  await erasePerson(world.db, as(cleo), { user_id: cleo, writings: 'keep', list: null })
  expect(await tablesWith('cleopatra')).toEqual([])
})

test('the button to leave, pressed twice, says both times that they have left', async () => {
  const web = await openWeb(world)
  const cookie = `__Host-folkmoot_session=${await change(world.db, as(ben), (act) => startSession(act, ben, null))}`
  const fields = { writings: 'keep', address: 'ben@mill.example' }
  const press = () => web.post('/account/leave', fields, { ...SAME_ORIGIN, cookie })
  const hold = await world.db.pool.connect()
  await hold.query('begin')
  await hold.query('select 1 from users where id = $1 for update', [ben])
  const pressed = Promise.all([press(), press()])
  const waiting = 'select count(*)::int as n from pg_locks where not granted'
  await expect.poll(async () => (await world.db.pool.query(waiting)).rows[0].n).toBe(2)
  await hold.query('commit')
  hold.release()
  expect((await pressed).map(({ headers }) => headers.location)).toEqual(['/left', '/left'])
})
