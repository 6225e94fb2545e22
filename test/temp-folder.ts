import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Gives the run a temporary folder of its own and clears it up at the end. It lies in memory where there is room:
 * databases are made by the hundred, which takes a fifth of the time there.
 */
export default function setup(): () => Promise<void> {
  const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'folkmoot-run-'))
  // The bundled database runs as a user of its own, who has to come through.
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
