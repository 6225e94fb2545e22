import type { Act } from '../../db/db.ts'
import { removeFile } from './keep-files.ts'
import { dropImport, lastImport, moveImport } from './uploads-store.ts'

/** Imports the file that was checked, if there is one. */
export async function startImport({ tx }: Act): Promise<void> {
  const last = await lastImport(tx)
  if (last !== null) await moveImport(tx, { id: last.id, from: 'checked', to: 'importing' })
}

/** Discards the last import, its file or its report, unless it is at work. */
export async function discardImport({ tx }: Act, data_dir: string): Promise<void> {
  const last = await lastImport(tx)
  if (last !== null && (await dropImport(tx, last.id))) await removeFile(data_dir, last.stored_as)
}
