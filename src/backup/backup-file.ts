import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync, type Stats, statSync } from 'node:fs'
import { lstat, realpath, rename, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { newestVersion } from '../db/migrate.ts'
import { Halt } from '../errors.ts'
import { type BackupSource, openSource } from './backup-source.ts'
import { cutShort, damaged, noBackup, readHeader } from './file-format.ts'

/** Only its owner may read it: it contains the whole database. */
const MODE = 0o600

const TROUBLES: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user has no permission to use it',
  EPERM: 'this user has no permission to use it',
  EISDIR: 'it is a folder; name a file in it',
  ENOTDIR: 'part of its path is a file',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is exceeded',
  EROFS: 'the file system cannot be written to',
  ELOOP: 'its links lead in a circle',
}

// The file itself is new.
const WRITING_TROUBLES = { ...TROUBLES, ENOENT: 'its folder does not exist' }

/**
 * Writes a file that gets its name once it is complete. `force` allows replacing another; a link stays, and
 * the file that it leads to is replaced. Returns its size in bytes. Throws a one-line Halt when it cannot be
 * written.
 */
export async function writeBackupFile(
  path: string,
  bytes: AsyncIterable<Buffer>,
  force: boolean,
): Promise<number> {
  const place = await placeFor(path, force)
  const part = `${place}.${randomBytes(6).toString('hex')}.part`
  const forget = () => rmSync(part, { force: true })
  process.once('exit', forget)
  const cut = onInterrupt()
  try {
    await pipeline(
      Readable.from(bytes),
      createGzip(),
      createWriteStream(part, { flags: 'wx', mode: MODE, flush: true }),
      { signal: cut.signal },
    )
    await placeFor(path, force)
    await rename(part, place)
    return (await stat(place)).size
  } catch (error) {
    throw cut.signal.aborted ? interrupted() : fileTrouble(error, place, WRITING_TROUBLES)
  } finally {
    cut.off()
    forget()
    process.off('exit', forget)
  }
}

/**
 * Calls `use` with a backup read from a file, and `progress` with its bytes. Throws Halt when the file is
 * unreadable or damaged.
 */
export async function readBackupFile<T>(
  path: string,
  use: (source: BackupSource) => Promise<T>,
  progress: (done: number, of: number) => void = () => undefined,
): Promise<T> {
  const packed = createReadStream(path)
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  packed.on('data', () => progress(packed.bytesRead, size))
  const unpacked = packed.pipe(createGunzip())
  packed.once('error', (error) => unpacked.destroy(error))
  const cut = onInterrupt()
  cut.signal.addEventListener('abort', () => unpacked.destroy(interrupted()))
  try {
    return await use(openSource(unpacked))
  } catch (error) {
    throw fileTrouble(error, path)
  } finally {
    cut.off()
    packed.destroy()
    unpacked.destroy()
  }
}

/** Throws Halt when this file is unreadable, is no backup, or is too new for this program. */
export async function requireBackupFile(path: string): Promise<void> {
  await readBackupFile(path, async (source) => void readHeader(await source.line(), newestVersion()))
}

/** Ctrl-C aborts the work, so that it releases the database. */
function onInterrupt(): { signal: AbortSignal; off(): void } {
  const controller = new AbortController()
  const abort = () => controller.abort()
  process.once('SIGINT', abort).once('SIGTERM', abort)
  return { signal: controller.signal, off: () => void process.off('SIGINT', abort).off('SIGTERM', abort) }
}

function interrupted(): Halt {
  return new Halt('Interrupted: nothing was written.')
}

/** Where the backup goes: to a new file, or in the place of a file. Halt: there is something else. */
async function placeFor(path: string, force: boolean): Promise<string> {
  try {
    // Renaming would replace the link itself, and a device or a pipe just the same.
    const there = await lstat(path).catch(unlessMissing)
    if (there === null) return path
    const place = await realpath(path).catch(unlessMissing)
    if (place === null) throw new Halt(`${path} is a link to a file that does not exist: name that file.`)
    const kind = kindOf(await stat(place))
    if (kind !== null) throw new Halt(`${path} cannot be used: it is a ${kind}.`)
    if (!force) throw new Halt(`${path} already exists: name another file, or replace it with --force.`)
    return place
  } catch (error) {
    throw fileTrouble(error, path, WRITING_TROUBLES)
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** What is there instead of a file, and what to do; null: a file. */
function kindOf(there: Stats): string | null {
  if (there.isFile()) return null
  if (there.isDirectory()) return 'folder; name a file in it'
  if (there.isFIFO()) return 'pipe; name a file'
  return there.isSocket() ? 'socket; name a file' : 'device; name a file'
}

function fileTrouble(error: unknown, path: string, troubles = TROUBLES): unknown {
  const { code = '', syscall, path: of = path, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return cutShort()
  if (code === 'Z_DATA_ERROR') return message === 'incorrect header check' ? noBackup() : damaged()
  // Connecting to a database, and reading other files, can fail with these codes too.
  const isOurs = syscall !== undefined && syscall !== 'connect' && of.startsWith(path)
  const what = isOurs ? troubles[code] : undefined
  return what === undefined ? error : new Halt(`${path} cannot be used: ${what}.`)
}
