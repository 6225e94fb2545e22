import type { Act } from '../db/db.ts'
import { Conflict, NotFound, type Problem, problem, refuse } from '../errors.ts'
import { ANONYMOUS_RULES, pollState, reminderDue } from './poll.ts'
import { changesNothing, checkEdit, editChanges, type PollEdit } from './poll-edit.ts'
import {
  changedMeanings,
  checkMeanings,
  costsOf,
  type Meanings,
  type OptionCosts,
  type PollOption,
} from './poll-option.ts'
import { lockPoll, pollOptions, writeCosts, writeMeanings, writeSettings } from './polls-store.ts'
import { recordOfPoll } from './record-poll.ts'

/** `problems`: found when the request was parsed; options without a new description keep theirs. */
type AskedEdit = {
  edit: PollEdit
  problems: Problem[]
  meanings?: Meanings
  /** Of all options; null: they keep theirs. */
  costs?: OptionCosts | null
}

/**
 * Changes a poll's title, text, closing time, hiding of results, decision rules, way of counting, or
 * descriptions and costs of options.
 * A draft stays a draft. Does nothing when all is the same. NotFound; Conflict when it is closed; Invalid
 * names every field that fails, including those found when the request was parsed.
 */
export async function editPoll(
  act: Act,
  id: number,
  { edit, problems, meanings = [], costs = null }: AskedEdit,
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
  const priced = costsAfter(changed, present, costs)
  const described = changedMeanings(present, meanings)
  if (poll.receipts && is === 'open' && described.length > 0) found.push(problem('option_meanings', 'frozen'))
  refuse([...checkEdit(poll, changed, { options: present, costs: priced, now }), ...found], problems)
  const repriced = present
    .map((option) => ({ ...option, cost: priced[option.name] ?? null, before: option.cost }))
    .filter(({ cost, before }) => cost !== before)
  if (changesNothing(poll, changed) && described.length + repriced.length === 0) return
  if (described.length > 0) await writeMeanings(act.tx, id, described)
  if (repriced.length > 0) await writeCosts(act.tx, id, repriced)
  await writeSettings(act.tx, {
    id,
    title: changed.title,
    details: changed.details,
    closing_at: changed.closing_at,
    hide_results: changed.hide_results,
    quorum_pct: changed.quorum_pct,
    thresholds: changed.thresholds,
    no_block: changed.no_block,
    count_method: changed.count_method,
    seats: changed.seats,
    budget: changed.budget,
    reminder_due_at: is === 'draft' ? null : reminderDue({ ...poll, ...changed }, now),
  })
  const changes = editChanges(poll, changed, { option_meanings: described, option_costs: repriced })
  await recordOfPoll(act, poll, { kind: 'poll_edited', changes })
}

/** Options keep their costs while they are counted by equal shares, unless new ones are given. */
function costsAfter(
  { count_method }: PollEdit,
  options: PollOption[],
  costs: OptionCosts | null,
): OptionCosts {
  return costs ?? (count_method === 'equal_shares' ? costsOf(options) : {})
}
