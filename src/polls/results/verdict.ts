import { type Poll, pollState, type Timing } from '../poll.ts'
import type { VerdictRule } from '../types/poll-type.ts'
import { BLOCK, type DecisionRules, type Threshold } from './decision-rules.ts'
import type { Results } from './results.ts'

/** A part of a whole, as counts of people. */
export type Share = { part: number; whole: number }

/** One rule with its result. */
export type Ruling = Omit<Threshold, 'option'> & {
  rule: VerdictRule
  /** Null: the rule is about the turnout. */
  option: string | null
  /** The current result; null if hidden from this reader. */
  actual: Share | null
  /** Null: voting is open, its result is hidden, or nobody voted and no vote was required. */
  passed: boolean | null
}

/** `closed`: its totals are final, and this reader may see them. */
export type Standing = 'draft' | 'open' | 'counting' | 'closed'

export type Verdict = {
  standing: Standing
  rulings: Ruling[]
  /**
   * All rules are met. Null: there are no rules, the result is not known yet, or nobody voted and no rule
   * requires a vote.
   */
  passed: boolean | null
}

/** The facts that determine a verdict; `results` is what the gate shows its reader. */
export type VerdictFacts = {
  poll: DecisionRules & Timing & Pick<Poll, 'poll_type'>
  results: Results
  voters_count: number
  decided_count: number
  now: Date
}

/**
 * Applies a poll's rules to its result: thresholds first, then "no block", then the quorum. Uses option
 * counts as far as the gate shows them; the turnout is never hidden.
 */
export function verdictOf(facts: VerdictFacts): Verdict {
  const standing = standingOf(facts)
  const rulings = rulesOf(facts.poll).map((rule): Ruling => {
    const actual = actualOf(rule, facts)
    const passed = standing === 'closed' && actual !== null ? judged(rule, actual, facts) : null
    return { ...rule, actual, passed }
  })
  return { standing, rulings, passed: allOf(rulings) }
}

function allOf(rulings: Ruling[]): boolean | null {
  if (rulings.some(({ passed }) => passed === false)) return false
  return rulings.length > 0 && rulings.every(({ passed }) => passed === true) ? true : null
}

/** The rules of a poll as shares: no block means a share of 0, a quorum is a share of all voters. */
export function rulesOf({
  thresholds,
  no_block,
  quorum_pct,
}: DecisionRules): Omit<Ruling, 'actual' | 'passed'>[] {
  return [
    ...thresholds.map((threshold) => ({ rule: 'threshold' as const, ...threshold })),
    ...(no_block
      ? [{ rule: 'no_block' as const, option: BLOCK, percent: 0, of: 'cast' as const, at: 'most' as const }]
      : []),
    ...(quorum_pct === null
      ? []
      : [
          {
            rule: 'quorum' as const,
            option: null,
            percent: quorum_pct,
            of: 'eligible' as const,
            at: 'least' as const,
          },
        ]),
  ]
}

function standingOf({ poll, results, now }: VerdictFacts): Standing {
  const { is } = pollState(poll, now)
  return is === 'closed' && !results.shown ? 'counting' : is
}

function actualOf(
  { option, of }: Pick<Ruling, 'option' | 'of'>,
  { results, voters_count, decided_count }: VerdictFacts,
): Share | null {
  if (option === null) return { part: decided_count, whole: voters_count }
  if (!results.shown) return null
  const row = results.rows.find((one) => one.option.name === option)
  return { part: row?.voter_count ?? 0, whole: of === 'cast' ? results.as_of : voters_count }
}

/** Without votes, a limit that nothing exceeds decides nothing. */
function judged(rule: Pick<Ruling, 'percent' | 'at'>, actual: Share, { decided_count }: VerdictFacts) {
  if (!keeps(rule, actual)) return false
  return decided_count === 0 && rule.at === 'most' ? null : true
}

function keeps({ percent, at }: Pick<Ruling, 'percent' | 'at'>, actual: Share): boolean {
  const side = besides(actual, percent)
  return at === 'least' ? side >= 0 : side <= 0
}

/** How many units of the smallest shown share are in a percent. */
const HUNDREDTHS = 100
/** 100% in them. */
const WHOLE = 100 * HUNDREDTHS

/**
 * Below (-1), at (0) or above (1) a bound in percent: in whole numbers, so that rounding has no effect. 0 of
 * 0 is 0%.
 */
function besides({ part, whole }: Share, bound: number): number {
  if (whole === 0) return Math.sign(-bound)
  return Math.sign(part * WHOLE - Math.round(bound * HUNDREDTHS) * whole)
}

/**
 * A share in percent, with two places or one, rounded so that it stays on its side of a bound: two of three
 * never become 66.7% where that is required, because they do not reach it. Uses two places where one would be
 * ambiguous.
 */
export function percentBeside(actual: Share, bound: number, places: 1 | 2 = 2): number {
  const { part, whole } = actual
  const scale = 10 ** places
  const exact = whole === 0 ? 0 : (part * 100 * scale) / whole
  const side = besides(actual, bound)
  const directed = side < 0 ? Math.floor(exact) : Math.ceil(exact)
  const fitting = [Math.round(exact), directed].find((one) => Math.sign(one / scale - bound) === side)
  if (fitting !== undefined) return fitting / scale
  return places === 1 ? percentBeside(actual, bound) : directed / scale
}

const THIRDS = ['one', 'two'] as const

/**
 * The thirds that a bound stands for: two thirds reach 66.66% and exceed 66.67% by nothing, so these bounds
 * are what people mean by them. Null: it is another share, or among so many people it is not quite the same:
 * 3333 of 5000 reach 66.66%, and are less than two thirds.
 */
export function thirdsOf(
  { percent, at }: Pick<Threshold, 'percent' | 'at'>,
  people: number,
): 'one' | 'two' | null {
  const bound = Math.round(percent * HUNDREDTHS)
  const place = THIRDS.findIndex((_, place) => boundOf(place + 1, at) === bound)
  const missed = Math.abs(3 * bound - (place + 1) * WHOLE)
  return people * missed < WHOLE ? (THIRDS[place] ?? null) : null
}

/** The bound, in hundredths of a percent, that so many thirds just keep. */
function boundOf(thirds: number, at: Threshold['at']): number {
  const exact = (thirds * WHOLE) / 3
  return at === 'least' ? Math.floor(exact) : Math.ceil(exact)
}

/** The bound that people mean who round a third, such as 66.67%; other bounds as they are. */
export function boundMeant({ percent, at }: Pick<Threshold, 'percent' | 'at'>): number {
  const thirds = [1, 2].find((one) => Math.round((one * WHOLE) / 3) / HUNDREDTHS === percent)
  return thirds === undefined ? percent : boundOf(thirds, at) / HUNDREDTHS
}

/** The reverse: a bound as people write it. */
export function boundWritten(bound: Pick<Threshold, 'percent' | 'at'>): number {
  const thirds = thirdsOf(bound, 0)
  if (thirds === null) return bound.percent
  return Math.round(((THIRDS.indexOf(thirds) + 1) * WHOLE) / 3) / HUNDREDTHS
}

/** A share in percent with two places; 0 of 0 is 0. */
export function percentOf({ part, whole }: Share): number {
  return whole === 0 ? 0 : Math.round((part * 100 * HUNDREDTHS) / whole) / HUNDREDTHS
}
