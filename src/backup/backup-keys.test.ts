import { randomBytes } from 'node:crypto'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { makePoll } from '../../test/tell.ts'
import { addMembers, createDatabase, createWorld } from '../../test/world.ts'
import { change, type Db, openDb, SYSTEM } from '../db/db.ts'
import { loadKeyGroup } from '../keys/load-key-group.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { sealPoll } from '../polls/urn/seal-poll.ts'
import { openSource } from './backup-source.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const world = await createWorld()
const [ben = 0, cleo = 0] = await addMembers(world)

const makeAnonymous = () =>
  makePoll(world, { settings: { anonymous: true, stance_reason_required: 'disabled' } })
const cast = (db: Db, poll_id: number, user_id: number) =>
  castBallot(db, { poll_id, user_id, choices: { agree: 1 }, reason: null })

async function written(db: Db): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of writeBackup(db, 'columns')) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Restores into a database with keys as files or as rows, with the same secret or another. */
async function restored(
  bytes: Buffer,
  { as, same }: { as: 'files' | 'rows'; same: boolean },
): Promise<Db & { report: Restored }> {
  const { address, db: unused } = await createDatabase()
  await unused.close()
  const { folder, secret_file } = address.keys
  await mkdir(dirname(secret_file), { recursive: true })
  if (same) await copyFile(world.address.keys.secret_file, secret_file)
  const db = openDb({ ...address, keys: { folder: as === 'files' ? folder : null, secret_file } }, 2)
  const report = await restoreBackup(
    db,
    openSource(
      (async function* () {
        yield bytes
      })(),
    ),
  )
  return Object.assign(db, { report })
}

const tallied = async (db: Db, id: number) =>
  (
    await db.pool.query(
      'select sealed_at is not null as sealed, (select cast_count from tallies where poll_id = p.id) as votes from polls p where id = $1',
      [id],
    )
  ).rows[0]

test.each(['files', 'rows'] as const)(
  'with the secret, voting goes on after a restore (keys as %s)',
  async (as) => {
    const id = await makeAnonymous()
    await cast(world.db, id, ben)
    const db = await restored(await written(world.db), { as, same: true })
    expect(db.report.without_key).toEqual([])
    expect(db.report.with_key).toContainEqual(expect.objectContaining({ id }))
    expect(await cast(db, id, ben)).toMatchObject({ outcome: 'already' })
    expect(await cast(db, id, cleo)).toMatchObject({ outcome: 'recorded' })
    await change(db, SYSTEM, (act) => closePoll(act, id))
    await sealPoll(db, id)
    expect(await tallied(db, id)).toEqual({ sealed: true, votes: 2 })
    // The first service continues: the backup copied its key.
    expect(await tallied(world.db, id)).toEqual({ sealed: false, votes: 0 })
    await db.close()
  },
)

test('without it everything else is restored, and polls with unreadable ballots are named and closed', async () => {
  const id = await makeAnonymous()
  await cast(world.db, id, ben)
  const { rows } = await world.db.pool.query('select key, title from polls where id = $1', [id])
  const db = await restored(await written(world.db), { as: 'files', same: false })
  expect(db.report.without_key).toContainEqual(expect.objectContaining(rows[0]))
  const found = await db.pool.query(
    'select closed_at is not null as closed, key_missing_at is not null as missing, sealed_at from polls where id = $1',
    [id],
  )
  expect(found.rows).toEqual([{ closed: true, missing: true, sealed_at: null }])
  await expect(cast(db, id, cleo)).rejects.toMatchObject({ code: 'poll_closed' })
  // The group's counts include it, as after every closing.
  const counted = await db.pool.query(
    'select count(*)::int as closed from polls where group_id = $1 and closed_at is not null',
    [world.group.id],
  )
  expect(counted.rows[0].closed).toBeGreaterThan(0)
  const { counts } = (await loadKeyGroup(db.pool, world.group.id)).in_group
  expect(counts.closed_polls).toBe(counted.rows[0].closed)
  await db.close()
})

test('a backup contains neither the secret nor an unencrypted key', async () => {
  const id = await makeAnonymous()
  await cast(world.db, id, ben)
  const bytes = await written(world.db)
  const { rows } = await world.db.pool.query<{ urn_key: string }>('select urn_key from polls where id = $1', [
    id,
  ])
  const key = await world.db.urn_keys.find(world.db.pool, rows[0]?.urn_key ?? '')
  expect(key).not.toBeNull()
  for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
    expect(bytes.includes(key?.toString(form) ?? '')).toBe(false)
  // The control: the public key is there.
  expect(bytes.includes(rows[0]?.urn_key ?? randomBytes(8).toString('hex'))).toBe(true)
})

test('the key of a poll that is sealed during the backup is in it anyway', async () => {
  const id = await makeAnonymous()
  await cast(world.db, id, ben)
  const writing = writeBackup(world.db, 'columns')
  const chunks = [(await writing.next()).value as Buffer]
  await change(world.db, SYSTEM, (act) => closePoll(act, id))
  await sealPoll(world.db, id)
  for await (const chunk of writing) chunks.push(chunk)
  const db = await restored(Buffer.concat(chunks), { as: 'files', same: true })
  expect(db.report.without_key).toEqual([])
  await change(db, SYSTEM, (act) => closePoll(act, id))
  await sealPoll(db, id)
  expect(await tallied(db, id)).toEqual({ sealed: true, votes: 1 })
  await db.close()
})
