import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Gives the run its own temporary folder and deletes it at the end. In memory if there is room: the tests
 * create hundreds of databases, which takes a fifth of the time there.
 */
export default function setup(): () => Promise<void> {
  const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'folkmoot-run-'))
  // The bundled database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  return () => rm(folder, { recursive: true, force: true })
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}
