import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { alive, commandOf, mark, signal, until } from './embedded-process.ts'
import { clientFor } from './embedded-server.ts'

/** A busy machine may need long to start two databases. */
const PATIENCE_MS = 60_000

/** Another folkmoot: starts the database, reports it, and stops it when its input ends. */
const OTHER = `
  const { startEmbedded } = await import(process.argv[1])
  try {
    const database = await startEmbedded({ data_dir: process.argv[2], role: process.argv[3] })
    console.log('up')
    for await (const _ of process.stdin);
    await database.stop()
    console.log('down')
  } catch (error) {
    console.log(error.message)
  }`

let home = ''
let template = ''
let count = 0
const children: ChildProcess[] = []
const folders: string[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'folkmoot-test-'))
  template = join(home, 'template')
  await (await startEmbedded({ data_dir: template, role: 'serve' })).stop()
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) {
    const pid = await postmasterOf(folder).catch(() => 0)
    if (pid > 0 && commandOf(pid)?.includes(folder)) await kill(pid, 'SIGQUIT')
  }
})

afterAll(() => rm(home, { recursive: true, force: true }))

/** A data folder with a database; tests that leave it intact share one. */
async function usedFolder(name?: string): Promise<string> {
  if (name === undefined) {
    folders.push(template)
    return template
  }
  const folder = newFolder(name)
  await cp(template, folder, { recursive: true })
  return folder
}

function newFolder(name = `new-${count++}`): string {
  const folder = join(home, name)
  folders.push(folder)
  return folder
}

function other(folder: string, role: EmbeddedOptions['role']) {
  const module = new URL('./embedded.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', OTHER, module, folder, role])
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const says = async (word: string) => {
    await until(() => said.includes(word), PATIENCE_MS)
    expect(said).toContain(word)
  }
  return { pid: child.pid!, says, finish: () => child.stdin.end() }
}

async function postmasterOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function kill(pid: number, how: NodeJS.Signals): Promise<void> {
  const victim = mark(pid)
  signal(pid, how)
  expect(await until(() => !alive(victim), PATIENCE_MS)).toBe(true)
}

async function ask<T>(connection: Connection, text: string): Promise<T[]> {
  const client = clientFor(connection, 'test')
  await client.connect()
  try {
    return (await client.query<{ answer: T }>(text)).rows.map((row) => row.answer)
  } finally {
    await client.end()
  }
}

async function answers(connection: Connection): Promise<boolean> {
  return ask(connection, 'select 1 as answer').then(
    () => true,
    () => false,
  )
}

describe('starting', () => {
  test('an empty folder becomes a database that listens only in a private folder', async () => {
    const { connection, stop } = await startEmbedded({ data_dir: newFolder(), role: 'serve' })
    const settings = [
      'listen_addresses',
      'fsync',
      'synchronous_commit',
      'log_parameter_max_length',
      'data_checksums',
      'autovacuum_naptime',
    ]
    const asked = settings.map((name) => `select current_setting('${name}') as answer`)
    expect(await ask(connection, asked.join(' union all '))).toEqual(['', 'on', 'on', '0', 'on', '15s'])
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
    await stop()
    expect(await answers(connection)).toBe(false)
  })

  test('data that was written is there at the next start', async () => {
    const data_dir = await usedFolder()
    const first = await startEmbedded({ data_dir, role: 'serve' })
    await ask(first.connection, 'create table kept as select 7 as answer')
    await first.stop()
    const second = await startEmbedded({ data_dir, role: 'serve' })
    expect(await ask(second.connection, 'select answer from kept')).toEqual([7])
    await second.stop()
  })

  test('a start completes what a killed start left half done', async () => {
    const data_dir = newFolder()
    await mkdir(join(data_dir, 'postgres.new-0123'), { recursive: true })
    await writeFile(join(data_dir, 'start.lock'), '{"pid":1,"started":"another boot:1"}')
    const database = await startEmbedded({ data_dir, role: 'serve' })
    await ask({ ...database.connection, database: 'postgres' }, 'drop database folkmoot with (force)')
    await database.stop()
    await expect(stat(join(data_dir, 'postgres.new-0123'))).rejects.toThrow('ENOENT')
    const again = await startEmbedded({ data_dir, role: 'serve' })
    expect(await answers(again.connection)).toBe(true)
    await again.stop()
  })

  test('a path too long for a socket moves the socket, and it is removed again', async () => {
    const data_dir = await usedFolder(`long-${'x'.repeat(107)}`)
    const owner = await startEmbedded({ data_dir, role: 'serve' })
    const guest = await startEmbedded({ data_dir, role: 'command' })
    expect(guest.connection).toEqual(owner.connection)
    expect(owner.connection.host).not.toContain(data_dir)
    expect((await stat(owner.connection.host)).mode & 0o777).toBe(0o700)
    expect(await answers(guest.connection)).toBe(true)
    await guest.stop()
    await owner.stop()
    await expect(stat(owner.connection.host)).rejects.toThrow('ENOENT')
  })
})

