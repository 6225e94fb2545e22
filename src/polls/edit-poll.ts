import type { Act } from '../db/db.ts'
import { Conflict, NotFound, type Problem, refuse } from '../errors.ts'
import { ANONYMOUS_RULES, pollState, reminderDue } from './poll.ts'
import { changesNothing, checkEdit, type PollEdit } from './poll-edit.ts'
import { changedMeanings, checkMeanings, type Meanings } from './poll-option.ts'
import { lockPoll, pollOptions, writeMeanings, writeSettings } from './polls-store.ts'
import { recordOfPoll } from './record-poll.ts'

/** `problems`: found when the request was parsed; options without a new description keep theirs. */
type AskedEdit = { edit: PollEdit; problems: Problem[]; meanings?: Meanings }

/**
 * Changes a poll's title, text, closing time, hiding of results, decision rules, or descriptions of options.
 * A draft stays a draft. Does nothing when all is the same. NotFound; Conflict when it is closed; Invalid
 * names every field that fails, including those found when the request was parsed.
 */
export async function editPoll(
  act: Act,
  id: number,
  { edit, problems, meanings = [] }: AskedEdit,
): Promise<void> {
  const locked = await lockPoll(act.tx, id)
  if (locked === null) throw new NotFound()
  const { poll, now } = locked
  const { is } = pollState(poll, now)
  if (is === 'closed') throw new Conflict('poll_closed.stays')
  const changed = {
    ...edit,
    closing_at: is === 'draft' ? null : edit.closing_at,
    // An open one is checked like every poll that hides its results until closing.
    hide_results: is === 'draft' && poll.anonymous ? ANONYMOUS_RULES.hide_results : edit.hide_results,
  }
  const present = await pollOptions(act.tx, id)
  const options = present.map(({ name }) => name)
  const found = checkMeanings([...meanings.values()], options.length)
  refuse([...checkEdit(poll, changed, { options, now }), ...found], problems)
  const described = changedMeanings(present, meanings)
  if (changesNothing(poll, changed) && described.length === 0) return
  if (described.length > 0) await writeMeanings(act.tx, id, described)
  await writeSettings(act.tx, {
    id,
    title: changed.title,
    details: changed.details,
    closing_at: changed.closing_at,
    hide_results: changed.hide_results,
    quorum_pct: changed.quorum_pct,
    thresholds: changed.thresholds,
    no_block: changed.no_block,
    reminder_due_at: is === 'draft' ? null : reminderDue({ ...poll, ...changed }, now),
  })
  await recordOfPoll(act, poll, { kind: 'poll_edited' })
}
