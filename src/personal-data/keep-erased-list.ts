import { randomBytes } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Db, SYSTEM } from '../db/db.ts'
import { syncFolder, writeDurably } from '../db/durable-files.ts'
import { Halt, NotFound } from '../errors.ts'
import { erasePerson } from './erase-person.ts'
import { allErased, type Erased, erasedAndBack } from './erasure-store.ts'

/** Beside the database, because a restored backup knows nothing of later erasures. It names nobody. */
export function erasedListIn(data_dir: string): string {
  return join(data_dir, 'erased-people.json')
}

/**
 * Erases people again whom an older backup restored, and records everyone who deleted their account. Returns
 * how many were erased again. Halt: the file is damaged.
 */
export async function keepErasedList(db: Db, file: string): Promise<number> {
  const listed = await readList(file)
  const back = await erasedAndBack(db.pool, listed)
  for (const { id, writings } of back) await eraseAgain(db, id, writings)
  const erased = await allErased(db.pool)
  const known = new Set(listed.map(nameOf))
  const added = erased.filter((one) => !known.has(nameOf(one)))
  if (added.length > 0) await writeList(file, [...listed, ...added])
  return back.length
}

const nameOf = ({ id, created_at }: Erased) => `${id} ${created_at}`

/** Another process may have done it in the meantime. */
async function eraseAgain(db: Db, user_id: number, writings: Erased['writings']): Promise<void> {
  await erasePerson(db, SYSTEM, { user_id, writings, again: true }).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
  })
}

async function readList(file: string): Promise<Erased[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]'
    throw new Halt(`${file} cannot be read (${error.code}): it lists the people whose accounts were deleted.`)
  })
  try {
    const listed: unknown = JSON.parse(text)
    if (Array.isArray(listed)) return listed as Erased[]
  } catch {
    // Said below.
  }
  throw new Halt(
    `${file} is damaged: it lists the people whose accounts were deleted. Restore it from a copy.`,
  )
}

/** In the place of the former file at once. */
async function writeList(file: string, list: Erased[]): Promise<void> {
  const written = `${file}.${randomBytes(6).toString('hex')}`
  await writeDurably(written, `${JSON.stringify(list)}\n`)
  await rename(written, file)
  await syncFolder(dirname(file))
}
