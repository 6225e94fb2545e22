import { expect, test } from 'vitest'
import { addMembers, createWorld } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { mintFeed } from '../feeds/mint-feed.ts'
import { issuePersonalKey } from '../keys/issue-personal-key.ts'
import { askAddressChange } from '../users/address-change/ask-address-change.ts'
import { keepDraft } from '../users/drafts/keep-draft.ts'
import { editProfile } from '../users/edit-profile.ts'
import { startSession } from '../users/start-session.ts'
import { askArchive } from './ask-archive.ts'
import { erasePerson } from './erase-person.ts'

const world = await createWorld()
const { db } = world

/** Requests that found the person still here, and write when they do not know it yet. */
const LATE: Record<string, (user_id: number) => Promise<unknown>> = {
  users: (id) => as(id, (act) => editProfile(act, id, { name: 'Zenobia Late' })),
  sign_ins: (user_id) =>
    as(user_id, (act) =>
      askAddressChange(act, { user_id, typed: 'zenobia@late.example', session: `session of ${user_id}` }),
    ),
  sessions: (id) => as(id, (act) => startSession(act, id, 'Zenobia’s telephone')),
  personal_keys: (id) => as(id, (act) => issuePersonalKey(act, id, 'Zenobia’s laptop')),
  feeds: (user_id) => as(user_id, (act) => mintFeed(act, { user_id, group_id: null })),
  archives: (user_id) => as(user_id, (act) => askArchive(act, { user_id, language: 'en' })),
  form_drafts: (user_id) => keepDraft(db.pool, { user_id, place: '/p', fields: { title: 'Zenobia' } }),
}

const as = <T>(user_id: number, run: Parameters<typeof change<T>>[2]) =>
  change(db, { kind: 'person', user_id }, run)

const ownRows = async (table: string, id: number) => {
  const which =
    table === 'users' ? 'id = $1 and name is distinct from $2::text' : 'user_id = $1 and $2::text is not null'
  return (await db.pool.query(`select 1 from ${table} where ${which}`, [id, 'Former member'])).rows.length
}

test.each(Object.keys(LATE))(
  'what a late request writes for somebody who was erased is not kept: %s',
  async (table) => {
    const [here = 0, id = 0] = await addMembers(world, [
      `here-${table}@mill.example`,
      `gone-${table}@mill.example`,
    ])
    const write = LATE[table]!
    // The control: it is there for somebody who stays.
    await write(here)
    expect(await ownRows(table, here)).toBe(1)

    const waits = await db.pool.connect()
    await waits.query('begin')
    await waits.query('select 1 from users where id = $1 for update', [id])
    const waiting = async () =>
      (await db.pool.query('select count(*)::int as n from pg_locks where not granted')).rows[0].n
    const erased = erasePerson(db, SYSTEM, { user_id: id, writings: 'keep', list: null })
    await expect.poll(waiting).toBeGreaterThan(0)
    const late = write(id).catch(() => undefined)
    await waits.query('commit')
    waits.release()
    await Promise.all([erased, late])
    await write(id).catch(() => undefined)
    expect(await ownRows(table, id)).toBe(0)
  },
)
