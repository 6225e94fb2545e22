import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { recordsIn } from './log-records.ts'
import { rowsInLog } from './log-rows.ts'
import { holdsPages, type Row, rowsInPages } from './pages.ts'

export type File = { name: string; content: Buffer }

/** The content of a data folder, now and when it was copied. */
export type Remains = {
  files: File[]
  /** Row versions in pages, then those in the log, each in order. */
  rows: Row[]
}

const LOG_FILE = /(^|\/)pg_wal\/([0-9A-F]{24}|xlogtemp)/

/** The files in a folder, all or the selected ones. Sockets and the like have no content. */
export async function filesIn(
  folder: string,
  wanted: (name: string) => boolean = () => true,
): Promise<File[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: File[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (!entry.isFile() || !wanted(name)) continue
    // A running server removes files.
    const content = await readFile(path).catch(() => null)
    if (content !== null) files.push({ name, content })
  }
  return files
}

/** The content of a folder and of earlier copies, newest first. Content in two of them counts once. */
export function remainsOf(copies: File[][]): Remains {
  const files: File[] = []
  for (const [place, copy] of copies.entries()) {
    const known = new Map(copies.slice(0, place).flatMap((newer) => newer.map((file) => [file.name, file])))
    for (const { name, content } of copy) {
      if (known.get(name)?.content.equals(content) === true) continue
      files.push({ name: place === 0 ? name : `copy ${place} of ${name}`, content })
    }
  }
  const log = files.filter(({ name }) => LOG_FILE.test(name.replace(/^copy \d+ of /, '')))
  const rows = files.flatMap(({ name, content }) => (holdsPages(name) ? [rowsInPages(name, content)] : []))
  return { files, rows: [...rows.flat(), ...rowsInLog(recordsIn(log.map(({ content }) => content)))] }
}
