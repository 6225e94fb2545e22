import { readFile, writeFile } from 'node:fs/promises'
import { Halt } from '../errors.ts'
import { shown } from './print.ts'

/** By the system's error code; `path` is safe to show. */
const UNREADABLE: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no file ${path}.`,
  ENOTDIR: (path) => `There is no file ${path}.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EACCES: (path) => `You do not have permission to read ${path}.`,
}

const UNWRITABLE: Record<string, (path: string) => string> = {
  EEXIST: (path) => `${path} already exists: name another file.`,
  ENOENT: (path) => `There is no folder for ${path}: create it, or name another file.`,
  ENOTDIR: (path) => `There is no folder for ${path}: create it, or name another file.`,
  EACCES: (path) => `You do not have permission to write ${path}.`,
}

const OWNER_ONLY = 0o600

/** The text of a file that a command names. Halt: it cannot be read. */
export async function textOf(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(path, error)
  })
}

/** Creates a file that only its owner can read. Halt: it exists, or cannot be written. */
export async function createFile(path: string, content: Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: OWNER_ONLY, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    const words = UNWRITABLE[error.code ?? '']
    throw new Halt(words?.(shown(path)) ?? `${shown(path)} could not be written (${error.code}).`)
  })
}

/** The Halt for a file that cannot be read. */
export function unreadable(path: string, error: unknown): Halt {
  const { code = '' } = error as NodeJS.ErrnoException
  return new Halt(UNREADABLE[code]?.(shown(path)) ?? `${shown(path)} cannot be read (${code}).`)
}
