import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { change, openDb, SYSTEM } from '../db.ts'
import { publicHalf } from './key-pair.ts'
import { openUrnKeys } from './open-urn-keys.ts'
import { acceptSecret, requireOwnSecret } from './own-secret.ts'
import { serviceSecret } from './service-secret.ts'

const world = await createWorld()
const { pool } = world.db
const folder = await mkdtemp(join(tmpdir(), 'folkmoot-urn-keys-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const place = async (kind: 'files' | 'rows') => {
  const own = join(folder, randomBytes(6).toString('hex'))
  await mkdir(own)
  return { folder: kind === 'files' ? join(own, 'urn-keys') : null, secret_file: join(own, 'secret-key') }
}

describe.each(['files', 'rows'] as const)('keys as %s', (kind) => {
  test('are found by their public half until they are destroyed, once or twice', async () => {
    const keys = openUrnKeys(await place(kind))
    const [name, other] = [await keys.make(pool), await keys.make(pool)]
    const found = await keys.find(pool, name)
    expect(found === null ? null : publicHalf(found).toString('hex')).toBe(name)
    await keys.destroy(pool, name)
    await keys.destroy(pool, name)
    expect(await keys.find(pool, name)).toBeNull()
    expect(await keys.find(pool, other)).not.toBeNull()
  })

  test('travel wrapped, and open only with the same secret', async () => {
    const from = await place(kind)
    const keys = openUrnKeys(from)
    const names = [await keys.make(pool), await keys.make(pool)]
    const wrapped = await keys.wrap(pool, [...names, 'f'.repeat(64)])
    expect(wrapped.map(({ public_key }) => public_key).sort()).toEqual([...names].sort())
    const bare = await keys.find(pool, names[0] ?? '')
    expect(JSON.stringify(wrapped)).not.toContain(bare?.toString('hex'))
    for (const to of ['files', 'rows'] as const) {
      const elsewhere = await createWorld()
      const target = openUrnKeys({ ...(await place(to)), secret_file: from.secret_file })
      await target.unwrap(elsewhere.db.pool, wrapped)
      expect(await target.find(elsewhere.db.pool, names[0] ?? '')).toEqual(bare)
      const stranger = openUrnKeys(await place(to))
      await stranger.unwrap(elsewhere.db.pool, wrapped)
      expect(await stranger.find(elsewhere.db.pool, names[0] ?? '')).toBeNull()
    }
  })
})

describe('keys as files', () => {
  test('are readable only by their owner', async () => {
    const { folder: at, secret_file } = await place('files')
    const keys = openUrnKeys({ folder: at, secret_file })
    const name = await keys.make(pool)
    const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
    expect(await mode(at ?? '')).toBe('700')
    expect(await mode(join(at ?? '', name))).toBe('600')
    await keys.wrap(pool, [name])
    expect(await mode(secret_file)).toBe('600')
  })

  test('are missing when they are damaged or do not match their name', async () => {
    const { folder: at, secret_file } = await place('files')
    const keys = openUrnKeys({ folder: at, secret_file })
    const [one, two] = [await keys.make(pool), await keys.make(pool)]
    const file = (name: string) => join(at ?? '', name)
    await writeFile(file(one), await readFile(file(two)))
    expect(await keys.find(pool, one)).toBeNull()
    await writeFile(file(two), '')
    expect(await keys.find(pool, two)).toBeNull()
  })

  test('are deleted after a day if no poll refers to them, and no earlier', async () => {
    const { folder: at, secret_file } = await place('files')
    const keys = openUrnKeys({ folder: at, secret_file })
    const [young, known, orphan] = [await keys.make(pool), await keys.make(pool), await keys.make(pool)]
    const yesterday = Date.now() / 1000 - 25 * 3_600
    for (const name of [known, orphan]) await utimes(join(at ?? '', name), yesterday, yesterday)
    await writeFile(join(at ?? '', 'notes.txt'), 'not a key')
    expect(await keys.sweep(pool, async (names) => names.filter((name) => name === known))).toBe(1)
    expect((await readdir(at ?? '')).sort()).toEqual([young, known, 'notes.txt'].sort())
  })
})

describe('keys as rows', () => {
  test('are created and deleted with the transaction of their poll', async () => {
    const keys = await place('rows')
    const db = openDb({ ...world.address, keys }, 2)
    let name = ''
    const undone = change(db, SYSTEM, async ({ tx, urn_keys }) => {
      name = await urn_keys.make(tx)
      expect(await urn_keys.find(tx, name)).not.toBeNull()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await db.urn_keys.find(db.pool, name)).toBeNull()
    await db.close()
  })

  test('are missing under another secret', async () => {
    const keys = openUrnKeys(await place('rows'))
    const name = await keys.make(pool)
    expect(await openUrnKeys(await place('rows')).find(pool, name)).toBeNull()
    expect(await keys.find(pool, name)).not.toBeNull()
  })
})

describe('the secret', () => {
  test('is created once, even by processes that start at the same moment', async () => {
    const { secret_file } = await place('files')
    const secrets = await Promise.all(Array.from({ length: 20 }, () => serviceSecret(secret_file)))
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
    expect(secrets[0]).toHaveLength(32)
    expect(await readdir(join(secret_file, '..'))).toEqual(['secret-key'])
  })

  test('is refused with a message when it is invalid, and the file stays as it is', async () => {
    const { secret_file } = await place('files')
    await writeFile(secret_file, 'swordfish\n')
    await expect(serviceSecret(secret_file)).rejects.toThrow('does not contain a Folkmoot secret')
    expect(await readFile(secret_file, 'utf8')).toBe('swordfish\n')
    await expect(serviceSecret(join(secret_file, 'in-a-file'))).rejects.toThrow('cannot be')
    // A path at which Node's own recursive mkdir loops forever.
    await expect(serviceSecret('/proc/no-such/secret-key')).rejects.toThrow('cannot be written')
    await symlink(join(secret_file, '..', 'nowhere'), join(secret_file, '..', 'link'))
    await expect(serviceSecret(join(secret_file, '..', 'link', 'secret-key'))).rejects.toThrow('cannot be')
  })

  test('must be the same on all machines of one database, until another is accepted', async () => {
    const own = await createWorld()
    const [one, other] = [(await place('rows')).secret_file, (await place('rows')).secret_file]
    await requireOwnSecret(own.db, one)
    await requireOwnSecret(own.db, one)
    await expect(requireOwnSecret(own.db, other)).rejects.toThrow('contains a different secret')
    await acceptSecret(own.db, other)
    await requireOwnSecret(own.db, other)
    await expect(requireOwnSecret(own.db, one)).rejects.toThrow('folkmoot secret accept')
  })

  test('is recorded by the first machine that serves, also when others start at that moment', async () => {
    const own = await createWorld()
    const files = await Promise.all(Array.from({ length: 8 }, async () => (await place('rows')).secret_file))
    const starts = await Promise.allSettled(files.map((file) => requireOwnSecret(own.db, file)))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
