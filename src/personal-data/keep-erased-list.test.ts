import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { openWeb, SAME_ORIGIN, unusedFolder } from '../../test/web.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { startSession } from '../users/start-session.ts'
import { erasePerson } from './erase-person.ts'
import { keepErasedList } from './keep-erased-list.ts'
import { erasedListIn, readErasedList } from './record-erased-list.ts'

const world = await createWorld()
const { db } = world
const [ben = 0, cleo = 0] = await addMembers(world)
const folder = await mkdtemp(join(tmpdir(), 'folkmoot-erased-'))
atEnd(() => rm(folder, { recursive: true }))
const file = erasedListIn(join(folder, 'made', 'when-needed'))
const people = async () =>
  (await db.pool.query('select id, email, texts_erased from users where not bot order by id')).rows

/** As a backup from before the erasure has them. */
const bringBack = (id: number, email: string) =>
  db.pool.query(
    'update users set email = $2, name = $2, erased_at = null, texts_erased = false where id = $1',
    [id, email],
  )

test('who deleted their account leaves again after an older backup is restored', async () => {
  expect(await keepErasedList(db, file)).toBe(0)
  await erasePerson(db, SYSTEM, { user_id: ben, writings: 'erase', list: null })
  await keepErasedList(db, file)
  expect(await readFile(file, 'utf8')).not.toContain('ben')
  await bringBack(ben, 'ben@mill.example')
  expect(await keepErasedList(db, file)).toBe(1)
  expect(await people()).toContainEqual({ id: ben, email: null, texts_erased: true })
  expect(await keepErasedList(db, file)).toBe(0)
})

test('the only admin of a group leaves again too', async () => {
  await erasePerson(db, SYSTEM, { user_id: world.ada.id, writings: 'keep', list: null, again: true })
  await keepErasedList(db, file)
  await bringBack(world.ada.id, 'ada@mill.example')
  await db.pool.query(
    'update memberships set revoked_at = null, admin = true, accepted_at = now() where user_id = $1',
    [world.ada.id],
  )
  await db.pool.query(
    'update group_counts set memberships = memberships + 1, admin_memberships = admin_memberships + 1',
  )
  expect(await keepErasedList(db, file)).toBe(1)
})

test('someone else with the same id in another database stays', async () => {
  await db.pool.query("update users set created_at = created_at + interval '1 microsecond' where id = $1", [
    ben,
  ])
  await bringBack(ben, 'new@mill.example')
  expect(await keepErasedList(db, file)).toBe(0)
  expect(await people()).toContainEqual({ id: ben, email: 'new@mill.example', texts_erased: false })
  expect(await people()).toContainEqual(expect.objectContaining({ id: cleo, email: 'cleo@mill.example' }))
})

test('two processes write the list at once', async () => {
  await erasePerson(db, SYSTEM, { user_id: cleo, writings: 'keep', list: null })
  await Promise.all([keepErasedList(db, file), keepErasedList(db, file)])
  const listed = JSON.parse(await readFile(file, 'utf8')) as { id: number }[]
  expect(listed.map(({ id }) => id)).toEqual([ben, world.ada.id, cleo])
})

test.each(['[{"id"', '{}', '[{"id":7}]', '[null]'])('a damaged list is named: %s', async (content) => {
  await writeFile(file, content)
  await expect(keepErasedList(db, file)).rejects.toThrow(/erased-people\.json is damaged/)
})

test('whoever leaves on the page is listed before the answer, while others still read', async () => {
  const DATA_DIR = unusedFolder()
  const web = await openWeb(world, { DATA_DIR })
  const [dora = 0] = await addMembers(world, ['dora@mill.example'])
  const cookie = `__Host-folkmoot_session=${await change(db, SYSTEM, (act) => startSession(act, dora, null))}`
  const reader = await db.pool.connect()
  await reader.query('begin; select pg_current_xact_id()')
  const fields = { writings: 'keep', address: 'dora@mill.example' }
  let answered = false
  const left = web.post('/account/leave', fields, { ...SAME_ORIGIN, cookie }).finally(() => {
    answered = true
  })
  const listed = () => readErasedList(erasedListIn(DATA_DIR))
  await expect.poll(listed, { timeout: 10_000 }).toContainEqual(expect.objectContaining({ id: dora }))
  expect(answered).toBe(false)
  await reader.query('commit')
  reader.release()
  expect((await left).headers.location).toBe('/left')
})

test('a list that cannot be written stops no erasure, and is named', async () => {
  const [eve = 0] = await addMembers(world, ['eve@mill.example'])
  const nowhere = '/proc/nowhere/erased-people.json'
  await erasePerson(db, SYSTEM, { user_id: eve, writings: 'keep', list: nowhere })
  expect(await people()).toContainEqual({ id: eve, email: null, texts_erased: false })
  await expect(keepErasedList(db, nowhere)).rejects.toThrow(/cannot be written \(\w+\): it lists the people/)
})
