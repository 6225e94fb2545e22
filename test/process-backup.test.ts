import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import messages from '../src/locales/en.json' with { type: 'json' }
import { installProgram, json, newDataDir, run, type Served, serve, urlOf } from './process.ts'
import { createDatabase, createWorld } from './world.ts'

installProgram()

const PUBLIC_URL = 'http://moot.example'
/** The pause between the threads of a writer. */
const PACE_MS = 20
const GROUP = [
  'group',
  'create',
  '--name',
  'Mill Lane',
  '--handle',
  'mill',
  '--admin-email',
  'ada@mill.example',
]

type Copied = { rows: number; tables: Record<string, { rows: number; sha256: string }> }
type Reader = { cookie: string; key: string; pages: string[] }

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const keyOf = async (handle: string, settings: Record<string, string>) =>
  (await json<{ key: string }>(['key', 'create', '--group', handle, '--name', 'Website'], settings)).key

/** A signed-in person and a program, who both read the demo group. */
async function readerOf({ url }: Served, settings: Record<string, string>): Promise<Reader> {
  const { link } = await json<{ link: string }>(['demo'], settings)
  const entered = await fetch(`${url}/sign-in/link`, {
    method: 'POST',
    headers: { origin: PUBLIC_URL },
    body: new URLSearchParams({ k: link.split('k=')[1] ?? '' }),
    redirect: 'manual',
  })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const group = await (await fetch(`${url}/g/elm-street`, { headers: { cookie } })).text()
  const pages = [...new Set([...group.matchAll(/href="(\/[pd]\/\w{8})/g)].map(([, path = '']) => path))]
  expect(pages.length).toBeGreaterThan(3)
  return { cookie, key: await keyOf('elm-street', settings), pages }
}

/** A new machine signs with its own key, and its pages say so. */
const OTHER_KEY = ` ${messages['result.check_earlier_key']}`

/** Everything they can read, without the one-time tokens of forms and the note about an earlier key. */
async function readAll({ url }: Served, { cookie, key, pages }: Reader): Promise<Record<string, string>> {
  const read: Record<string, string> = {}
  for (const path of ['/', '/g/elm-street', ...pages]) {
    const answer = await fetch(url + path, { headers: { cookie } })
    expect(answer.status).toBe(200)
    read[path] = (await answer.text())
      .replaceAll(/name="once" value="[^"]*"/g, '')
      .replaceAll(/data-seen="[^"]*"/g, '')
      // "3 minutes ago" may be 4 until the copy runs, and "in 31 hours" 30.
      .replaceAll(/(<time class="ago"[^>]*>).*?<\/time>/g, '$1')
      .replaceAll(/(<span data-from-now=[^>]*>).*?<\/span>/g, '$1')
      .replaceAll(/Closes in [\w ]+/g, '')
      .replaceAll(OTHER_KEY, '')
  }
  for (const path of pages) {
    const at = path.replace('/p/', '/api/b1/polls/').replace('/d/', '/api/b1/discussions/')
    const answer = await fetch(url + at, { headers: bearer(key) })
    expect(answer.status).toBe(200)
    read[at] = await answer.text()
  }
  return read
}

/** Returns the key of the new thread. */
async function makeThread({ url }: Served, key: string, title: string): Promise<string> {
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const body = JSON.stringify({ title })
  const answer = await fetch(`${url}/api/b1/discussions`, { method: 'POST', headers, body })
  const { discussions } = (await answer.json()) as { discussions: { key: string }[] }
  return discussions[0]?.key ?? ''
}

/** Creates threads until it is stopped; returns the keys of the acknowledged ones. */
function keepWriting(service: Served, key: string): { made: string[]; stop(): Promise<void> } {
  const made: string[] = []
  let going = true
  const write = async () => {
    while (going) {
      made.push(await makeThread(service, key, `Thread ${made.length}`))
      // Some are created during the backup, but few enough that reading them all is fast.
      await sleep(PACE_MS)
    }
  }
  const writing = write()
  return {
    made,
    stop: () => {
      going = false
      return writing
    },
  }
}

async function isThere({ url }: Served, key: string, discussion: string): Promise<boolean> {
  return (await fetch(`${url}/api/b1/discussions/${discussion}`, { headers: bearer(key) })).status === 200
}

test('a backup of a running service, restored into an empty folder, reads the same; and then it moves', async () => {
  const settings = { DATA_DIR: await newDataDir(), PUBLIC_URL, API_RATE_LIMIT: '0' }
  const file = join(dirname(settings.DATA_DIR), 'one.backup')
  const service = await serve(settings)
  await json(GROUP, settings)
  const reader = await readerOf(service, settings)
  const writer = await keyOf('mill', settings)
  const writing = keepWriting(service, writer)
  await expect.poll(() => writing.made.length).toBeGreaterThan(5)
  const before = writing.made.length
  const { rows } = await json<Copied>(['backup', file], settings)
  await writing.stop()
  const read = await readAll(service, reader)
  const signed_by = (await (await fetch(`${service.url}/.well-known/folkmoot-key`)).text()).trim()
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const again = await run(['backup', file], settings)
  expect(again).toEqual({
    status: 1,
    out: '',
    err: `${file} already exists: name another file, or replace it with --force.\n`,
  })
  const busy = await run(['move', '--to', 'postgres://localhost/nowhere'], settings)
  expect(busy.err).toBe('A service is running on this database: stop it before moving.\n')
  service.signal('SIGTERM')
  await service.ended

  const fresh = { ...settings, DATA_DIR: await newDataDir() }
  expect(await json<Copied>(['restore', file], fresh)).toMatchObject({ rows })
  const copy = await serve(fresh)
  expect(copy.said()).not.toContain('There is no group yet')
  expect(await readAll(copy, reader)).toEqual(read)
  // The copy has its own key, and publishes the one that verifies earlier signatures.
  const keys = (await (await fetch(`${copy.url}/.well-known/folkmoot-key`)).text()).trim().split('\n')
  expect(keys).toEqual([expect.stringContaining('moot.example+'), signed_by])
  // Old results can still be verified with the published key: their pages say that it is an earlier one.
  const noted = await Promise.all(
    reader.pages.map(async (path) =>
      (await (await fetch(copy.url + path, { headers: { cookie: reader.cookie } })).text()).includes(
        OTHER_KEY,
      ),
    ),
  )
  expect(noted).toContain(true)
  const there: boolean[] = []
  for (const made of writing.made) there.push(await isThere(copy, writer, made))
  // Everything acknowledged before it began, and a later thread only together with all earlier ones.
  expect(there.lastIndexOf(true)).toBeGreaterThanOrEqual(before - 1)
  expect(there.lastIndexOf(true)).toBe(there.filter(Boolean).length - 1)
  copy.signal('SIGTERM')
  await copy.ended

  const filled = await run(['restore', file], fresh)
  expect(filled).toMatchObject({ status: 1, out: '' })
  expect(filled.err).toMatch(/^The database already contains data: .*\n$/)

  const own = { PUBLIC_URL, API_RATE_LIMIT: '0', DATABASE_URL: urlOf((await createDatabase()).address) }
  const moved = await json<Copied>(['move', '--to', own.DATABASE_URL], fresh)
  expect(moved.tables).toEqual((await json<Copied>(['backup', file, '--force'], fresh)).tables)
  const elsewhere = await serve(own)
  expect(await readAll(elsewhere, reader)).toEqual(read)
  // The control: a difference would have been detected.
  await makeThread(elsewhere, reader.key, 'One thread more')
  expect(await readAll(elsewhere, reader)).not.toEqual(read)
  elsewhere.signal('SIGTERM')
  await elsewhere.ended
})

test('a file that is damaged, truncated, newer or not a backup is refused with one line', async () => {
  const folder = dirname(await newDataDir())
  const { db, address } = await createDatabase()
  const settings = { DATABASE_URL: urlOf(address) }
  const whole = join(folder, 'whole')
  const source = { DATABASE_URL: urlOf((await createDatabase()).address) }
  await json(GROUP, source)
  await json(['backup', whole], source)
  const bytes = await readFile(whole)
  const middle = bytes.length >> 1
  const bad: [Buffer, RegExp][] = [
    [bytes.subarray(0, middle), /incomplete/],
    [Buffer.concat([bytes.subarray(0, middle), Buffer.alloc(20), bytes.subarray(middle + 20)]), /damaged/],
    [Buffer.from('{"folkmoot_backup":1}'), /not a backup/],
  ]
  for (const [content, words] of bad) {
    const file = join(folder, `bad-${bad.findIndex(([other]) => other === content)}`)
    await writeFile(file, content)
    const { status, out, err } = await run(['restore', file], settings)
    expect({ status, out, lines: err.split('\n').length }).toEqual({ status: 1, out: '', lines: 2 })
    expect(err).toMatch(words)
  }
  const missing = await run(['restore', join(folder, 'nowhere')], settings)
  expect(missing.err).toMatch(/cannot be used: there is no such file or folder\.\n$/)
  expect((await db.pool.query("select from pg_class where relname = 'users'")).rowCount).toBe(0)
  const unused = { DATA_DIR: await newDataDir() }
  for (const name of ['nowhere', 'bad-2']) await run(['restore', join(folder, name)], unused)
  await expect(stat(unused.DATA_DIR)).rejects.toThrow('ENOENT')
  // The control: the complete file is accepted.
  expect((await run(['restore', whole], settings)).status).toBe(0)
})

test('status shows how the service is, running or not', async () => {
  const { address } = await createWorld()
  const settings = { DATABASE_URL: urlOf(address) }
  const service = await serve(settings)
  expect(await json(['status'], settings)).toMatchObject({ well: true, concerns: [], groups: 1, people: 1 })
  service.signal('SIGTERM')
  await service.ended
  const { status, out } = await run(['status'], settings)
  expect(status).toBe(0)
  expect(out).toMatch(/^Service: +not running$/m)
  expect(out).toMatch(/^Email: +not sent while the service is not running$/m)
  expect(out).toMatch(/^QUEUE +WAITING +OLDEST\npolls to close +0 +-$/m)
  expect(out).toContain('Needs attention:\n- No service is running on this database')
  const empty = await run(['status'], { DATABASE_URL: urlOf((await createDatabase()).address) })
  expect(empty.err).toBe('The database contains no Folkmoot data. Check DATA_DIR and DATABASE_URL.\n')
})

test('an empty folder cannot be backed up', async () => {
  const { address } = await createDatabase()
  const folder = dirname(await newDataDir())
  const nothing = await run(['backup', join(folder, 'x')], { DATABASE_URL: urlOf(address) })
  expect(nothing).toEqual({
    status: 1,
    out: '',
    err: 'The database contains no Folkmoot data. Check DATA_DIR and DATABASE_URL.\n',
  })
})

test('commands report a folder without data, and create nothing in it', async () => {
  const DATA_DIR = await newDataDir()
  for (const words of [
    ['mail', 'list'],
    ['group', 'list'],
    ['key', 'list', '--group', 'x'],
    ['status'],
    ['backup', 'x'],
  ]) {
    const { status, err } = await run(words, { DATA_DIR })
    expect([status, err]).toEqual([
      1,
      `DATA_DIR (${DATA_DIR}) contains no Folkmoot data. Check DATA_DIR and DATABASE_URL.\n`,
    ])
  }
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false)
})

test('a target that is no database is reported without its password', async () => {
  const source = { DATABASE_URL: urlOf((await createWorld()).address) }
  const nowhere = await run(['move', '--to', 'mysql://moot:hushhush@db'], source)
  expect(nowhere.err).toMatch(/^--to must look like postgres:.*\n$/)
  expect(nowhere.err).not.toContain('hushhush')
})

test('a target that cannot take the data is reported with a fix, and stays unchanged', async () => {
  const source = { DATABASE_URL: urlOf((await createWorld()).address) }
  const filled = urlOf((await createWorld()).address)
  const refused = await run(['move', '--to', filled], source)
  expect(refused.err).toMatch(
    /^The database already contains data: name an empty one \(a new database in --to\)\.\n$/,
  )
  const { db, address } = await createDatabase()
  const weak = `weak_${address.database}`
  await db.pool.query(`create role ${weak} login`)
  try {
    const to = urlOf({ ...address, user: weak })
    const moved = await run(['move', '--to', to], source)
    expect(moved.err).toMatch(/^--to \(.*\): the user lacks a permission \(permission denied .*\n$/)
    const restored = await run(['status'], { DATABASE_URL: to })
    expect(restored.err).toBe('The database contains no Folkmoot data. Check DATA_DIR and DATABASE_URL.\n')
  } finally {
    await db.pool.query(`drop role ${weak}`)
  }
})

test('an erased person is erased again after an older backup is restored, before anyone can read it', async () => {
  const settings = { DATA_DIR: await newDataDir(), PUBLIC_URL }
  // Then commands need not start the database themselves.
  await serve(settings)
  await json(GROUP, settings)
  await json(
    [...GROUP.slice(0, 3), 'Orchard', '--handle', 'orchard', '--admin-email', 'gus@far.example'],
    settings,
  )
  const file = join(dirname(settings.DATA_DIR), 'older.backup')
  await run(['backup', file], settings)
  const erase = ['person', 'erase', '--email', 'gus@far.example', '--writings', 'keep']
  const warned = await run(erase, settings)
  expect([warned.status, warned.err]).toEqual([1, expect.stringContaining('gus@far.example, add --yes')])
  const exported = join(dirname(settings.DATA_DIR), 'gus.zip')
  expect(
    await json(['person', 'export', '--email', 'gus@far.example', '--out', exported], settings),
  ).toMatchObject({
    file: exported,
  })
  expect(
    (await run(['person', 'export', '--email', 'gus@far.example', '--out', exported], settings)).err,
  ).toContain('already exists: name another file')
  const { erased } = await json<{ erased: number }>([...erase, '--yes'], settings)
  expect(erased).toBeGreaterThan(0)

  const restored = { ...settings, DATA_DIR: await newDataDir() }
  await mkdir(restored.DATA_DIR, { recursive: true })
  await copyFile(join(settings.DATA_DIR, 'erased-people.json'), join(restored.DATA_DIR, 'erased-people.json'))
  const told = await run(['restore', file], restored)
  expect(told.out).toMatch(/^Erased again: 1 person who deleted their account after this backup was made\.$/m)
  const service = await serve(restored)
  const key = await keyOf('orchard', restored)
  const answer = await fetch(`${service.url}/api/b1/memberships`, { headers: bearer(key) })
  expect(await answer.text()).not.toContain('gus@far.example')
  expect((await run(erase, restored)).err).toContain('Nobody here has this email address')

  // Without the list nothing is erased: the command explains what to do, and the service does it then.
  const late = { ...settings, DATA_DIR: await newDataDir() }
  const unknown = await run(['restore', file], late)
  expect(unknown.out).toContain('copy erased-people.json from the former DATA_DIR')
  expect((await run(erase, late)).err).toContain('add --yes')
  await copyFile(join(settings.DATA_DIR, 'erased-people.json'), join(late.DATA_DIR, 'erased-people.json'))
  await serve(late)
  expect((await run(erase, late)).err).toContain('Nobody here has this email address')

  // A damaged list stops a restore before it begins.
  const damaged = { ...settings, DATA_DIR: await newDataDir() }
  await mkdir(damaged.DATA_DIR, { recursive: true })
  await writeFile(join(damaged.DATA_DIR, 'erased-people.json'), '[{')
  expect((await run(['restore', file], damaged)).err).toMatch(/erased-people\.json is damaged: .*\n$/)
  await rm(join(damaged.DATA_DIR, 'erased-people.json'))
  expect((await run(['restore', file, '--json'], damaged)).out).toContain('"erased_again":0')
})
