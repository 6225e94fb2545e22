import { rm } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { makePoll } from '../../test/tell.ts'
import { openTown, type Town } from '../../test/urn-files/election.ts'
import { filesIn } from '../../test/urn-files/folder.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { dispatchEvents } from '../jobs/dispatch-events.ts'
import { startSession } from '../users/start-session.ts'
import { cleanErasedFiles } from './clean-erased-files.ts'
import { erasePerson } from './erase-person.ts'

const NAME = 'Zenobia Quillfeather'
const ADDRESS = 'zenobia@quillfeather.example'
const WORDS = ['Quillfeather', 'quillfeather', 'Thistledown', 'plumbago']

let town: Town

/** The words that stand in the files of the data folder, each with the kind of file. */
async function found(): Promise<string[]> {
  const { pool } = town.world.db
  await pool.query('checkpoint')
  const files = await filesIn(town.data_dir)
  return WORDS.flatMap((word) =>
    files.flatMap(({ name, content }) =>
      content.includes(word)
        ? [`${word} in ${/pg_wal|base|global|postgres\.log/.exec(name)?.[0] ?? name}`]
        : [],
    ),
  )
}

beforeAll(async () => {
  town = await openTown(3)
  atEnd(async () => {
    await town.stop()
    await rm(town.data_dir, { recursive: true, force: true })
  })
  const { world } = town
  const { db } = world
  const [id = 0] = await addMembers(world, [ADDRESS])
  await db.pool.query("update users set name = 'Zenobia Thistledown' where id = $1", [id])
  await db.pool.query('update users set name = $2 where id = $1', [id, NAME])
  await change(db, SYSTEM, (act) => startSession(act, id, null))
  const person = { kind: 'person' as const, user_id: id }
  await makePoll(world, { actor: person, recipients: { audience: 'group', message: 'See the plumbago' } })
  await dispatchEvents(db, 'https://moot.example')
  await db.pool.query('analyze')
})

test('the files of the bundled database hold the name until they are rewritten, and not afterwards', async () => {
  const { db } = town.world
  expect(await found()).toEqual(expect.arrayContaining(WORDS.map((word) => `${word} in base`)))
  expect(await found()).toContain('Quillfeather in pg_wal')
  expect(await cleanErasedFiles(db)).toBe(false)
  const { rows } = await db.pool.query('select id from users where email = $1', [ADDRESS])
  await erasePerson(db, SYSTEM, { user_id: rows[0].id, writings: 'erase', list: null })
  // The control: they are gone from the tables alone.
  expect(await found()).toEqual(expect.arrayContaining(WORDS.map((word) => `${word} in base`)))
  expect(await cleanErasedFiles(db)).toBe(true)
  expect(await found()).toEqual([])
})

test('they are rewritten once a day at most, by one process, and not during a backup', async () => {
  const { world } = town
  const { db } = world
  const due = () => db.pool.query("update erased_files set cleaned_until = now() - interval '2 days'")
  const [next = 0] = await addMembers(world, ['next@mill.example'])
  await erasePerson(db, SYSTEM, { user_id: next, writings: 'keep', list: null })
  expect(await cleanErasedFiles(db)).toBe(false)
  await due()
  const backup = await db.pool.connect()
  await backup.query('begin isolation level repeatable read; select 1 from users')
  expect(await cleanErasedFiles(db)).toBe(false)
  await backup.query('commit')
  backup.release()
  expect((await Promise.all([cleanErasedFiles(db), cleanErasedFiles(db)])).toSorted()).toEqual([false, true])
})

test('on a server of one’s own, the samples for plans lose the address', async () => {
  const { db, ...world } = await createWorld()
  await addMembers({ db, ...world }, [
    'gone@mill.example',
    ...Array.from({ length: 20 }, (_, at) => `p${at}@mill.example`),
  ])
  const sampled = async () => {
    const text =
      "select 1 from pg_stats where concat(histogram_bounds::text, most_common_vals::text) ~ 'gone@mill'"
    return (await db.pool.query(text)).rows.length > 0
  }
  await db.pool.query('analyze users')
  const { rows } = await db.pool.query("select id from users where email = 'gone@mill.example'")
  await erasePerson(db, SYSTEM, { user_id: rows[0].id, writings: 'keep', list: null })
  expect(await sampled()).toBe(true)
  expect(await cleanErasedFiles({ ...db, bundled: false })).toBe(true)
  expect(await sampled()).toBe(false)
})
