import { clipped, type Problem, problem } from '../../errors.ts'
import { type PollTypeName, pollType } from '../types/index.ts'

export const SHARES_OF = ['cast', 'eligible'] as const
export const SHARES_AT = ['least', 'most'] as const

/** A minimum or maximum for one option: a share of the cast ballots, or of all voters. */
export type Threshold = {
  /** Its name. */
  option: string
  /** Percent, to two places. */
  percent: number
  of: (typeof SHARES_OF)[number]
  at: (typeof SHARES_AT)[number]
}

/** The requirements for a poll to pass. */
export type DecisionRules = {
  /** The share of the voters who must cast a ballot, in whole percent; null: no minimum. */
  quorum_pct: number | null
  thresholds: Threshold[]
  /** A proposal fails by a single block. */
  no_block: boolean
}

export const NO_RULES: DecisionRules = { quorum_pct: null, thresholds: [], no_block: false }
export const MAX_THRESHOLDS = 20
export const BLOCK = 'block'

/** Whether a result has any requirements. */
export function hasRules({ quorum_pct, thresholds, no_block }: DecisionRules): boolean {
  return quorum_pct !== null || thresholds.length > 0 || no_block
}

/**
 * Whether a single block makes a new proposal fail by default: it does where block is an option and the poll
 * has any rule for passing, since people who block do not expect to read "passed".
 */
export function blocksUnlessSaid(
  rules: DecisionRules,
  type: PollTypeName,
  options: string[] | null,
): boolean {
  return hasRules(rules) && offersBlock(type, options ?? [])
}

/** Whether one of these options blocks the proposal. */
export function offersBlock(type: PollTypeName, options: string[]): boolean {
  return pollType(type).verdict_rules.includes('no_block') && options.includes(BLOCK)
}

/** Problems of the rules of a poll of this type with these options; null: options are not known yet. */
export function checkRules(rules: DecisionRules, type: PollTypeName, options: string[] | null): Problem[] {
  return [...checkThresholds(rules.thresholds, options), ...checkNoBlock(rules, type, options)]
}

function checkThresholds(thresholds: Threshold[], options: string[] | null): Problem[] {
  const field = 'thresholds'
  if (thresholds.length > MAX_THRESHOLDS) return [problem(field, 'too_many', { most: MAX_THRESHOLDS })]
  const unknown = thresholds.filter(({ option }) => options !== null && !options.includes(option))
  const fine = thresholds.filter(({ percent }) => Math.round(percent * 100) / 100 !== percent)
  return [
    ...unknown.map(({ option }) => problem(field, 'threshold_of_no_option', { text: clipped(option) })),
    ...fine.map(({ percent }) => problem(field, 'too_fine_percent', { percent })),
    ...repeated(thresholds).map(({ option, at, of }) =>
      problem(field, 'threshold_twice', { text: clipped(option), bound: at, whole: of }),
    ),
  ]
}

function repeated(thresholds: Threshold[]): Threshold[] {
  return thresholds.filter(({ option, at, of }, place) =>
    thresholds
      .slice(0, place)
      .some((earlier) => earlier.option === option && earlier.at === at && earlier.of === of),
  )
}

function checkNoBlock({ no_block }: DecisionRules, type: PollTypeName, options: string[] | null): Problem[] {
  const may_block = pollType(type).verdict_rules.includes('no_block')
  if (!no_block || (may_block && (options === null || options.includes(BLOCK)))) return []
  return [problem('no_block', 'no_block_option', { option: BLOCK })]
}
