import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, existsSync, realpathSync } from 'node:fs'
import { access, chown, mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Halt } from '../../errors.ts'
import { makeFolders, syncFolder } from '../durable-files.ts'
import {
  type Account,
  accountFor,
  type Binaries,
  type Command,
  commandAs,
  giveTo,
} from './embedded-account.ts'
import { codeOf } from './embedded-process.ts'

/** The files of one bundled database, all below DATA_DIR. */
export type Place = { data_dir: string; cluster: string; log: string; lock: string; owner: string }

export const USER = 'folkmoot'
const VERSION = '18'
/** The folder in DATA_DIR. */
const CLUSTER = 'postgres'
const DRAFT = 'postgres.new-'
/** Nothing of Node's environment: PGPORT and the like would change what the programs do. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
const INITDB = [
  `--username=${USER}`,
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--auth=trust',
  '--data-checksums',
  '--no-instructions',
]

/** Creates DATA_DIR when it is missing. Throws Halt when it is unusable. */
export async function preparePlace(dataDir: string): Promise<Place> {
  const wanted = resolve(dataDir)
  // When we are root, another user has to pass through it; its content has its own rights.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  await makeFolders(wanted, mode)
  await access(wanted, constants.W_OK | constants.X_OK)
  const dir = await realpath(wanted)
  const at = (name: string) => join(dir, name)
  return {
    data_dir: dir,
    cluster: at(CLUSTER),
    log: at('postgres.log'),
    lock: at('start.lock'),
    owner: at('owner.json'),
  }
}

/** The folder of the bundled database. */
export function clusterIn(dataDir: string): string {
  return join(resolve(dataDir), CLUSTER)
}

/** Whether this DATA_DIR has a database already, or something that starting it reports. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const version = versionOf(clusterIn(dataDir))
  return version.then((found) => found !== null).catch(() => true)
}

/**
 * Creates the cluster when there is none, else checks that this PostgreSQL can run it. The caller holds the
 * lock. Returns the account that runs it. Throws Halt when the folder is unusable.
 */
export async function prepareCluster(place: Place, binaries: Binaries): Promise<Account> {
  await removeDrafts(place)
  const account = await accountFor(place.cluster)
  const version = await versionOf(place.cluster)
  if (version === null) await createCluster(place, binaries, account)
  else if (version !== VERSION) {
    throw new Halt(
      `DATA_DIR: ${place.cluster} contains data of PostgreSQL ${version}, but this Folkmoot includes ${VERSION}; choose another DATA_DIR, or set DATABASE_URL to a server of version ${version}.`,
    )
  } else if (account !== null && (await isOfRoot(place.cluster))) await giveTo(account, place.cluster)
  return account
}

/** Starts one of the programs without a shell. `detached`: in its own session, with `log` as output. */
export function start(command: Command, log?: number): ChildProcess {
  const { file, args, ...account } = command
  const output = log ?? 'pipe'
  return spawn(file, args, {
    ...account,
    // The account may not be able to enter Node's own folder.
    cwd: '/',
    env: ENVIRONMENT,
    detached: log !== undefined,
    stdio: ['ignore', output, output],
  })
}

/**
 * One line for a file system error in DATA_DIR or on the way to it, and how to fix it; null for any other
 * error.
 */
export function fileTrouble(error: unknown, dataDir: string): Halt | null {
  const folder = resolve(dataDir)
  const what = TROUBLES[codeOf(error) ?? '']
  if (what === undefined || !concerns(error, folder)) return null
  return new Halt(`DATA_DIR: ${folder} ${what}.`)
}

