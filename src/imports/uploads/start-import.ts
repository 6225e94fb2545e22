import type { Act } from '../../db/db.ts'
import { removeFile } from './keep-files.ts'
import { cutImport, dropImport, takeOverImport } from './uploads-store.ts'

/** Imports the file that was checked, and no other one, in the name of the person who starts the import. */
export async function startImport({ tx, actor }: Act, id: number): Promise<void> {
  if (actor.user_id !== null) await takeOverImport(tx, { id, made_by: actor.user_id })
}

/**
 * Stops this import while its file is uploaded, checked or imported, and keeps nothing of it. The process at
 * work on it notices within seconds.
 */
export async function cancelImport({ tx }: Act, id: number, data_dir: string): Promise<void> {
  const dropped = await cutImport(tx, id)
  if (dropped !== null) await removeFile(data_dir, dropped)
}

/** Discards this import, its file or its report, unless it is at work. */
export async function discardImport({ tx }: Act, id: number, data_dir: string): Promise<void> {
  const dropped = await dropImport(tx, id)
  if (dropped !== null) await removeFile(data_dir, dropped)
}
