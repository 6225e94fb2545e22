import { isDeepStrictEqual } from 'node:util'
import { checkTitle, MAX_BODY } from '../discussions/discussion.ts'
import { type Problem, problem } from '../errors.ts'
import { changed, type FieldChange, rewritten } from '../events/field-change.ts'
import { checkLength } from '../text/length.ts'
import { checkCounting } from './counts/counting-rules.ts'
import type { CountSettings } from './counts/methods.ts'
import { checkClosing, HIDE_RESULTS, type Poll, pollState } from './poll.ts'
import { costsOf, type OptionCosts, type PollOption } from './poll-option.ts'
import { checkRules, type DecisionRules } from './results/decision-rules.ts'

/**
 * What can be edited in a poll that is not closed; decision rules and the way of counting only before it
 * opens. Anonymity, type and
 * limits are fixed.
 */
export type PollEdit = Pick<Poll, 'title' | 'details' | 'closing_at' | 'hide_results'> &
  DecisionRules &
  CountSettings

/**
 * Problems of new settings for a poll with these options. Once it is open its results may be hidden longer,
 * never shown sooner.
 */
export function checkEdit(poll: Poll, edit: PollEdit, { options, costs, now }: EditFacts): Problem[] {
  const names = options.map(({ name }) => name)
  const open = pollState(poll, now).is === 'open'
  const moved = edit.closing_at?.getTime() !== poll.closing_at?.getTime()
  return [
    ...checkTitle(edit.title),
    ...checkLength('details', edit.details, MAX_BODY),
    ...(open && edit.closing_at === null ? [problem('closing_at', 'blank')] : []),
    ...(moved ? checkClosing(edit.closing_at, now) : []),
    ...(open ? checkHiding(poll, edit) : []),
    ...(open && poll.receipts ? checkSigned(poll, edit) : []),
    ...(open
      ? [...checkFrozen(poll, edit), ...checkFrozenCosts(options, costs)]
      : [
          ...checkRules(edit, poll.poll_type, names),
          ...checkCounting({ ...poll, ...edit }, names.length > 0 ? names : null, costs),
        ]),
  ]
}

/** Whether a change leaves the poll as it is. */
export function changesNothing(poll: Poll, edit: PollEdit): boolean {
  return isDeepStrictEqual({ ...poll, ...edit }, { ...poll })
}

const PLAIN = [
  'title',
  'closing_at',
  'hide_results',
  'quorum_pct',
  'no_block',
  'count_method',
  'seats',
  'budget',
] as const

/** What an edit changes, and which options, for the history of the group. */
export function editChanges(
  poll: Poll,
  edit: PollEdit,
  options: Record<'option_meanings' | 'option_costs', readonly unknown[]>,
): FieldChange[] {
  return [
    ...PLAIN.flatMap((field) => changed(field, poll[field], edit[field])),
    ...(['details', 'thresholds'] as const)
      .filter((field) => !isDeepStrictEqual(poll[field], edit[field]))
      .map(rewritten),
    ...(['option_meanings', 'option_costs'] as const)
      .filter((field) => options[field].length > 0)
      .map(rewritten),
  ]
}

/** `costs`: of its options after the change. */
type EditFacts = { options: PollOption[]; costs: OptionCosts; now: Date }

/** People have voted under these rules. */
function checkFrozen(poll: Poll, edit: PollEdit): Problem[] {
  const fields = ['quorum_pct', 'thresholds', 'no_block', 'count_method', 'seats', 'budget'] as const
  return fields
    .filter((field) => !isDeepStrictEqual(poll[field], edit[field]))
    .map((field) => problem(field, 'frozen'))
}

/** Receipts are for this question until this time. Closing early remains possible. */
function checkSigned(poll: Poll, edit: PollEdit): Problem[] {
  const fields = ['title', 'details', 'closing_at'] as const
  return fields
    .filter((field) => !isDeepStrictEqual(poll[field], edit[field]))
    .map((field) => problem(field, 'frozen'))
}

function checkFrozenCosts(options: PollOption[], costs: OptionCosts): Problem[] {
  return isDeepStrictEqual(costsOf(options), { ...costs }) ? [] : [problem('option_costs', 'frozen')]
}

function checkHiding(poll: Poll, { hide_results }: PollEdit): Problem[] {
  if (HIDE_RESULTS.indexOf(hide_results) >= HIDE_RESULTS.indexOf(poll.hide_results)) return []
  return [problem('hide_results', 'shown_sooner')]
}
