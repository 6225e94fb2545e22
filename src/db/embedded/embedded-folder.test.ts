import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Halt } from '../../errors.ts'
import { type Connection, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { bundledBinaries } from './embedded-account.ts'
import { clientFor } from './embedded-server.ts'

const IS_ROOT = process.getuid?.() === 0

let home = ''
let count = 0

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'folkmoot-test-'))
})

afterAll(() => rm(home, { recursive: true, force: true }))

function newFolder(): string {
  return join(home, `new-${count++}`)
}

/** The bundled programs, copied into this folder. */
async function binariesIn(folder: string): Promise<{ initdb: string; postgres: string }> {
  const { postgres } = await bundledBinaries()
  await cp(dirname(dirname(postgres)), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  const bin = join(folder, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

async function postmasterOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function answer(connection: Connection): Promise<unknown> {
  const client = clientFor(connection, 'test')
  await client.connect()
  try {
    return (await client.query('select 1 as answer')).rows[0].answer
  } finally {
    await client.end()
  }
}

async function haltOf(options: EmbeddedOptions): Promise<string> {
  const outcome = await startEmbedded(options).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(Halt)
  const { message } = outcome as Halt
  expect(message).not.toContain('\n')
  return message
}

describe('an unusable folder gives a one-line error', () => {
  test('data of another version of PostgreSQL', async () => {
    const data_dir = newFolder()
    await mkdir(join(data_dir, 'postgres'), { recursive: true })
    await writeFile(join(data_dir, 'postgres', 'PG_VERSION'), '17\n')
    expect(await haltOf({ data_dir, role: 'serve' })).toContain('contains data of PostgreSQL 17')
  })

  test('a file in the way', async () => {
    const data_dir = newFolder()
    await writeFile(data_dir, '')
    expect(await haltOf({ data_dir, role: 'serve' })).toContain('part of its path is a file')
  })

  test.runIf(process.platform === 'linux')('a place that accepts no folders, without a delay', async () => {
    for (const data_dir of ['/proc/folkmoot/data', '/proc']) {
      const message = await haltOf({ data_dir, role: 'serve' })
      // Without root the missing right fails first.
      expect(message).toMatch(
        new RegExp(`^DATA_DIR: ${data_dir} (cannot contain new files|cannot be written)`),
      )
      expect(message).toContain('choose another DATA_DIR')
    }
  })

  test('a link that leads nowhere', async () => {
    const data_dir = newFolder()
    await symlink(join(home, 'nowhere'), data_dir)
    expect(await haltOf({ data_dir, role: 'serve' })).toContain('is a broken link')
  })

  test('files of another kind', async () => {
    const data_dir = newFolder()
    await mkdir(join(data_dir, 'postgres', 'photos'), { recursive: true })
    expect(await haltOf({ data_dir, role: 'command' })).toContain(
      'contains files that are not a PostgreSQL database',
    )
  })

  test.skipIf(IS_ROOT)('a folder that this user may not write to', async () => {
    const data_dir = newFolder()
    await mkdir(data_dir, { mode: 0o500 })
    expect(await haltOf({ data_dir, role: 'serve' })).toContain('cannot be written by this user')
  })

  test('a database that does not start reports its own last message and leaves no process running', async () => {
    const data_dir = newFolder()
    await (await startEmbedded({ data_dir, role: 'serve' })).stop()
    await writeFile(join(data_dir, 'postgres', 'pg_hba.conf'), 'nonsense\n')
    expect(await haltOf({ data_dir, role: 'serve' })).toMatch(/did not start: could not load .*pg_hba\.conf/)
    await expect(postmasterOf(data_dir)).rejects.toThrow('ENOENT')
    await expect(stat(join(data_dir, 'start.lock'))).rejects.toThrow('ENOENT')
  })

  test('programs that do not run on this system', async () => {
    const nothing = join(home, 'nothing')
    await writeFile(nothing, '#!/no/such/loader\n', { mode: 0o755 })
    const message = await haltOf({
      data_dir: newFolder(),
      role: 'serve',
      binaries: { initdb: nothing, postgres: nothing },
    })
    expect(message).toContain('set DATABASE_URL')
  })

  test('missing programs are not blamed on the folder', async () => {
    const missing = join(home, 'missing')
    const data_dir = newFolder()
    const binaries = { initdb: missing, postgres: missing }
    const outcome = await startEmbedded({ data_dir, role: 'serve', binaries }).catch((error: Error) => error)
    expect((outcome as Error).message).toContain(missing)
    expect((outcome as Error).message).not.toContain('DATA_DIR')
  })
})

describe.runIf(IS_ROOT && process.platform === 'linux')('as root', () => {
  test('PostgreSQL runs as another user, also in folders that this user cannot enter', async () => {
    const hidden = join(home, 'hidden')
    await mkdir(hidden, { mode: 0o700 })
    const binaries = await binariesIn(hidden)
    const data_dir = join(hidden, 'data')
    const { connection, stop } = await startEmbedded({ data_dir, role: 'serve', binaries })
    expect((await stat(`/proc/${await postmasterOf(data_dir)}`)).uid).not.toBe(0)
    await expect(answer(connection)).resolves.toBe(1)
    await stop()
  })

  test('where everyone may enter, it runs without any extra right', async () => {
    const data_dir = newFolder()
    await chmod(home, 0o755)
    // Other users may be unable to enter the checkout's folder.
    const binaries = await binariesIn(home)
    const { stop } = await startEmbedded({ data_dir, role: 'serve', binaries })
    const status = await readFile(`/proc/${await postmasterOf(data_dir)}/status`, 'utf8')
    await stop()
    await chmod(home, 0o700)
    expect(status).toMatch(/^CapEff:\s0+$/m)
  })
})
