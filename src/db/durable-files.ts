import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from './embedded/embedded-process.ts'

/** Only its owner may read it. */
const MODE = 0o600

/**
 * Creates a folder with its parents. Node's own `recursive` loops for ever where a folder exists but accepts
 * none, as /proc does.
 */
export async function makeFolders(folder: string, mode: number): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (found?.isDirectory()) return
  if (found === null) await makeFolders(dirname(folder), mode)
  await mkdir(folder, { mode }).catch(async (error: unknown) => {
    // Another process may have created it first.
    if (codeOf(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
  })
}

/**
 * Writes a new file that only its owner may read; it is on disk when this returns, once its folder is synced
 * too.
 */
export async function writeDurably(file: string, text: string | Buffer): Promise<void> {
  const handle = await open(file, 'wx', MODE)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A file's name is on disk only when its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
