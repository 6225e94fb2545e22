import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { Halt } from '../../errors.ts'
import { type Binaries, bundledBinaries } from './embedded-account.ts'
import { fileTrouble, type Place, preparePlace } from './embedded-cluster.ts'
import { alive, isDiskFull, type Mark, mark, parseMark, withLock } from './embedded-process.ts'
import {
  type Connection,
  clientFor,
  findServer,
  launchServer,
  type Running,
  type Session,
  stopServer,
} from './embedded-server.ts'

export type { Connection } from './embedded-server.ts'

export type Embedded = {
  connection: Connection
  /** The disk of data_dir is full: the database reads, but may refuse to write. */
  disk_full: boolean
  /** Releases the database; the last user stops it. Close your own connections first. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  data_dir: string
  /** 'serve' owns the database as long as it runs; a 'command' owns it only when nobody else does. */
  role: Role
  /** Use these binaries, not the bundled ones. */
  binaries?: Binaries
}

type Role = 'serve' | 'command'

/** The process that stops the database. `id` distinguishes several owners within one process. */
type Owner = Mark & { role: Role; id: string }

type Stay = { place: Place; binaries: Binaries; me: Owner }

/** Commands open sessions with this prefix, a pid and an id to show that they need the database. */
const HOLD = 'folkmoot command'
const WATCH_MS = 1_000

/**
 * Starts the bundled PostgreSQL in data_dir, or joins the running one. Throws a one-line Halt when the folder
 * is unusable, another process serves from it, or PostgreSQL does not start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    const binaries = options.binaries ?? (await bundledBinaries())
    const place = await preparePlace(options.data_dir)
    const me: Owner = { ...mark(process.pid), role: options.role, id: randomBytes(6).toString('hex') }
    const stay = { place, binaries, me }
    if (me.role === 'serve') return await withLock(place.lock, () => serve(stay))
    return await withLock(place.lock, () => join(stay)).catch((error: unknown) => visit(place, error))
  } catch (error) {
    throw fileTrouble(error, options.data_dir) ?? error
  }
}

/**
 * A full disk has no room for a lock: a command then uses the database that is running, and leaves it to its
 * owner.
 */
async function visit(place: Place, error: unknown): Promise<Embedded> {
  const running = isDiskFull(error) ? await findServer(place) : null
  if (running === null) throw error
  return { connection: running.connection, disk_full: true, stop: async () => undefined }
}

/**
 * Under the lock: becomes the owner, also of a server that a killed process or a running command started.
 * (The command may then end at any time: only the owner stops the database.)
 */
async function serve(stay: Stay): Promise<Embedded> {
  const { place, me } = stay
  const owner = await livingOwner(place)
  if (owner?.role === 'serve') throw taken(`process ${owner.pid}`, place)
  return arrive(stay, async (running) => {
    if (running.elsewhere) throw taken('in another container', place)
    await writeOwner(place, me)
    const watch = keepRunning(stay, running)
    const stop = async () => {
      clearInterval(watch)
      if (await isOwner(stay)) await end(place, (await findServer(place)) ?? running, 'now')
    }
    return { connection: running.connection, disk_full: false, stop: once(() => withLock(place.lock, stop)) }
  })
}

/** Under the lock: joins; becomes the owner when there is none. */
async function join(stay: Stay): Promise<Embedded> {
  const { place, me } = stay
  return arrive(stay, async (running) => {
    const hold = clientFor(running.connection, `${HOLD} ${me.pid} ${me.id}`)
    await hold.connect()
    // A command that forgets stop() can still end.
    hold.unref()
    if (!running.elsewhere && (await livingOwner(place)) === null) await writeOwner(place, me)
    const stop = () => leave(stay, running, hold)
    return { connection: running.connection, disk_full: false, stop: once(() => withLock(place.lock, stop)) }
  })
}

/** Joins the running PostgreSQL or starts one, and stops that one again when `settle` fails. */
async function arrive(stay: Stay, settle: (running: Running) => Promise<Embedded>): Promise<Embedded> {
  const found = await findServer(stay.place)
  const running = found ?? (await launchServer(stay.place, stay.binaries))
  try {
    return await settle(running)
  } catch (error) {
    if (found === null) await stopServer(running, 'now')
    throw error
  }
}

function taken(by: string, place: Place): Halt {
  return new Halt(
    `Another folkmoot (${by}) is serving from ${place.data_dir}; stop it, or give this one its own DATA_DIR.`,
  )
}

async function leave(stay: Stay, running: Running, hold: Session): Promise<void> {
  hold.ref()
  const owns = await isOwner(stay)
  const heir = owns ? await findHeir(hold) : null
  await hold.end().catch(() => undefined)
  if (heir !== null) await writeOwner(stay.place, heir)
  else if (owns) await end(stay.place, running, 'when idle')
}

async function end(place: Place, running: Running, how: 'when idle' | 'now'): Promise<void> {
  await stopServer(running, how)
  await rm(place.owner, { force: true })
}

/** Restarts PostgreSQL, at the same socket, when it was killed while we serve. */
function keepRunning(stay: Stay, first: Running): NodeJS.Timeout {
  let running: Mark = first
  let busy = false
  const watch = async () => {
    if (busy || alive(running)) return
    busy = true
    // The reason is in postgres.log; the next round tries again.
    const again = await withLock(stay.place.lock, () => revive(stay, first)).catch(() => null)
    running = again ?? running
    busy = false
  }
  return setInterval(watch, WATCH_MS).unref()
}

async function revive(stay: Stay, first: Running): Promise<Running | null> {
  if (!(await isOwner(stay))) return null
  const found = await findServer(stay.place)
  return found ?? launchServer(stay.place, stay.binaries, first.connection.host)
}

/** Another command that still uses the database and becomes its owner. */
async function findHeir(hold: Session): Promise<Owner | null> {
  const others = `select application_name as name from pg_stat_activity
    where application_name like '${HOLD} %' and pid <> pg_backend_pid() order by backend_start`
  const found = await hold.query<{ name: string }>(others).catch(() => ({ rows: [] }))
  const heirs = found.rows.map(({ name }): Owner => {
    const [pid, id = ''] = name.slice(HOLD.length + 1).split(' ')
    return { ...mark(Number(pid)), role: 'command', id }
  })
  return heirs.find((heir) => alive(heir)) ?? null
}

async function livingOwner(place: Place): Promise<Owner | null> {
  const content = await readFile(place.owner, 'utf8').catch(() => '')
  const noted = parseMark(content) as Owner | null
  return noted !== null && alive(noted) ? { ...(JSON.parse(content) as Owner), ...noted } : null
}

async function isOwner({ place, me }: Stay): Promise<boolean> {
  return (await livingOwner(place))?.id === me.id
}

async function writeOwner(place: Place, owner: Owner): Promise<void> {
  const draft = `${place.owner}.new`
  await writeFile(draft, `${JSON.stringify(owner)}\n`)
  await rename(draft, place.owner)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => {
    done ??= work()
    return done
  }
}
