import { randomBytes } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { change, type Db, SYSTEM } from '../db/db.ts'
import { makeFolders, syncFolder, writeDurably } from '../db/durable-files.ts'
import { codeOf } from '../db/embedded/embedded-process.ts'
import { Halt } from '../errors.ts'
import { allErased, type Erased, lockErasedList } from './erasure-store.ts'

const LISTS_WHOM = 'it lists the people whose accounts were deleted'
/** Only the owner of the service may use it. */
const FOLDER_MODE = 0o700

/** Beside the database, because a restored backup knows nothing of later erasures. It names nobody. */
export function erasedListIn(data_dir: string): string {
  return join(data_dir, 'erased-people.json')
}

/**
 * Adds everyone who has deleted their account to those listed already. Halt: the file is damaged, or
 * cannot be written.
 */
export async function recordErasedList(db: Db, file: string): Promise<void> {
  await change(db, SYSTEM, async ({ tx }) => {
    // Of two processes that write at once, the second adds to what the first wrote.
    await lockErasedList(tx)
    const listed = await readErasedList(file)
    const known = new Set(listed.map(nameOf))
    const added = (await allErased(tx)).filter((one) => !known.has(nameOf(one)))
    if (added.length > 0) await replace(file, [...listed, ...added])
  })
}

const nameOf = ({ id, created_at }: Erased) => `${id} ${created_at}`

/** Those who are listed; nobody without the file. Halt: it is damaged. */
export async function readErasedList(file: string): Promise<Erased[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '[]'
    throw new Halt(`${file} cannot be read (${codeOf(error)}): ${LISTS_WHOM}.`)
  })
  const listed = asList(text)
  if (listed === null) throw new Halt(`${file} is damaged: ${LISTS_WHOM}. Restore it from a copy.`)
  return listed
}

function asList(text: string): Erased[] | null {
  try {
    const listed: unknown = JSON.parse(text)
    return Array.isArray(listed) && listed.every(isErased) ? listed : null
  } catch {
    return null
  }
}

function isErased(one: unknown): one is Erased {
  if (typeof one !== 'object' || one === null) return false
  const { id, created_at, writings } = one as Partial<Record<keyof Erased, unknown>>
  return (
    Number.isSafeInteger(id) &&
    typeof created_at === 'string' &&
    (writings === 'keep' || writings === 'erase')
  )
}

/** In the place of the former file at once. With DATABASE_URL the folder may not be there. */
async function replace(file: string, list: Erased[]): Promise<void> {
  const written = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await makeFolders(dirname(file), FOLDER_MODE)
    await writeDurably(written, `${JSON.stringify(list)}\n`)
    await rename(written, file)
    await syncFolder(dirname(file))
  } catch (error) {
    throw new Halt(`${file} cannot be written (${codeOf(error)}): ${LISTS_WHOM}.`)
  }
}
