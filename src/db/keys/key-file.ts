import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Halt } from '../../errors.ts'
import { makeFolders, syncFolder, writeDurably } from '../durable-files.ts'

/** A file that a setting names, and what a person would call its content. */
export type KeyFile = { setting: string; file: string; holds: string }

const KEY_BYTES = 32
const FOLDER_MODE = 0o700

/**
 * 32 random bytes in a file, in hex, created when there is none. Several processes that start at once all get
 * the same. Throws a one-line Halt when the file holds anything else or cannot be created.
 */
export async function keyIn(asked: KeyFile): Promise<Buffer> {
  const found = await readKey(asked)
  if (found !== null) return found
  // Another process may have created it first.
  await writeKey(asked, (draft, file) =>
    link(draft, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    }),
  )
  const made = await readKey(asked)
  if (made !== null) return made
  throw new Halt(`${asked.setting}: ${asked.file} was created but has disappeared.`)
}

/** Replaces the bytes in the file by new random ones. Throws a one-line Halt when it cannot be written. */
export function replaceKey(asked: KeyFile): Promise<void> {
  return writeKey(asked, rename)
}

async function readKey({ setting, file, holds }: KeyFile): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new Halt(`${setting}: ${file} cannot be read (${codeOf(error)}).`)
  })
  if (text === null) return null
  if (!/^[0-9a-f]{64}\s*$/.test(text))
    throw new Halt(
      `${setting}: ${file} does not contain a Folkmoot ${holds} (64 hexadecimal digits); restore it from your copy.`,
    )
  return Buffer.from(text.trim(), 'hex')
}

/** It appears complete or not at all: it gets its name once it is on disk. */
async function writeKey(
  { setting, file }: KeyFile,
  name: (draft: string, file: string) => Promise<void>,
): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await makeFolders(dirname(file), FOLDER_MODE)
    await writeDurably(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`)
    await name(draft, file)
    await syncFolder(dirname(file))
  } catch (error) {
    throw new Halt(
      `${setting}: ${file} cannot be written (${codeOf(error)}); make its folder writable, or name another file.`,
    )
  } finally {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
