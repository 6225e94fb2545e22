import { setTimeout as pause } from 'node:timers/promises'
import { type Act, type Actor, change, type Db, SYSTEM } from '../db/db.ts'
import { isLockTimeout } from '../db/failures.ts'
import { Conflict, NotFound } from '../errors.ts'
import { record } from '../events/record.ts'
import { recordNameless } from '../events/record-note.ts'
import { lockMembers } from '../groups/groups-store.ts'
import { recordDeed } from '../groups/service/record-deed.ts'
import { keepRemoved } from '../members/returning/removed-addresses-store.ts'
import { changeMembers } from '../members/set-members.ts'
import { holdPolls } from '../polls/ballots/electorate-store.ts'
import { takeBallots } from '../polls/electorate/issue-ballots.ts'
import { freeRefused, groupsRefusing } from '../polls/electorate/refused-ballots-store.ts'
import { keepSpent } from '../polls/electorate/spent-votes-store.ts'
import { FORMER_MEMBER } from '../users/user.ts'
import {
  earlierAreOver,
  emptyPerson,
  eraseCommentsOf,
  eraseWritingsOf,
  groupsLedAlone,
  holdErasable,
  importIsRunning,
  lateErasure,
  leaveOut,
  membershipsOf,
  type Unfinished,
  unfinishedOf,
} from './erasure-store.ts'
import { recordErasedList } from './record-erased-list.ts'
import { tracesOf } from './traces.ts'
import type { Writings } from './writings.ts'

/**
 * `list`: the file that lists deleted accounts, written immediately; null: by the caller. `again`: they were
 * erased before, and an older backup brought them back: no group can hold them.
 */
export type Erasure = { user_id: number; writings: Writings; list: string | null; again?: boolean }

/** A busy service has many mails; nobody waits for them without success. */
const PATIENCE =
  "set local statement_timeout = '10min'; set local lock_timeout = '1min'; set local idle_in_transaction_session_timeout = '10min'"
/** Somebody waits for the answer, and a connection of the service is given up after 12 s. */
const BRIEFLY = "set local lock_timeout = '5s'"
/** Longer than any transaction of the service may take, closings apart. */
const MOST_WAIT_MS = 15_000
const STEP_MS = 50
/** Erasing takes less than this, even on a busy service. */
const LATE_SECONDS = 600

/**
 * Erases a person permanently: name, address, sessions, links, keys and mails. Their votes stay counted and
 * lose the name. NotFound: no such person; Conflict: a group has no other admin, or a running import has
 * written something of theirs.
 */
export async function erasePerson(db: Db, actor: Actor, erasure: Erasure): Promise<void> {
  await change(db, actor, (act) => erase(act, erasure)).catch((error: unknown) =>
    orBecauseOfImport(db, error),
  )
  // Before the answer: a backup from before may be restored next. If the disk is full, the clock tries again.
  if (erasure.list !== null) await recordErasedList(db, erasure.list).catch(() => undefined)
  const unfinished = await unfinishedOf(db.pool, erasure.user_id)
  if (unfinished !== null) await finish(db, unfinished)
}

/** A running import holds everyone whom its file names until it ends. */
async function orBecauseOfImport({ pool }: Db, error: unknown): Promise<never> {
  if (isLockTimeout(error) && (await importIsRunning(pool))) throw new Conflict('import_running.erase')
  throw error
}

async function erase(
  act: Act,
  { user_id: id, writings, again = false }: Omit<Erasure, 'list'>,
): Promise<void> {
  await act.tx.query(`${PATIENCE}; ${BRIEFLY}`)
  const person = await holdErasable(act.tx, id)
  if (person === null) throw new NotFound()
  const address_keys = await act.address_keys([person.email, ...person.former_addresses])
  // Before they leave their groups, so that only groups that had removed them are recorded.
  await keepRemoved(act.tx, { user_id: id, address_keys })
  await leaveGroups(act, id, again)
  if (writings === 'erase') await eraseTexts(act, id)
  const emptied = { user_id: id, former_name: FORMER_MEMBER, patterns: tracesOf(person) }
  await recordNameless(act, 'person_erased', await emptyPerson(act.tx, emptied))
  // From here on, no vote of theirs can arrive.
  await freeRefused(act.tx, id)
  await keepSpent(act.tx, { user_id: id, address_keys })
  await recordDeed(act, 'person_erased', { user_id: id })
}

async function leaveGroups(act: Act, user_id: number, again: boolean): Promise<void> {
  const own = await membershipsOf(act.tx, user_id)
  const joined = own.map(({ group_id }) => group_id)
  const held = await groupsRefusing(act.tx, user_id)
  for (const group_id of [...new Set([...joined, ...held])].sort((a, b) => a - b))
    await lockMembers(act.tx, group_id)
  const led = await groupsLedAlone(act.tx, user_id)
  if (led.length > 0 && !again) throw new Conflict('last_admin.of_groups', { names: led, count: led.length })
  for (const membership of own)
    await changeMembers(act, membership.group_id, { added: [], removed: [membership] })
  // Ballots of a guest, or by name, are left to those who were refused one because of them.
  for (const group_id of held) {
    await holdPolls(act.tx, group_id)
    await takeBallots(act, { group_id, user_ids: [user_id], inviter_id: act.actor.user_id ?? 0 })
  }
}

async function eraseTexts({ tx, actor }: Act, id: number): Promise<void> {
  const comments = await eraseCommentsOf(tx, id)
  await eraseWritingsOf(tx, id)
  const deleted = comments.map(({ id: subject_id, discussion_id, group_id }) => ({
    ...{ kind: 'comment_deleted' as const, group_id, discussion_id, poll_id: null, subject_id },
    ...{ actor_id: actor.user_id, recipient_ids: [], recipient_message: null },
  }))
  if (deleted.length > 0) await record(tx, deleted)
}

/**
 * Waits for others, who may have read the name before and written a mail with it since, or given the person a
 * ballot, and for the person, who may have written in another window.
 */
async function finish(db: Db, { transaction, texts, ...rest }: Unfinished): Promise<void> {
  for (let waited = 0; waited < MOST_WAIT_MS; waited += STEP_MS) {
    if (await earlierAreOver(db.pool, transaction)) break
    await pause(STEP_MS)
  }
  await change(db, SYSTEM, async (act) => {
    await act.tx.query(PATIENCE)
    if (texts) await eraseTexts(act, rest.user_id)
    await leaveOut(act.tx, rest)
  })
}

/** Finishes erasures whose processes have died. */
export async function finishErasures(db: Db, stopped: () => boolean = () => false): Promise<void> {
  for (;;) {
    const late = stopped() ? null : await lateErasure(db.pool, LATE_SECONDS)
    if (late === null) return
    await finish(db, late)
  }
}
