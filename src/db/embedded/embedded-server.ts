import { closeSync, constants, fchownSync, openSync } from 'node:fs'
import { chown, mkdtemp, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Halt } from '../../errors.ts'
import { type Account, type Binaries, commandAs } from './embedded-account.ts'
import { cannotRun, lastComplaint, type Place, prepareCluster, start, USER } from './embedded-cluster.ts'
import { alive, codeOf, commandOf, type Mark, mark, POLL_MS, signal, until } from './embedded-process.ts'

/** How to connect to the database; `host` is the folder of its socket. */
export type Connection = { host: string; port: number; user: string; database: string }

/**
 * A PostgreSQL that accepts connections. `elsewhere`: its process runs where we cannot see it (another
 * container).
 */
export type Running = Mark & { connection: Connection; elsewhere: boolean }

/** The driver's types lack these two, which let a process end beside an open session. */
export type Session = pg.Client & { ref(): void; unref(): void }

/** The input of a start: `folder` is that of the socket. */
type Launch = { place: Place; binaries: Binaries; account: Account; folder: string }

type Answer = 'accepting' | 'not yet' | 'silent'

const DATABASE = 'folkmoot'
const PORT = 5432
const SOCKET = `.s.PGSQL.${PORT}`
const SOCKET_PATH_MAX_BYTES = process.platform === 'linux' ? 107 : 103
const SOCKET_FOLDER = 'folkmoot-pg-'
const LOG_MAX_BYTES = 10_000_000
/** Recovery after a crash replays at most a few minutes of work. */
const START_LIMIT_MS = 300_000
/** How long the helpers of a killed postmaster may take to notice. */
const LEFTOVER_LIMIT_MS = 10_000
/** A postmaster opens its socket within milliseconds, even when recovery then takes long. */
const SILENCE_LIMIT_MS = 15_000
const CONNECT_LIMIT_MS = 3_000
const STOP_LIMIT_MS = 10_000
const OVERWRITE = constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW

const SETTINGS = [
  'listen_addresses=',
  `port=${PORT}`,
  'unix_socket_permissions=0700',
  'max_connections=60',
  'fsync=on',
  'synchronous_commit=on',
  'random_page_cost=1.1',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  // The log must not contain anything that people wrote: neither values nor rows quoted in errors.
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
  'log_error_verbosity=terse',
  'log_destination=stderr',
  'logging_collector=off',
  'log_checkpoints=off',
  // Saves four helper processes and 9 MB; at this size reads come from the system's cache.
  'io_method=sync',
  'max_logical_replication_workers=0',
  // A new database grows tenfold within a minute, and every vote changes rows of tallies and counters.
  'autovacuum_naptime=15s',
  'autovacuum_analyze_scale_factor=0.05',
  'autovacuum_vacuum_scale_factor=0.05',
]

/**
 * Finds the PostgreSQL that runs in the place, and waits when it is starting or stopping. Null when none
 * runs. Throws Halt when it neither answers nor ends.
 */
export async function findServer(place: Place): Promise<Running | null> {
  let found: Running | null = null
  let heard = performance.now()
  const settled = await until(async () => {
    const noted = await readPidFile(place)
    if (noted === null) return true
    const ours = isPostmaster(noted.pid, place)
    const connection = connectionAt(noted.socket_folder)
    const answer = noted.socket_folder === '' ? 'silent' : await probe(connection)
    if (answer === 'accepting') found = { ...mark(noted.pid), connection, elsewhere: !ours }
    if (answer !== 'silent') heard = performance.now()
    const gone = answer === 'silent' && !ours
    return found !== null || gone || performance.now() - heard > SILENCE_LIMIT_MS
  }, START_LIMIT_MS)
  const noted = await readPidFile(place)
  if (found !== null || noted === null || (settled && !isPostmaster(noted.pid, place))) return found
  throw new Halt(
    `PostgreSQL in ${place.cluster} is running but accepts no connections; end process ${noted.pid} (see ${place.log}).`,
  )
}

/**
 * Starts PostgreSQL in the place, and first creates the cluster when there is none; the caller holds the lock
 * and has found no running server. `socketFolder`: the former one, kept for clients that wait there. Throws
 * Halt when it does not start, and leaves nothing running.
 */
export async function launchServer(
  place: Place,
  binaries: Binaries,
  socketFolder?: string,
): Promise<Running> {
  const account = await prepareCluster(place, binaries)
  const folder = socketFolder ?? (await chooseSocketFolder(place, account))
  try {
    return await attempts({ place, binaries, account, folder })
  } catch (error) {
    if (socketFolder === undefined) await removeSocketFolder(folder)
    throw error
  }
}

/**
 * Stops PostgreSQL and waits for its end: 'when idle' lets other sessions finish for a while, 'now' ends
 * them. Both keep the data safe.
 */
export async function stopServer(running: Running, how: 'when idle' | 'now'): Promise<void> {
  if (how === 'now' || !(await ends(running, 'SIGTERM'))) await endNow(running)
  await removeSocketFolder(running.connection.host)
}

