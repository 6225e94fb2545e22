import type { Act } from '../db/db.ts'
import { Conflict, NotFound, refuse } from '../errors.ts'
import { checkTags } from '../groups/tags/tag.ts'
import { keepEarlierDetails } from './past/earlier-details-store.ts'
import { keepEarlierMeanings } from './past/earlier-meanings-store.ts'
import { type Poll, pollState, reminderDue } from './poll.ts'
import {
  type AskedEdit,
  changesNothing,
  editChanges,
  editProblems,
  type PollEdit,
  settledEdit,
} from './poll-edit.ts'
import { costIn, type PollOption } from './poll-option.ts'
import { lockPoll, pollOptions, writeCosts, writeMeanings, writeSettings } from './polls-store.ts'
import { recordOfPoll } from './record-poll.ts'
import { setPollTags } from './tags/set-poll-tags.ts'

/**
 * Changes a poll's title, text, closing time, hiding of results, decision rules, way of counting, tags, or
 * descriptions and costs of options.
 * A draft stays a draft; of a closed poll only the tags can change. Does nothing when all is the same.
 * Returns whether it changed anything.
 * NotFound; Conflict when it is closed; Invalid names every field that fails, including those found when the
 * request was parsed.
 */
export async function editPoll(act: Act, id: number, asked: AskedEdit): Promise<boolean> {
  const locked = await lockPoll(act.tx, id)
  if (locked === null) throw new NotFound()
  const { poll, now } = locked
  let edited = false
  if (pollState(poll, now).is !== 'closed') edited = await editSettings(act, poll, { ...asked, now })
  else if (!isAboutTags(poll, asked)) throw new Conflict('poll_closed.stays')
  else refuse(checkTags(asked.tags ?? []), asked.problems)
  const tagged = asked.tags !== undefined && (await setPollTags(act, id, asked.tags))
  return edited || tagged
}

/** Whether it asks for tags, and for nothing else that the poll does not have already. */
function isAboutTags(poll: Poll, { edit, meanings = [], tags, costs = null }: AskedEdit): boolean {
  return (
    tags !== undefined && changesNothing(poll, edit) && [...meanings.keys()].length === 0 && costs === null
  )
}

async function editSettings(
  act: Act,
  poll: Poll,
  { now, ...asked }: AskedEdit & { now: Date },
): Promise<boolean> {
  const { id } = poll
  const { is } = pollState(poll, now)
  const present = await pollOptions(act.tx, id)
  refuse(editProblems(poll, asked, { options: present, now }))
  const { changed, priced, described } = settledEdit(poll, asked, { options: present, now })
  const repriced = present
    .map((option) => ({ ...option, cost: costIn(priced, option.name), before: option.cost }))
    .filter(({ cost, before }) => cost !== before)
  if (changesNothing(poll, changed) && described.length + repriced.length === 0) return false
  if (described.length > 0) await writeMeanings(act.tx, id, described)
  if (repriced.length > 0) await writeCosts(act.tx, id, repriced)
  const reminder_due_at = is === 'draft' ? null : reminderDue({ ...poll, ...changed }, now)
  await writeSettings(act.tx, settingsOf(id, changed, reminder_due_at))
  const changes = editChanges(poll, changed, { option_meanings: described, option_costs: repriced })
  // The time after the lock: votes that the edit waited for were cast before it.
  const event_id = await recordOfPoll(act, poll, { kind: 'poll_edited', changes, created_at: now })
  // Voters have read them.
  if (event_id !== null && is === 'open')
    await keepEarlier(act, { event_id, poll, changed, present, described })
  return true
}

type Kept = {
  event_id: number
  poll: Poll
  changed: PollEdit
  present: PollOption[]
  described: Pick<PollOption, 'slot'>[]
}

/** Stores the texts that an edit replaces. */
async function keepEarlier(
  { tx }: Act,
  { event_id, poll, changed, present, described }: Kept,
): Promise<void> {
  if (changed.details !== poll.details) await keepEarlierDetails(tx, { ...poll, event_id })
  const slots = new Set(described.map(({ slot }) => slot))
  const earlier = present.filter(({ slot }) => slots.has(slot))
  if (earlier.length > 0) await keepEarlierMeanings(tx, event_id, earlier)
}

function settingsOf(id: number, edit: PollEdit, reminder_due_at: Date | null) {
  return {
    id,
    title: edit.title,
    details: edit.details,
    closing_at: edit.closing_at,
    hide_results: edit.hide_results,
    quorum_pct: edit.quorum_pct,
    thresholds: edit.thresholds,
    no_block: edit.no_block,
    count_method: edit.count_method,
    seats: edit.seats,
    budget: edit.budget,
    reminder_due_at,
  }
}
