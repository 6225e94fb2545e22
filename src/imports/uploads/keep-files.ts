import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Source } from '../import-loomio.ts'

const FOLDER = 'imports'
/** Such names only are ours. */
const NAME = /^[a-z0-9-]{36}\.upload$/
const LEFT_OVER_MS = 60 * 60 * 1_000

/** The folder of uploaded files, which only the service may read. */
export async function openFolder(data_dir: string): Promise<string> {
  const folder = join(data_dir, FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The uploaded files on this machine. */
export async function filesIn(data_dir: string): Promise<string[]> {
  const names = await readdir(join(data_dir, FOLDER)).catch(() => [])
  return names.filter((name) => NAME.test(name))
}

export async function removeFile(data_dir: string, stored_as: string): Promise<void> {
  await rm(join(data_dir, FOLDER, stored_as), { force: true })
}

export async function sourceAt(data_dir: string, stored_as: string): Promise<Source> {
  const path = join(data_dir, FOLDER, stored_as)
  const { size } = await stat(path)
  return { size, open: () => createReadStream(path) }
}

/** Removes files that no import needs, once they are an hour old. */
export async function removeLeftOvers(data_dir: string, needed: ReadonlySet<string>): Promise<void> {
  for (const name of await filesIn(data_dir)) {
    if (needed.has(name)) continue
    const found = await stat(join(data_dir, FOLDER, name)).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > LEFT_OVER_MS) await removeFile(data_dir, name)
  }
}
