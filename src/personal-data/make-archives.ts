import type { Db } from '../db/db.ts'
import { LEASE_MS } from '../db/due-rows.ts'
import { NotFound } from '../errors.ts'
import { isLanguage } from '../locales/languages.ts'
import { archiveFile } from './archive-file.ts'
import { claimArchive, finishArchive, noteProgress } from './archives-store.ts'
import { loadArchive } from './load-archive.ts'

/** Makes the archives that people have asked for, one after the other. */
export async function makeArchives(
  { pool }: Pick<Db, 'pool'>,
  public_url: string,
  stopped: () => boolean = () => false,
): Promise<void> {
  while (!stopped()) {
    const claimed = await claimArchive(pool, LEASE_MS)
    if (claimed === null) return
    const { user_id, language } = claimed
    const progress = (done: number) => noteProgress(pool, { user_id, done, lease_ms: LEASE_MS })
    const archive = await loadArchive(pool, user_id, progress).catch(unlessErased)
    if (archive === null) continue
    const file = archiveFile(archive, isLanguage(language) ? language : 'en', public_url)
    await finishArchive(pool, { user_id, content: Buffer.from(file) })
  }
}

/** The archive of someone who deleted their account in the meantime is gone with them. */
function unlessErased(error: unknown): null {
  if (error instanceof NotFound) return null
  throw error
}
