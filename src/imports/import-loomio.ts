import { type Act, type Actor, change, type Db } from '../db/db.ts'
import { writeInParts } from '../db/savepoint.ts'
import { PATIENT } from '../db/sql.ts'
import { holdFeed, record } from '../events/record.ts'
import { recordDeed } from '../groups/service/record-deed.ts'
import { FORMER_MEMBER } from '../users/user.ts'
import { accountsInFile, keepAccounts } from './accounts-store.ts'
import { carryComments } from './carry-comments.ts'
import { carryGroups, carryMembers } from './carry-groups.ts'
import type { Work } from './carry-pages.ts'
import { carryPeople } from './carry-people.ts'
import { carryPolls } from './carry-polls.ts'
import { carryTags } from './carry-tags.ts'
import { carryThreads } from './carry-threads.ts'
import { carryOutcomes, carryVotes } from './carry-votes.ts'
import { eraseImportedTexts, reportWithoutErased } from './erase-imported.ts'
import { countLines, finishLines, insertPastEvents, touchedGroups } from './finish-store.ts'
import { countCarried, keepLines, reserveIds, waitForTurn } from './lines-store.ts'
import type { Line } from './loomio/line.ts'
import { readLines } from './loomio/read-lines.ts'
import { NoExport, readText } from './loomio/read-text.ts'
import { readExportLine } from './loomio/tables.ts'
import { ensureNobody } from './people-store.ts'
import { KINDS, type Kind, type Report, Reporter } from './report.ts'
import { settleLines } from './settle-store.ts'

/** A file to import; it may be read several times. `size`: its bytes. */
export type Source = { size: number; open: () => AsyncIterable<Buffer> }

export type Wish = {
  actor: Actor
  dry_run: boolean
  /** How much is done. */
  progress: (done: number, of: number) => void
  /** Runs in the transaction of the import, once it knows the accounts that are here. */
  begin?: (tx: Act['tx']) => Promise<void>
  /** Told of the people with an account here who are in the file. */
  found?: (people: number[]) => void
  /** Runs in the transaction of the import, at its end; not after a dry run. */
  finish?: (tx: Act['tx'], report: Report) => Promise<void>
}

const PATIENCE =
  'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0'
// Pages of lines are read by index, each from where the last one ended; the other processors are for others.
const PLANNING =
  'set local plan_cache_mode = force_custom_plan; set local max_parallel_workers_per_gather = 0'
const EMPTY = { text: 'truncate import_lines, import_accounts restart identity', ...PATIENT }
// Statements are planned by what the lines hold then: in the beginning none of them is fresh.
const ANALYSE = { text: 'analyze import_lines, import_accounts', ...PATIENT }
/** Longer lines are left out. */
const MOST_LINE_BYTES = 16 * 1024 * 1024
const BATCH = 500
/** So much of the file is read at most before its lines are kept. */
const BATCH_BYTES = 4 * 1024 * 1024
/** How far an import is when the file is read, when its lines are sorted out, and when they are written. */
const [READ, SETTLED, WRITTEN, WHOLE] = [300, 350, 900, 1_000]

/**
 * Imports an export of Loomio in one transaction: all of it, or nothing. Nobody is notified. What was
 * imported before, from this or an earlier export of the same service, stays as it is. A dry run writes
 * nothing, and reports the same.
 */
export async function importLoomio(db: Db, source: Source, wish: Wish): Promise<Report> {
  try {
    return await change(db, wish.actor, (act) => importAll(act, source, wish))
  } catch (error) {
    if (error instanceof DryRun) return error.report
    throw error
  }
}

/** Undoes a dry run. */
class DryRun extends Error {
  readonly report: Report
  constructor(report: Report) {
    super('a dry run')
    this.report = report
  }
}

async function importAll(act: Act, source: Source, wish: Wish): Promise<Report> {
  const { dry_run, progress } = wish
  await act.tx.query(PATIENCE)
  await act.tx.query(PLANNING)
  await waitForTurn(act.tx)
  await act.tx.query(EMPTY)
  await keepAccounts(act.tx)
  await wish.begin?.(act.tx)
  const report = new Reporter()
  await stage(act, source, { report, progress })
  if (report.file_fault === null) await importStaged(act, report, wish)
  const made = await reportWithoutErased(act, report.report(dry_run))
  await act.tx.query(EMPTY)
  if (dry_run) throw new DryRun(made)
  await wish.finish?.(act.tx, made)
  return made
}

