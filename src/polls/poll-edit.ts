import { isDeepStrictEqual } from 'node:util'
import { checkTitle, MAX_BODY } from '../discussions/discussion.ts'
import { afterReading, type Problem, problem } from '../errors.ts'
import { changed, type FieldChange, rewritten } from '../events/field-change.ts'
import { checkTags } from '../groups/tags/tag.ts'
import { checkLength } from '../text/length.ts'
import { rewrittenText } from '../text/line-breaks.ts'
import { singleLine } from '../text/one-line.ts'
import { checkCounting } from './counts/counting-rules.ts'
import type { CountSettings } from './counts/methods.ts'
import { ANONYMOUS_RULES, checkClosing, HIDE_RESULTS, type Poll, pollState } from './poll.ts'
import {
  changedMeanings,
  checkMeanings,
  costsOf,
  type Meanings,
  type OptionCosts,
  type PollOption,
} from './poll-option.ts'
import { checkRules, type DecisionRules } from './results/decision-rules.ts'

/**
 * What can be edited in a poll that is not closed; decision rules and the way of counting only before it
 * opens. Anonymity, type and
 * limits are fixed.
 */
export type PollEdit = Pick<Poll, 'title' | 'details' | 'closing_at' | 'hide_results'> &
  DecisionRules &
  CountSettings

/** `problems`: found when the request was parsed; options without a new description keep theirs. */
export type AskedEdit = {
  edit: PollEdit
  problems: Problem[]
  meanings?: Meanings
  /** Names; undefined: they stay. */
  tags?: readonly string[] | undefined
  /** Of all options; null: they keep theirs. */
  costs?: OptionCosts | null
}

type Present = { options: PollOption[]; now: Date }

/** Everything wrong with an edit of a poll that is not closed, and what was found when it was parsed. */
export function editProblems(poll: Poll, asked: AskedEdit, { options, now }: Present): Problem[] {
  const { changed, priced: costs, described } = settledEdit(poll, asked, { options, now })
  const { meanings = [], tags = [], problems } = asked
  const frozen = poll.receipts && pollState(poll, now).is === 'open' && described.length > 0
  return afterReading(
    [
      ...checkEdit(poll, changed, { options, costs, now }),
      ...checkMeanings(meanings, options),
      ...(frozen ? [problem('option_meanings', 'frozen')] : []),
      ...checkTags(tags),
    ],
    problems,
  )
}

/** The poll's settings after the edit, the costs of its options, and those whose descriptions change. */
export function settledEdit(
  poll: Poll,
  { edit, meanings = [], costs = null }: AskedEdit,
  { options, now }: Present,
) {
  const is_draft = pollState(poll, now).is === 'draft'
  const changed: PollEdit = {
    ...edit,
    title: singleLine(edit.title),
    details: rewrittenText(poll.details, edit.details),
    closing_at: is_draft ? null : edit.closing_at,
    // An open one is checked like every poll that hides its results until closing.
    hide_results: is_draft && poll.anonymous ? ANONYMOUS_RULES.hide_results : edit.hide_results,
  }
  const priced = costsAfter(changed, options, costs)
  return { changed, priced, described: changedMeanings(options, meanings) }
}

/** Options keep their costs while they are counted by equal shares, unless new ones are given. */
function costsAfter(
  { count_method }: PollEdit,
  options: PollOption[],
  costs: OptionCosts | null,
): OptionCosts {
  return costs ?? (count_method === 'equal_shares' ? costsOf(options) : {})
}

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
