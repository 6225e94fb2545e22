import type { Method } from './methods.ts'

/** A count, and what its lots decided. */
export type Count = MethodCount & Lots

export type Lots = {
  /** A lot decided who is elected, and not only the order of others: another one elects others. */
  by_lot: boolean
  /** The tie that ranked pairs settles by lot without naming it in `ties`, which signed records contain. */
  unnamed_tie: Tie | null
}

/**
 * A count as its method makes it. Options are named by their places in the election's `options`. Votes are
 * whole numbers of the smallest part: with `decimals` of 5, 1234500 is 12.345 votes.
 */
export type MethodCount = {
  method: Method
  seats: number
  decimals: number
  /**
   * The votes needed to be elected; null: the method has no quota. Meek's quota falls; this is its last
   * value.
   */
  quota: bigint | null
  /** The ballots that name an option, by weight. */
  valid: number
  /** The votes that count for nobody at the end. */
  exhausted: bigint
  rounds: Round[]
  /** In the order of their election. */
  elected: number[]
  ties: Tie[]
  /** Groups of equals, the best first; null: the method has no order of all. */
  ranking: number[][] | null
  pairwise: Pairwise | null
  /** For `equal_shares`. */
  budget: Spending | null
}

/** `preferring[a][b]`: how many rank a above b; `paths[a][b]`: the strongest path of victories, if any. */
export type Pairwise = { preferring: number[][]; paths: number[][] | null }

/** The spending of a budget. `added`: how much each voter's share was raised, to buy more. */
export type Spending = { spent: number; budget: number; added: number; step: number }

export type Round = {
  /** The action of the round, and its option; null: all options. */
  step: Step
  of: number | null
  /** Of each option; null: it is out of the count. */
  votes: (bigint | null)[]
  /** The quota in this round; null: the method has none. */
  quota: bigint | null
  elected: number[]
  excluded: number[]
  exhausted: bigint
  /** How votes came here from the round before. */
  transfers: Transfer[]
}

/**
 * The first count of all ballots, the transfer of a surplus, an exclusion with its transfer, the election of
 * all that are left, and the steps of methods without transfers: the sums of scores, a runoff between two,
 * duels of all with all, and an option that is bought.
 */
export type Step =
  | 'first'
  | 'surplus'
  | 'exclusion'
  | 'remaining'
  | 'scores'
  | 'runoff'
  | 'duels'
  | 'purchase'

/**
 * `from` null: votes of several options at once, as Meek's rule moves them. `to` null: they are exhausted,
 * for no further option is ranked, or are what decimals cut off.
 */
export type Transfer = { from: number | null; to: number | null; votes: bigint }

/** `options`: those that were tied; `by`: what settled it; `chose`: the one it fell on. */
export type Tie = { round: number; options: number[]; by: TieRule; chose: number; to: 'win' | 'lose' }

export type TieRule = 'earlier round' | 'duel' | 'score' | 'top scores' | 'dots' | 'cost' | 'grades' | 'lot'