/** Imports the lines that were kept. */
async function importStaged(act: Act, report: Reporter, wish: Wish): Promise<void> {
  const { progress } = wish
  await act.tx.query(ANALYSE)
  const { lost, absent } = await settleLines(act.tx, (share) =>
    progress(READ + Math.floor((SETTLED - READ) * share), WHOLE),
  )
  for (const { line, source_id } of lost)
    report.leaveOut('comment', { line, table: 'comments', id: source_id, code: 'no_thread' })
  for (const { line, source_id } of absent)
    report.note({ line, table: 'users', id: source_id, code: 'unknown_author' })
  const carried = await countCarried(act.tx)
  await carry(
    workOf(act, report, (done) =>
      progress(SETTLED + Math.floor(((WRITTEN - SETTLED) * done) / Math.max(carried, done)), WHOLE),
    ),
  )
  progress(WRITTEN, WHOLE)
  wish.found?.(await accountsInFile(act.tx))
  await finish(act, report)
}

type Stage = { report: Reporter; progress: Wish['progress'] }

/** Keeps the records of the file, each after its first check; or says why it is no export. */
async function stage(act: Act, source: Source, given: Stage): Promise<void> {
  const { report } = given
  try {
    await stageLines(act, source, given)
    if (report.records === 0) report.file_fault = 'other'
  } catch (error) {
    if (!(error instanceof NoExport)) throw error
    report.file_fault = error.fault
  }
}

async function stageLines(act: Act, { size, open }: Source, { report, progress }: Stage): Promise<void> {
  let batch: Line[] = []
  let [kept, read] = [0, 0]
  const flush = async () => {
    await keepBatch(act, report, batch)
    ;[batch, kept] = [[], read]
    progress(Math.floor((READ * read) / Math.max(size, read, 1)), WHOLE)
  }
  const counted = async function* () {
    for await (const chunk of open()) {
      read += chunk.length
      yield chunk
    }
  }
  for await (const { number: line, text, ends } of readLines(readText(counted()), MOST_LINE_BYTES)) {
    report.lines += 1
    if (text === null) report.note({ line, code: 'too_long_line' })
    else batch.push(...readExportLine({ text, line, ends }, { report, now: act.now }))
    if (batch.length >= BATCH || read - kept >= BATCH_BYTES) await flush()
  }
  await flush()
}

async function keepBatch({ tx }: Act, report: Reporter, batch: Line[]): Promise<void> {
  const leave = (
    { kind, line, source_id: id }: Line,
    note: { code: 'twice' } | { code: 'refused'; why: string },
  ) => {
    const { code, ...params } = note
    const told = { line, table: kind, id, code, params }
    if (isKind(kind)) report.leaveOut(kind, told)
    else report.note(told)
  }
  await writeInParts(tx, batch, {
    write: async (part) => {
      for (const line of await keepLines(tx, part)) leave(line, { code: 'twice' })
    },
    refuse: (line, why) => leave(line, { code: 'refused', why }),
  })
}

const isKind = (kind: string): kind is Kind => KINDS.some((name) => name === kind)

function workOf(act: Act, report: Reporter, progress: (lines: number) => void): Work {
  let nobody: Promise<number> | null = null
  let carried = 0
  return {
    act,
    report,
    nobody: () => {
      nobody ??= reserveIds(act.tx, 'users', 1).then(([id = 0]) =>
        ensureNobody(act.tx, { id, name: FORMER_MEMBER }),
      )
      return nobody
    },
    done: (lines) => {
      carried += lines
      if (carried > 0) progress(carried)
    },
  }
}

async function carry(work: Work): Promise<void> {
  await carryPeople(work)
  await carryGroups(work)
  await carryMembers(work)
  await carryThreads(work)
  await carryPolls(work)
  await carryTags(work)
  await work.act.tx.query(ANALYSE)
  await carryVotes(work)
  await carryComments(work)
  await carryOutcomes(work)
  await work.act.tx.query(ANALYSE)
}

async function finish(act: Act, report: Reporter): Promise<void> {
  const { tx, actor } = act
  await finishLines(tx)
  await eraseImportedTexts(act)
  for (const { kind, imported, already } of await countLines(tx))
    if (isKind(kind)) Object.assign(report.counts[kind], { imported, already })
  const groups = await touchedGroups(tx)
  for (const { handle } of groups) report.groups.add(handle)
  report.added = groups.flatMap(({ id: _, fresh, ...added }) => (fresh ? [] : [added]))
  if (groups.length > 0) await recordDeed(act, 'loomio_imported', {})
  await holdFeed(tx)
  await insertPastEvents(tx)
  await record(
    tx,
    groups.map(({ id }) => ({
      kind: 'group_imported' as const,
      group_id: id,
      discussion_id: null,
      poll_id: null,
      subject_id: id,
      actor_id: actor.user_id,
      recipient_ids: [],
      recipient_message: null,
    })),
  )
}
