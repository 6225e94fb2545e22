import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, inject } from 'vitest'
import { alive, mark, signal, until } from '../src/db/embedded/embedded-process.ts'
import { atEnd } from './at-end.ts'
import { buildOnce } from './built.ts'
import { keepLog } from './kept-logs.ts'
import { isOfTheService } from './log-secrets.ts'
import type { World } from './world.ts'

/** The program as installed, built from the current source, and real processes of it. */

export type Settings = Record<string, string>
export type Finished = { status: number | null; out: string; err: string }
export type Served = {
  url: string
  pid: number
  /** All its output so far, on both streams. */
  said(): string
  signal(name: NodeJS.Signals): void
  /** Its exit status; null: killed by a signal. */
  ended: Promise<number | null>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The program, if it was built before the run. */
    program?: string
  }
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** A busy machine may need long to start a database. */
const PATIENCE_MS = 60_000
const given = inject('program')
/** The current one. */
export const main = given ?? join(inject('built'), 'dist', 'main.js')
/** Many processes load the program: they share compiled code. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'folkmoot-compiled')
const processes: ChildProcess[] = []
const folders: string[] = []

/** Makes sure the program is built before the tests of this file, and cleans up after them. */
export function installProgram(): void {
  beforeAll(async () => {
    if (given === undefined) await buildOnce(inject('built'))
  })
  atEnd(async () => {
    for (const child of processes.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
    for (const folder of folders.splice(0)) {
      await endDatabase(folder)
      await rm(folder, { recursive: true, force: true })
    }
  })
}

/** A DATA_DIR that does not exist yet. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folkmoot-process-'))
  const data = join(folder, 'data')
  folders.push(data, folder)
  return data
}

/** Runs a command to its end; by default of the current program. */
export async function run(args: string[], settings: Settings = {}, program = main): Promise<Finished> {
  const child = start([program, ...args], settings)
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, out, err }
}

/** The current program with one more migration, like the next release. */
export async function nextProgram(step: string): Promise<string> {
  const folder = join(ROOT, '.vitest', randomBytes(6).toString('hex'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await cp(dirname(main), join(folder, 'dist'), { recursive: true })
  await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'))
  await writeFile(join(folder, 'dist', 'db', 'migrations', '9999-planted.sql'), step)
  return join(folder, 'dist', 'main.js')
}

/** Runs a command in a terminal of this width, to its end; both streams are `out`, as people see them. */
export async function runInTerminal(
  args: string[],
  settings: Settings,
  columns: number,
): Promise<Omit<Finished, 'err'>> {
  const words = [process.execPath, main, ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['-qec', `stty cols ${columns}; ${words}`, '/dev/null'], {
    env: { ...environmentOf(settings), TERM: 'xterm' },
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  processes.push(child)
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, out: out.replaceAll('\r\n', '\n') }
}

/** How other programs start the program. */
export function startedBy(...args: string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [main, ...args] }
}

/** Runs a shell command in which `folkmoot` is the program. */
export async function shell(line: string, settings: Settings): Promise<{ stdout: string; stderr: string }> {
  const script = `set -o pipefail; folkmoot() { '${process.execPath}' '${main}' "$@"; }; ${line}`
  return promisify(execFile)('bash', ['--norc', '-c', script], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...settings },
  })
}

/** Starts the service on a free port and waits until it prints its address. */
export function serve(settings: Settings, ...options: string[]): Promise<Served> {
  return serveWith(main, settings, ...options)
}

/** The same with another program. */
export async function serveWith(program: string, settings: Settings, ...options: string[]): Promise<Served> {
  const child = start([program, 'serve', ...options], { PORT: '0', ...settings })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (status) => {
      // Output besides its log is for the person who started it.
      const log = said.split('\n').filter(isOfTheService)
      keepLog(inject('logs'), `served-${child.pid}`, `${log.join('\n')}\n`)
      resolve(status)
    })
  })
  const address = () => {
    const listening = /^Listening: port (\d+) of/m.exec(said)?.[1]
    // The public URL may differ from the listening address, which is printed right after; the report follows.
    // The previous release reports fewer lines.
    const told = /running at (\S+)[\s\S]*?^(?: {2}[✓–] {2}Metrics|Data:)/m.exec(said)?.[1]
    return listening === undefined || told === undefined ? told : `http://localhost:${listening}`
  }
  await until(() => address() !== undefined || child.exitCode !== null, PATIENCE_MS)
  const url = address()
  if (url === undefined) throw new Error(`it did not start:\n${said}`)
  return { url, pid: child.pid ?? 0, said: () => said, signal: (name) => void child.kill(name), ended }
}

/** The address of a test's database, for DATABASE_URL. */
export function urlOf({ host, port, user, database }: World['address']): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** The process of the bundled PostgreSQL in this DATA_DIR. */
export async function postmasterOf(data_dir: string): Promise<number> {
  return Number((await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** The JSON output of a command that succeeds. */
export async function json<T>(args: string[], settings: Settings, program = main): Promise<T> {
  const { status, out, err } = await run([...args, '--json'], settings, program)
  expect({ status, err }).toEqual({ status: 0, err: '' })
  return JSON.parse(out) as T
}

// Without the tester's own settings.
function start(args: string[], settings: Settings): ChildProcess {
  const child = spawn(process.execPath, args, { env: environmentOf(settings), cwd: tmpdir() })
  processes.push(child)
  return child
}

function environmentOf(settings: Settings): Settings {
  return { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE, ...settings }
}

/** Stops the bundled PostgreSQL in this folder, if it still runs: it outlives a killed service. */
export async function endDatabase(data_dir: string): Promise<void> {
  const postmaster = await postmasterOf(data_dir).catch(() => 0)
  if (postmaster > 0 && alive(mark(postmaster))) await endNow(postmaster)
}

async function endNow(pid: number): Promise<void> {
  const victim = mark(pid)
  signal(pid, 'SIGQUIT')
  await until(() => !alive(victim), PATIENCE_MS)
}