/** Other files can be missing or unreadable too: the program's own, or the system's. */
function concerns(error: unknown, folder: string): boolean {
  const { path } = error as { path?: unknown }
  if (typeof path !== 'string') return true
  const real = existsSync(folder) ? realpathSync(folder) : folder
  return [folder, real].some((place) => isWithin(path, place)) || isWithin(folder, path)
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

const NOT_WRITABLE =
  'cannot be written by this user; give it to the user folkmoot runs as, or choose another DATA_DIR'
const IN_THE_WAY = 'is not a folder, or part of its path is a file; move the file, or choose another DATA_DIR'
const TROUBLES: Record<string, string> = {
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  ENOENT: 'cannot contain new files, or is a broken link; choose another DATA_DIR',
  EROFS: 'is on a file system that cannot be written to; choose another DATA_DIR',
  EEXIST: IN_THE_WAY,
  ENOTDIR: IN_THE_WAY,
  ENOSPC: 'is on a disk that is full; free some space, or choose another DATA_DIR',
  EDQUOT: 'is over its quota; free some space, or choose another DATA_DIR',
}

/** The major version of the cluster in the folder; null when there is none or it is empty. */
async function versionOf(cluster: string): Promise<string | null> {
  const entries = await readdir(cluster).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [] as string[]
    throw codeOf(error) === 'ENOTDIR'
      ? new Halt(`DATA_DIR: ${cluster} is a file where the database should be; move it.`)
      : error
  })
  if (entries.length === 0) return null
  if (entries.includes('PG_VERSION')) return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  throw new Halt(
    `DATA_DIR: ${cluster} contains files that are not a PostgreSQL database; move them, or choose another DATA_DIR.`,
  )
}

async function isOfRoot(folder: string): Promise<boolean> {
  return (await stat(folder)).uid === 0
}

/** Created under a temporary name and renamed when complete, so that a kill leaves no half cluster. */
async function createCluster(place: Place, binaries: Binaries, account: Account): Promise<void> {
  const draft = join(place.data_dir, `${DRAFT}${randomBytes(6).toString('hex')}`)
  await mkdir(draft, { mode: 0o700 })
  try {
    if (account !== null) await chown(draft, account.uid, account.gid)
    const args = [`--pgdata=${draft}`, ...INITDB]
    const command = commandAs(account, { program: binaries.initdb, args, folders: [draft] })
    await finish(start(command), place)
    await rename(draft, place.cluster)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  await syncFolder(dirname(place.cluster))
}

async function removeDrafts(place: Place): Promise<void> {
  for (const entry of await readdir(place.data_dir)) {
    if (entry.startsWith(DRAFT)) await rm(join(place.data_dir, entry), { recursive: true, force: true })
  }
}

function finish(child: ChildProcess, place: Place): Promise<void> {
  let said = ''
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  return new Promise((done, fail) => {
    child.once('error', (error) => fail(cannotRun(error)))
    child.once('close', (status) => (status === 0 ? done() : fail(refusalOf(said, place))))
  })
}

/** initdb's error as a Halt, and how to fix it if known. */
function refusalOf(said: string, place: Place): Error {
  if (/No space left on device|Check free disk space/.test(said)) {
    return Object.assign(new Error(said), { code: 'ENOSPC' })
  }
  const told = lastComplaint(said)
  if (told.startsWith('setpriv: failed to execute')) return cannotRun(new Error(told))
  const mend = told.includes('could not look up effective user ID')
    ? '; PostgreSQL needs its user in /etc/passwd: add it, run folkmoot as a user that is listed there, or set DATABASE_URL'
    : ''
  return new Halt(`The database could not be created in ${place.data_dir}: ${told}${mend}.`)
}

/** The Halt for a program that did not start at all. */
export function cannotRun(error: Error): Halt {
  return new Halt(
    `The bundled PostgreSQL does not run on this system (${error.message}); set DATABASE_URL to a server.`,
  )
}

/** The last line in which a PostgreSQL program says why it stopped. */
export function lastComplaint(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !line.includes(' LOG:  '))
  const worst = lines.findLast((line) => /\b(FATAL|PANIC):|\berror: /.test(line))
  // Other messages are sentences of up to three lines.
  const told = worst ?? (lines.slice(-3).join(' ') || 'no reason was given')
  return told.replace(/^.*?\b(FATAL|PANIC):\s*/, '').trim()
}
