import type { Act } from '../db/db.ts'
import type { Language } from '../locales/languages.ts'
import { askForArchive } from './archives-store.ts'

/**
 * Asks for an archive of all that is a person's, with its page in this language. The clock makes it. Nothing
 * happens while one is being made, or shortly after.
 */
export async function askArchive({ tx }: Act, asked: { user_id: number; language: Language }): Promise<void> {
  await askForArchive(tx, asked)
}