describe('after a crash', () => {
  test('a killed database is restarted at the same place while we serve', async () => {
    const data_dir = await usedFolder()
    const { connection, stop } = await startEmbedded({ data_dir, role: 'serve' })
    await kill(await postmasterOf(data_dir), 'SIGKILL')
    expect(await until(() => answers(connection), PATIENCE_MS)).toBe(true)
    await stop()
    expect(await answers(connection)).toBe(false)
  })

  test('when both were killed, the next start recovers', async () => {
    const data_dir = await usedFolder()
    const killed = other(data_dir, 'serve')
    await killed.says('up')
    await kill(killed.pid, 'SIGKILL')
    await kill(await postmasterOf(data_dir), 'SIGKILL')
    const { connection, stop } = await startEmbedded({ data_dir, role: 'serve' })
    expect(await answers(connection)).toBe(true)
    await stop()
  })

  test.each(['serve', 'command'] as const)(
    'a database whose server was killed is adopted by a %s',
    async (role) => {
      const data_dir = await usedFolder()
      const killed = other(data_dir, 'serve')
      await killed.says('up')
      const orphan = await postmasterOf(data_dir)
      await kill(killed.pid, 'SIGKILL')
      const { stop } = await startEmbedded({ data_dir, role })
      expect(await postmasterOf(data_dir)).toBe(orphan)
      const marked = mark(orphan)
      await stop()
      expect(alive(marked)).toBe(false)
    },
  )

  test('a stale process number that another process now has does not prevent the start', async () => {
    const data_dir = await usedFolder()
    const cluster = join(data_dir, 'postgres')
    const { uid, gid } = await stat(cluster)
    const child = spawn('sleep', ['60'], { uid, gid })
    children.push(child)
    const left = `${child.pid}\n${cluster}\n1\n5432\n${cluster}\n\n0 0\nready\n`
    await writeFile(join(cluster, 'postmaster.pid'), left)
    await writeFile(join(cluster, '.s.PGSQL.5432.lock'), left)
    await writeFile(
      join(data_dir, 'owner.json'),
      `{"pid":${child.pid},"started":"x:1","role":"serve","id":"a"}`,
    )
    const { connection, stop } = await startEmbedded({ data_dir, role: 'serve' })
    expect(await answers(connection)).toBe(true)
    await stop()
  })
})

describe('several at once', () => {
  test('two commands that start at the same instant share one database, and the last one stops it', async () => {
    const data_dir = newFolder()
    const both = [other(data_dir, 'command'), other(data_dir, 'command')]
    for (const one of both) await one.says('up')
    const shared = mark(await postmasterOf(data_dir))
    const owner = JSON.parse(await readFile(join(data_dir, 'owner.json'), 'utf8')) as { pid: number }
    const [first, last] = both.toSorted((one) => (one.pid === owner.pid ? -1 : 1))
    first!.finish()
    await first!.says('down')
    expect(alive(shared)).toBe(true)
    last!.finish()
    await last!.says('down')
    expect(alive(shared)).toBe(false)
  })

  test('a command beside a server leaves it running', async () => {
    const data_dir = await usedFolder()
    const server = await startEmbedded({ data_dir, role: 'serve' })
    const command = other(data_dir, 'command')
    await command.says('up')
    command.finish()
    await command.says('down')
    expect(await answers(server.connection)).toBe(true)
    await server.stop()
  })

  test('a server takes over from a command, which then leaves it running', async () => {
    const data_dir = await usedFolder()
    const command = other(data_dir, 'command')
    await command.says('up')
    const server = await startEmbedded({ data_dir, role: 'serve' })
    command.finish()
    await command.says('down')
    expect(await answers(server.connection)).toBe(true)
    await server.stop()
    expect(await answers(server.connection)).toBe(false)
  })

  test('a second server is refused', async () => {
    const data_dir = await usedFolder()
    const first = other(data_dir, 'serve')
    await first.says('up')
    await expect(startEmbedded({ data_dir, role: 'serve' })).rejects.toThrow(
      `Another folkmoot (process ${first.pid}) is serving from ${data_dir}`,
    )
    first.finish()
    await first.says('down')
  })
})
