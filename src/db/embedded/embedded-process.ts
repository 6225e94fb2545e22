import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Halt } from '../../errors.ts'

/** Identifies a process even after its number was given to another one. */
export type Mark = { pid: number; started: string | null }

/** How often we check while waiting. */
export const POLL_MS = 20
/** Longer than the slowest stop of a server, which holds the lock in the meantime. */
const LOCK_LIMIT_MS = 40_000
const LINUX = process.platform === 'linux'

/** A mark of the process that has this number now. */
export function mark(pid: number): Mark {
  return { pid, started: startedAt(pid) }
}

/** Whether the marked process still runs. A process that has ended and waits for its parent does not. */
export function alive({ pid, started }: Mark): boolean {
  if (!signal(pid, 0)) return false
  if (LINUX && statOf(pid)?.[0] === 'Z') return false
  const now = startedAt(pid)
  return started === null || now === null || started === now
}

/** Sends a signal (0 only checks). False when there is no such process. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** The command line of a process, or null when the system hides it. */
export function commandOf(pid: number): string | null {
  if (!LINUX) return ask('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? null
}

/** Waits until `done` returns true; false when the time ran out first. */
export async function until(done: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (!(await done())) {
    if (performance.now() > deadline) return false
    await sleep(POLL_MS)
  }
  return true
}

/** The errno name of an error, such as ENOENT, or the SQLSTATE of one from the database; else null. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** Whether a file could not be written because its disk, or this user's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')
}

/**
 * Runs `work` while holding the lock file, which names its holder. Takes over the lock of a process that has
 * ended. Throws Halt when another process holds it too long.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const content = JSON.stringify({ ...mark(process.pid), id: randomBytes(6).toString('hex') })
  if (!(await until(() => acquire(file, content), LOCK_LIMIT_MS))) {
    const holder = parseMark(await readFile(file, 'utf8').catch(() => ''))
    throw new Halt(
      `Process ${holder?.pid} has been starting or stopping the database for too long; end it (${file}).`,
    )
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

/** Reads a mark from JSON text; null when it has none. */
export function parseMark(text: string): Mark | null {
  try {
    const { pid, started } = JSON.parse(text) as Partial<Mark>
    return typeof pid === 'number' ? { pid, started: started ?? null } : null
  } catch {
    return null
  }
}

async function acquire(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, content)
    // A link appears with its content, so that a lock always names its holder.
    await link(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  await breakStale(file)
  return false
}

async function breakStale(file: string): Promise<void> {
  const stale = await readFile(file, 'utf8').catch(() => null)
  if (stale === null || isHeld(stale)) return
  const aside = `${file}.${randomBytes(6).toString('hex')}`
  await rename(file, aside).catch(() => undefined)
  // Another process may have replaced it since we read it: then put it back.
  const moved = await readFile(aside, 'utf8').catch(() => stale)
  if (moved !== stale) await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}

function isHeld(content: string): boolean {
  const holder = parseMark(content)
  return holder !== null && alive(holder)
}

function startedAt(pid: number): string | null {
  if (!LINUX) return ask('ps', ['-o', 'lstart=', '-p', String(pid)])
  const ticks = statOf(pid)?.[19]
  // Ticks count from boot, and process numbers repeat after the next one.
  return ticks === undefined ? null : `${read('/proc/sys/kernel/random/boot_id')?.trim()}:${ticks}`
}

/** The fields of /proc/PID/stat from the third (the state) on; the second may contain spaces. */
function statOf(pid: number): string[] | null {
  const stat = read(`/proc/${pid}/stat`)
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function ask(program: string, args: string[]): string | null {
  try {
    return (
      execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null
    )
  } catch {
    return null
  }
}
