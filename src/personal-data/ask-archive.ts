import type { Act } from '../db/db.ts'
import { recordNameless } from '../events/record-note.ts'
import type { Language } from '../locales/languages.ts'
import { askForArchive } from './archives-store.ts'
import { membershipsOf } from './erasure-store.ts'

/**
 * Asks for an archive of all that is a person's, with its page in this language. The clock makes it. Nothing
 * happens while one is being made, or shortly after.
 */
export async function askArchive(act: Act, asked: { user_id: number; language: Language }): Promise<void> {
  if (await askForArchive(act.tx, asked)) await noteExport(act, asked.user_id)
}

/** The admins of a person's groups learn that someone's data were copied, not whose. */
export async function noteExport(act: Act, user_id: number): Promise<void> {
  const own = await membershipsOf(act.tx, user_id)
  await recordNameless(
    act,
    'person_data_exported',
    own.map(({ group_id }) => group_id),
  )
}
