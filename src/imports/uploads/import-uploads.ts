import type { Db } from '../../db/db.ts'
import { isDatabaseTrouble } from '../../db/db.ts'
import { LEASE_MS } from '../../db/due-rows.ts'
import { importLoomio } from '../import-loomio.ts'
import { filesIn, removeFile, removeLeftOvers, sourceAt } from './keep-files.ts'
import {
  claimImport,
  dropOldImports,
  failImport,
  finishImport,
  forgetImports,
  importNamesErased,
  keepDone,
  neededFiles,
  type StoredImport,
} from './uploads-store.ts'

const WHOLE = 1_000
const TELL_EVERY_MS = 1_000

/**
 * Checks or imports the uploaded files of this machine that wait for it. Removes those that name somebody who
 * has deleted their account since.
 */
export async function importUploads(
  db: Db,
  data_dir: string,
  stopped: () => boolean = () => false,
): Promise<void> {
  while (!stopped()) {
    const names = await filesIn(data_dir)
    if (names.length === 0) return
    for (const stored_as of await forgetImports(db.pool, names)) await removeFile(data_dir, stored_as)
    const claimed = await claimImport(db.pool, { names, lease_ms: LEASE_MS })
    if (claimed === null) return
    await importOne(db, data_dir, claimed)
  }
}

async function importOne(db: Db, data_dir: string, claimed: StoredImport): Promise<void> {
  const { id, stored_as, state, made_by } = claimed
  const dry_run = state === 'checking'
  let done = 0
  let people: number[] = []
  const timer = setInterval(
    () => void keepDone(db.pool, { id, done, lease_ms: LEASE_MS }).catch(() => undefined),
    TELL_EVERY_MS,
  )
  try {
    const report = await importLoomio(db, await sourceAt(data_dir, stored_as), {
      actor: { kind: 'person', user_id: made_by },
      dry_run,
      progress: (part, of) => {
        done = Math.floor((part / Math.max(1, of)) * WHOLE)
      },
      begin: async (tx) => {
        if (await importNamesErased(tx, id)) throw new NamesErased()
      },
      found: (ids) => {
        people = ids
      },
      // With what it brings: or a restart would bring nothing, and say so.
      finish: (tx, made) => finishImport(tx, { id, report: JSON.stringify(made), people }),
    })
    if (dry_run) await finishImport(db.pool, { id, report: JSON.stringify(report), people })
    else await removeFile(data_dir, stored_as)
  } catch (error) {
    // It waits for its turn again once the lease ends.
    if (isDatabaseTrouble(error)) throw error
    const erased = error instanceof NamesErased
    await failImport(db.pool, { id, fault: erased ? 'person_erased' : 'unreadable' })
    await removeFile(data_dir, stored_as)
    if (!erased) throw error
  } finally {
    clearInterval(timer)
  }
}

/** Somebody in the file has deleted their account before it was their turn. */
class NamesErased extends Error {}

const UPLOAD_MINUTES = 10
const CHECKED_DAYS = 7
const REPORT_DAYS = 90

/** Deletes what is left over of imports, and reports after some time. */
export async function purgeImports({ pool }: Pick<Db, 'pool'>, data_dir: string): Promise<void> {
  await dropOldImports(pool, { minutes: UPLOAD_MINUTES, days: CHECKED_DAYS, kept_days: REPORT_DAYS })
  await removeLeftOvers(data_dir, await neededFiles(pool))
}
