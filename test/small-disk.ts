import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A small mounted disk, or null if this account may not mount one. Removed after the file's tests. */
export function mountDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  // Hooks run in reverse: the users of the disk have ended by then.
  afterAll(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

const FILLER = 'filler'

/** Fills the disk completely. */
export function fill(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  try {
    writeFileSync(join(folder, FILLER), Buffer.alloc(bavail * bsize), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Frees what filled it. */
export function unfill(folder: string): void {
  rmSync(join(folder, FILLER))
}
