import { randomBytes } from 'node:crypto'
import { link, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Halt } from '../../errors.ts'
import { makeFolders, syncFolder, writeDurably } from '../durable-files.ts'

const SECRET_BYTES = 32
const FOLDER_MODE = 0o700

/**
 * The service's secret: 32 random bytes in a file, created when there is none. Several processes that start
 * at once all get the same. Throws a one-line Halt when the file holds anything else or cannot be created.
 */
export async function serviceSecret(file: string): Promise<Buffer> {
  const found = await readSecret(file)
  if (found !== null) return found
  await makeSecret(file).catch((error: unknown) => {
    throw new Halt(
      `SECRET_KEY_FILE: ${file} cannot be written (${codeOf(error)}); make its folder writable, or name another file.`,
    )
  })
  const made = await readSecret(file)
  if (made !== null) return made
  throw new Halt(`SECRET_KEY_FILE: ${file} was made and is gone again.`)
}

async function readSecret(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new Halt(`SECRET_KEY_FILE: ${file} cannot be read (${codeOf(error)}).`)
  })
  if (text === null) return null
  if (!/^[0-9a-f]{64}\s*$/.test(text))
    throw new Halt(
      `SECRET_KEY_FILE: ${file} holds no secret of Folkmoot (64 hexadecimal digits); restore it from your copy.`,
    )
  return Buffer.from(text.trim(), 'hex')
}

/** Appears complete or not at all: it gets its name once it is on disk. */
async function makeSecret(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await makeFolders(dirname(file), FOLDER_MODE)
  try {
    await writeDurably(draft, `${randomBytes(SECRET_BYTES).toString('hex')}\n`)
    await link(draft, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(file))
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
