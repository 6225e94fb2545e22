import type { Method } from './methods.ts'

/** `ranks`: groups of equally liked options, the best first, by their places in `options`. */
export type RankedBallot = { weight: number; ranks: number[][] }

/** `scores`: one for each option, in the order of `options`; null: none was given. */
export type ScoredBallot = { weight: number; scores: (number | null)[] }

export type Ballot = RankedBallot | ScoredBallot

/**
 * What settles a tie that the method's own rule leaves: a lot that anyone can repeat from `seed`, by which
 * the ids of options are drawn, or an order of places that was fixed before. The tie falls on the first of
 * them, whether that wins or loses, as with the [tie …] line of a BLT file.
 */
export type Lot = { seed: string; ids?: readonly (string | number)[] } | { order: readonly number[] }

export type Election = {
  method: Method
  /** How many are elected; left out: one. */
  seats?: number
  /** The names of the options, or their ids. */
  options: readonly (string | number)[]
  ballots: readonly Ballot[]
  /** Places of options that nobody can vote for any more: ballots are read as if they did not name them. */
  withdrawn?: readonly number[]
  /** Left out: the seed is empty. */
  lot?: Lot
  /**
   * For `schulze` and `ranked_pairs`: whether ranked options are preferred to those that a ballot leaves out
   * (`last`), or are not compared with them (`apart`). Left out: last.
   */
  unranked?: 'last' | 'apart'
  /** For `points`: how many ranks get points; left out: as many as there are options. */
  points?: number
  /** For `star` and `median`: what an option gets that a ballot does not score; left out: 0. */
  min_score?: number
  /** For `star`: the highest score that can be given; left out: the highest that was given. */
  max_score?: number
  /** For `equal_shares`: what each option costs, and what can be spent. Whole numbers. */
  costs?: readonly number[]
  budget?: number
}

/** An election that cannot be counted. `field`: the invalid part of it, such as `seats`. */
export class CountError extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'CountError'
    this.field = field
  }
}

/** Sums of votes stay whole numbers that are exact up to here, at five decimals. */
const MOST_BALLOTS = 1_000_000_000

/** What a method counts: `several`: it fills several seats; `equal`: it has a rule for equal ranks. */
export type Rules = { ballots: 'ranks' | 'scores'; several: boolean; equal: boolean }

/** Throws a CountError that names the invalid part of an election. */
export function checkElection(election: Election, rules: Rules): void {
  const { method, options, seats = 1, withdrawn = [] } = election
  if (new Set(options).size < options.length) throw new CountError('options', 'must differ from each other')
  const standing = options.length - new Set(withdrawn).size
  if (standing < 1) throw new CountError('options', 'must contain at least one that is not withdrawn')
  if (!Number.isInteger(seats) || seats < 1) throw new CountError('seats', 'must be a whole number above 0')
  if (seats > standing) throw new CountError('seats', `must be at most ${standing}, the number of options`)
  if (seats > 1 && !rules.several) throw new CountError('seats', `must be 1: ${method} elects one`)
  checkBallots(election, rules)
  if (method === 'equal_shares') checkBudget(election)
}

function checkBallots({ method, options, ballots }: Election, rules: Rules): void {
  let sum = 0
  // For each option the last ballot that named it, from 1.
  const named = new Uint32Array(options.length)
  for (const [place, ballot] of ballots.entries()) {
    const field = `ballots[${place}]`
    if (!Number.isInteger(ballot.weight) || ballot.weight < 1)
      throw new CountError(field, 'must have a weight that is a whole number above 0')
    sum += ballot.weight
    if (rules.ballots === 'scores') checkScores(ballot, options.length, field)
    else checkRanks(ballot, { field, method, equal: rules.equal, named, ballot: place + 1 })
  }
  if (sum > MOST_BALLOTS) throw new CountError('ballots', `must weigh at most ${MOST_BALLOTS} in total`)
}

function checkScores(ballot: Ballot, options: number, field: string): void {
  if (!('scores' in ballot) || ballot.scores.length !== options)
    throw new CountError(field, 'must have a score or null for each option')
  if (ballot.scores.some((score) => score !== null && !Number.isInteger(score)))
    throw new CountError(field, 'must have whole numbers as scores')
}

type RankRule = { field: string; method: Method; equal: boolean; named: Uint32Array; ballot: number }

function checkRanks(ballot: Ballot, { field, method, equal, named, ballot: number }: RankRule): void {
  if (!('ranks' in ballot)) throw new CountError(field, 'must have ranks')
  for (const group of ballot.ranks) {
    if (group.length !== 1 && !equal)
      throw new CountError(field, `must not rank options equally: ${method} has no rule for it`)
    for (const place of group) {
      if (!Number.isInteger(place) || place < 0 || place >= named.length)
        throw new CountError(field, `must refer to options by index, 0 to ${named.length - 1}`)
      if (named[place] === number) throw new CountError(field, 'must not name an option twice')
      named[place] = number
    }
  }
}

function checkBudget({ options, costs, budget }: Election): void {
  if (costs === undefined || costs.length !== options.length)
    throw new CountError('costs', 'must give the cost of each option')
  if (costs.some((cost) => !Number.isSafeInteger(cost) || cost < 1))
    throw new CountError('costs', 'must be whole numbers above 0')
  if (budget === undefined || !Number.isSafeInteger(budget) || budget < 1)
    throw new CountError('budget', 'must be a whole number above 0')
}
