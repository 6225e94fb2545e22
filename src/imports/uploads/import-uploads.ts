import type { Db } from '../../db/db.ts'
import { LEASE_MS } from '../../db/due-rows.ts'
import { isDatabaseTrouble } from '../../db/failures.ts'
import { loadInstanceAdmin } from '../../groups/service/load-instance-admin.ts'
import { importLoomio, type Wish } from '../import-loomio.ts'
import type { Report } from '../report.ts'
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
  refuseImport,
  type StoredImport,
  withdrawImport,
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
    // Who pressed the button may have lost the right since: then it is for another admin to decide.
    if (claimed.state === 'importing' && !(await loadInstanceAdmin(db.pool, claimed.made_by)))
      await withdrawImport(db.pool, claimed.id)
    else await importOne(db, data_dir, claimed)
  }
}

/** How far an import is; `people`: those with an account here who are in the file. */
type State = { done: number; cancelled: boolean; people: number[] }

async function importOne(db: Db, data_dir: string, claimed: StoredImport): Promise<void> {
  const { id, stored_as } = claimed
  const at: State = { done: 0, cancelled: false, people: [] }
  const tell = async () => {
    at.cancelled = !(await keepDone(db.pool, { id, done: at.done, lease_ms: LEASE_MS }))
  }
  const timer = setInterval(() => void tell().catch(() => undefined), TELL_EVERY_MS)
  try {
    const report = await importLoomio(db, await sourceAt(data_dir, stored_as), wishOf(claimed, at))
    await settle(db, data_dir, { claimed, report, people: at.people })
  } catch (error) {
    // The file of one that was cancelled is gone, perhaps before it was read.
    await tell().catch(() => undefined)
    if (error instanceof Cancelled || at.cancelled) return removeFile(data_dir, stored_as)
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

function wishOf({ id, state, made_by }: StoredImport, at: State): Wish {
  return {
    actor: { kind: 'person', user_id: made_by },
    dry_run: state === 'checking',
    progress: (part, of) => {
      if (at.cancelled) throw new Cancelled()
      at.done = Math.floor((part / Math.max(1, of)) * WHOLE)
    },
    begin: async (tx) => {
      if (await importNamesErased(tx, id)) throw new NamesErased()
    },
    found: (ids) => {
      at.people = ids
    },
    // With what it brings: or a restart would bring nothing, and say so.
    finish: async (tx, made) => {
      const finished = await finishImport(tx, { id, report: JSON.stringify(made), people: at.people })
      if (!finished) throw new Cancelled()
    },
  }
}

/** Somebody cancelled it. */
class Cancelled extends Error {}

/** `people`: those with an account here who are in the file. */
type Imported = { claimed: StoredImport; report: Report; people: number[] }

/** Keeps the report of a check, or removes a file that is needed no more. */
async function settle(
  { pool }: Db,
  data_dir: string,
  { claimed: { id, stored_as, state }, report, people }: Imported,
): Promise<void> {
  const made = { id, report: JSON.stringify(report), people }
  const is_export = report.file_fault === null
  if (state === 'checking' && !is_export) await refuseImport(pool, made)
  const waits = state === 'checking' && is_export && (await finishImport(pool, made))
  if (!waits) await removeFile(data_dir, stored_as)
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
