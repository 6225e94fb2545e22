import type { Election } from './election.ts'
import type { LotOrder } from './lot.ts'
import { unnamedTie } from './methods/condorcet.ts'
import type { Method } from './methods.ts'
import type { Count, Lots, MethodCount, Tie } from './result.ts'

/** All ties of a count, also the one that ranked pairs settles by the order of equally clear duels. */
export function tiesOf({ ties, unnamed_tie }: Count): Tie[] {
  return unnamed_tie === null ? ties : [...ties, unnamed_tie]
}

/** How an election is counted by a lot. */
export type Counting = { election: Election; lot: LotOrder; count: (lot: LotOrder) => MethodCount }

/** What the lots of a count decided: found by counting again with other lots. */
export function decidedByLot(counted: MethodCount, counting: Counting): Lots {
  const guess = guessedByLot(counted)
  if (AT_ONCE.includes(counted.method) || !counted.ties.some(isByLot)) return guess
  return { ...guess, by_lot: electsOthers(counted, counting) ?? guess.by_lot }
}

/**
 * The same, as far as the count itself tells: of one that was stored without. Only another count could tell
 * what another lot would have led to, so a lot counts as deciding if it could have changed the result, and
 * not if all who were tied are elected, or all would have been excluded next in any order.
 */
export function guessedByLot(counted: MethodCount): Lots {
  const unnamed_tie = unnamedTie(counted)
  return { unnamed_tie, by_lot: unnamed_tie !== null || counted.ties.some((tie) => mayDecide(counted, tie)) }
}

/** They draw no lot but among those of whom some are elected and others are not: their counts tell all. */
const AT_ONCE: readonly Method[] = ['points', 'approval', 'sum', 'median', 'schulze', 'ranked_pairs']

const isByLot = ({ by }: Tie): boolean => by === 'lot'

function mayDecide(count: MethodCount, tie: Tie): boolean {
  return isByLot(tie) && (tie.to === 'win' ? isWon(count, tie) : isLost(count, tie))
}

/** Someone who was not elected could have come first instead. */
function isWon({ rounds, elected }: MethodCount, { round, options, chose }: Tie): boolean {
  const votes = rounds[round]?.votes ?? []
  // Equal shares names those too that had fewer dots.
  return options.some((option) => votes[option] === votes[chose] && !elected.includes(option))
}

/**
 * The votes of all who were tied could have brought one of them past another option, or a later tie was
 * settled by who had more in between.
 */
function isLost({ rounds, ties }: MethodCount, { round, options }: Tie): boolean {
  if (ties.some((later) => later.round > round && later.by === 'earlier round')) return true
  const before = rounds.slice(0, round)
  const votes = before.at(-1)?.votes ?? []
  const settled = new Set(before.flatMap(({ elected, excluded }) => [...elected, ...excluded]))
  const sum = options.reduce((all, option) => all + (votes[option] ?? 0n), 0n)
  const others = votes.filter(
    (own, option) => own !== null && !settled.has(option) && !options.includes(option),
  )
  return others.length === 0 || others.some((own) => own !== null && own <= sum)
}

/** Scores that are counted again for lots: ten times as many as take a few milliseconds. */
const MOST_SCORES = 20_000
const MOST_LOTS = 100
/** Of large elections too, in which ties are rare. */
const FEWEST_LOTS = 4

/**
 * Whether another lot elects others: wherever a lot was drawn, each other option is drawn instead, and so on
 * in the counts that this leads to. Null: there are more lots than are tried, and those elect the same.
 */
function electsOthers(counted: MethodCount, { election, lot, count }: Counting): boolean | null {
  const { ballots, options } = election
  const most = Math.floor(MOST_SCORES / (ballots.length * options.length + 1))
  let left = Math.max(FEWEST_LOTS, Math.min(MOST_LOTS, most))
  const drawn = new Set([drawnIn(counted)])
  const found = [{ lot, counted }]
  for (const one of found)
    for (const other of otherLots(one)) {
      if (left === 0) return null
      left -= 1
      const again = count(other)
      if (!isSame(again.elected, counted.elected)) return true
      if (drawn.has(drawnIn(again))) continue
      drawn.add(drawnIn(again))
      found.push({ lot: other, counted: again })
    }
  return false
}

/** For each tie, the ties before it fall as they did. */
function otherLots({ lot, counted }: { lot: LotOrder; counted: MethodCount }): LotOrder[] {
  const drawn = counted.ties.filter(isByLot)
  return drawn.flatMap((tie, place) =>
    tie.to === 'win' || isLost(counted, tie)
      ? tie.options
          .filter((option) => option !== tie.chose)
          .map((option) => lot.choosing([...drawn.slice(0, place), { ...tie, chose: option }]))
      : [],
  )
}

/** What the lots of a count fell on. */
function drawnIn({ ties }: MethodCount): string {
  return ties.flatMap((tie) => (isByLot(tie) ? `${tie.round}:${tie.chose}` : [])).join()
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((option) => other.includes(option))
