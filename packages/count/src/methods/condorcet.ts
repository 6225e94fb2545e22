import type { Election } from '../election.ts'
import { LotOrder } from '../lot.ts'
import { highest, placesTo } from '../places.ts'
import type { MethodCount, Tie } from '../result.ts'
import { duelsOf, levels } from './pairwise.ts'

/**
 * Schulze's method with winning votes (Schulze 2011): an option beats another if its strongest path of
 * victories to it is stronger than the one back.
 */
export function countSchulze(election: Election, lot: LotOrder): MethodCount {
  const { preferring, valid } = duelsOf(election)
  const paths = strongestPaths(preferring)
  const beats = (one: number, other: number) => at(paths, one, other) > at(paths, other, one)
  return conclude(election, { valid, preferring, paths, beats, lot })
}

/**
 * Tideman's ranked pairs with winning votes: duels are locked in from the clearest on, unless they would
 * close a circle. Of equally clear ones first the one whose winner the lot favours, then whose loser.
 */
export function countRankedPairs(election: Election, lot: LotOrder): MethodCount {
  const { preferring, valid } = duelsOf(election)
  const locked = lockIn(preferring, lot)
  const beats = (one: number, other: number) => locked[one]?.[other] === 1
  return conclude(election, { valid, preferring, paths: null, beats, lot })
}

type Concluding = {
  valid: number
  preferring: number[][]
  paths: number[][] | null
  beats: (one: number, other: number) => boolean
  lot: LotOrder
}

function conclude(
  { method, options, withdrawn = [] }: Election,
  { valid, preferring, paths, beats, lot }: Concluding,
): MethodCount {
  const standing = placesTo(options.length).filter((place) => !withdrawn.includes(place))
  const ranking = levels(standing, beats)
  const [best = []] = ranking
  const chose = lot.winner(best)
  const ties: Tie[] = best.length > 1 ? [{ round: 0, options: best, by: 'lot', chose, to: 'win' }] : []
  return {
    method,
    seats: 1,
    decimals: 0,
    quota: null,
    valid,
    exhausted: 0n,
    rounds: [
      {
        step: 'duels',
        of: null,
        votes: options.map(() => null),
        quota: null,
        elected: [chose],
        excluded: [],
        exhausted: 0n,
        transfers: [],
      },
    ],
    elected: [chose],
    ties,
    ranking,
    pairwise: { preferring, paths },
    budget: null,
  }
}

/** The widest paths of victories, by Floyd and Warshall; 0: there is none. */
function strongestPaths(preferring: number[][]): number[][] {
  const paths = preferring.map((row, one) =>
    row.map((votes, other) => (votes > at(preferring, other, one) ? votes : 0)),
  )
  for (const [via, second] of paths.entries())
    for (const first of paths) {
      const upTo = first[via] ?? 0
      if (upTo === 0) continue
      for (let to = 0; to < first.length; to += 1) {
        const whole = Math.min(upTo, second[to] ?? 0)
        if (whole > (first[to] ?? 0)) first[to] = whole
      }
    }
  for (const [place, row] of paths.entries()) row[place] = 0
  return paths
}

/** Which options a locked chain of victories leads to from each: 1. */
function lockIn(preferring: number[][], lot: LotOrder): Uint8Array[] {
  const reach = preferring.map(() => new Uint8Array(preferring.length))
  for (const { winner, loser } of victories(preferring, lot)) {
    const next = reach[loser]
    if (next === undefined || next[winner] === 1 || reach[winner]?.[loser] === 1) continue
    for (const [from, row] of reach.entries()) {
      // What leads to the loser already leads to all that it leads to.
      if ((from !== winner && row[winner] !== 1) || row[loser] === 1) continue
      row[loser] = 1
      for (let to = 0; to < next.length; to += 1) if (next[to] === 1) row[to] = 1
    }
  }
  return reach
}

type Victory = { winner: number; loser: number; votes: number }

function victories(preferring: number[][], lot: LotOrder): Victory[] {
  const all = preferring.flatMap((row, winner) =>
    row.flatMap((votes, loser): Victory[] =>
      votes > at(preferring, loser, winner) ? [{ winner, loser, votes }] : [],
    ),
  )
  return all.sort(
    (one, other) =>
      other.votes - one.votes ||
      lot.place(one.winner) - lot.place(other.winner) ||
      lot.place(one.loser) - lot.place(other.loser),
  )
}

/** Of so many options that beat each other, all orders of the lot are tried: 120 small counts. */
const FEW = 5
/** One lot takes the cube of the number of options. As many lots are tried as take a fraction of a second. */
const MOST_STEPS = 100_000_000

/**
 * The tie of a ranked pairs count that its lot settled by the order of equally clear duels: those that win by
 * one order or another, as far as they are tried. Null: every lot has the same winner.
 */
export function unnamedTie({ method, pairwise, ranking, elected, ties }: MethodCount): Tie | null {
  const [chose = 0] = elected
  if (method !== 'ranked_pairs' || pairwise === null || ranking === null || ties.length > 0) return null
  const circle = dominating(ranking.flat(), pairwise.preferring)
  if (circle.length < 3) return null
  const preferring = circle.map((row) => circle.map((column) => at(pairwise.preferring, row, column)))
  const winners = ordersToTry(preferring).flatMap((order) => {
    const locked = lockIn(preferring, new LotOrder(order, { fixed: false }))
    return circle.filter((_, place) => locked.every((row) => row[place] !== 1))
  })
  const options = [...new Set([chose, ...winners])].sort((one, other) => one - other)
  return options.length === 1 ? null : { round: 0, options, by: 'lot', chose, to: 'win' }
}

/** All orders of few options; else one with each as the favourite. */
function ordersToTry(preferring: number[][]): number[][] {
  const places = placesTo(preferring.length)
  if (places.length <= FEW) return orders(places)
  const most = Math.ceil(MOST_STEPS / places.length ** 3)
  return places.slice(0, most).map((favourite) => orderFor(favourite, preferring))
}

const orders = (places: number[]): number[][] =>
  places.length === 0
    ? [[]]
    : places.flatMap((first) => orders(places.filter((one) => one !== first)).map((rest) => [first, ...rest]))

/** The duels an option wins come first, those of the options that beat it last. */
function orderFor(favourite: number, preferring: number[][]): number[] {
  const places = placesTo(preferring.length)
  const beatsIt = (other: number) => at(preferring, other, favourite) > at(preferring, favourite, other)
  const harmless = places.filter((place) => place !== favourite && !beatsIt(place))
  return [favourite, ...harmless, ...places.filter(beatsIt)]
}

/** The fewest options each of which beats all others: where nothing beats all, they beat each other. */
function dominating(standing: number[], preferring: number[][]): number[] {
  const beats = (one: number, other: number) => at(preferring, one, other) > at(preferring, other, one)
  const wins = (one: number) => standing.filter((other) => beats(one, other)).length
  const found = highest(standing, wins).slice(0, 1)
  for (const one of found)
    found.push(...standing.filter((other) => !found.includes(other) && !beats(one, other)))
  return found.sort((one, other) => one - other)
}

const at = (table: number[][], row: number, column: number): number => table[row]?.[column] ?? 0