/** A client for one session. It never throws when the server stops in the meantime. */
export function clientFor(connection: Connection, applicationName: string): Session {
  const client = new pg.Client({
    ...connection,
    ssl: false,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  client.on('error', () => undefined)
  return client as Session
}

async function attempts(launch: Launch): Promise<Running> {
  const deadline = performance.now() + LEFTOVER_LIMIT_MS
  for (;;) {
    const outcome = await attempt(launch)
    if (typeof outcome !== 'string') return outcome
    const leftover = outcome.includes('shared memory block') && outcome.includes('is still in use')
    if (leftover && performance.now() < deadline) await sleep(POLL_MS)
    else throw new Halt(`PostgreSQL did not start: ${lastComplaint(outcome)} (see ${launch.place.log}).`)
  }
}

/** One try. Returns the log's message when PostgreSQL gave up. */
async function attempt(launch: Launch): Promise<Running | string> {
  const { place, folder } = launch
  await disownPidFile(place)
  await rm(join(folder, `${SOCKET}.lock`), { force: true })
  await turnLog(place)
  const before = (await stat(place.log).catch(() => null))?.size ?? 0
  const postmaster = await spawnServer(launch)
  const running: Running = { ...postmaster, connection: connectionAt(folder), elsewhere: false }
  try {
    if ((await until(() => isReady(running), START_LIMIT_MS)) && alive(running)) return running
  } catch (error) {
    await endNow(running)
    throw error
  }
  await endNow(running)
  return (await readFile(place.log)).subarray(before).toString()
}

async function endNow(running: Running): Promise<void> {
  for (const step of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (await ends(running, step)) return
  }
}

async function ends(running: Running, step: NodeJS.Signals): Promise<boolean> {
  if (!alive(running)) return true
  signal(running.pid, step)
  return until(() => !alive(running), STOP_LIMIT_MS)
}

/** True when waiting can end: it accepts connections, or it has ended. */
async function isReady(running: Running): Promise<boolean> {
  return (await probe(running.connection)) === 'accepting' || !alive(running)
}

function spawnServer({ place, binaries, account, folder }: Launch): Promise<Mark> {
  // A list: the quotes keep a comma inside one folder's name.
  const sockets = `unix_socket_directories="${folder.replaceAll('"', '""')}"`
  const args = ['-D', place.cluster, ...[...SETTINGS, sockets].flatMap((setting) => ['-c', setting])]
  const folders = [place.cluster, folder]
  const command = commandAs(account, { program: binaries.postgres, args, folders })
  const log = openSync(place.log, 'a', 0o600)
  try {
    if (account !== null) fchownSync(log, account.uid, account.gid)
    const child = start(command, log)
    child.unref()
    return new Promise((done, fail) => {
      child.once('error', (error) => fail(cannotRun(error)))
      child.once('spawn', () => done(mark(child.pid ?? 0)))
    })
  } finally {
    closeSync(log)
  }
}

function connectionAt(host: string): Connection {
  return { host, port: PORT, user: USER, database: DATABASE }
}

async function probe(connection: Connection): Promise<Answer> {
  const client = clientFor(connection, 'folkmoot start')
  try {
    await client.connect()
    return 'accepting'
  } catch (error) {
    const code = codeOf(error)
    if (code === '3D000') return createDatabase(connection)
    if (code === '57P03') return 'not yet'
    // Any other error of a server (too many connections) means that it accepts connections.
    return error instanceof pg.DatabaseError ? 'accepting' : 'silent'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Missing at the first start, or after a start that was killed before this. */
async function createDatabase(connection: Connection): Promise<Answer> {
  const client = clientFor({ ...connection, database: 'postgres' }, 'folkmoot start')
  try {
    await client.connect()
    await client.query(`create database ${DATABASE}`)
    return 'accepting'
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readPidFile(place: Place): Promise<{ pid: number; socket_folder: string } | null> {
  const lines = (await readFile(join(place.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 0 ? { pid, socket_folder: lines[4]?.trim() ?? '' } : null
}

/** Whether this number is (still) the postmaster of the place, not another process that got it since. */
function isPostmaster(pid: number, place: Place): boolean {
  if (!alive(mark(pid))) return false
  return commandOf(pid)?.includes(` -D ${place.cluster} `) ?? true
}

/**
 * PostgreSQL refuses to start while the number in a left-over postmaster.pid is alive, whatever process has
 * it now. It ignores its own parent, so we write that number; it still checks the rest of the file.
 */
async function disownPidFile(place: Place): Promise<void> {
  const file = join(place.cluster, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => null)
  if (content === null) return
  // An empty one, left by a kill at the wrong moment, stops PostgreSQL permanently.
  if (content.trim() === '') await rm(file)
  // Another user owns the folder: a link there must not lead root to a file elsewhere.
  else await writeFile(file, content.replace(/^\d+/, String(process.pid)), { flag: OVERWRITE })
}

async function turnLog(place: Place): Promise<void> {
  const size = (await stat(place.log).catch(() => null))?.size ?? 0
  if (size > LOG_MAX_BYTES) await rename(place.log, `${place.log}.1`)
}

/** The cluster's own folder, or a private one elsewhere when the socket's path would be too long. */
async function chooseSocketFolder(place: Place, account: Account): Promise<string> {
  if (fits(place.cluster)) return place.cluster
  const before = await readPidFile(place)
  if (before !== null) await removeSocketFolder(before.socket_folder)
  const parent = [tmpdir(), '/tmp'].find((folder) => fits(join(folder, `${SOCKET_FOLDER}123456`))) ?? '/tmp'
  const folder = await mkdtemp(join(await realpath(parent), SOCKET_FOLDER))
  if (account !== null) await chown(folder, account.uid, account.gid)
  return folder
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET)) <= SOCKET_PATH_MAX_BYTES
}

async function removeSocketFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(SOCKET_FOLDER)) return
  for (const name of [SOCKET, `${SOCKET}.lock`]) await rm(join(folder, name), { force: true })
  await rmdir(folder).catch(() => undefined)
}
