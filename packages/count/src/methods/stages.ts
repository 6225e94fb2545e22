import type { LotOrder } from '../lot.ts'
import type { Pile } from '../piles.ts'
import { highest, lowest, placesTo } from '../places.ts'
import type { Round, Step, Tie, Transfer } from '../result.ts'

/** Equal ballots on their way: `at` is the rank they count for, `value` what each is worth. */
type Paper = { weight: number; order: number[]; at: number; value: number }

type Wish = { options: number; withdrawn: readonly number[]; piles: Pile[]; unit: number; lot: LotOrder }

/** A count in which papers lie with one option each and go on when that one is elected or excluded. */
export class Stages {
  readonly rounds: Round[] = []
  readonly ties: Tie[] = []
  readonly elected: number[] = []
  /** In units, of each option. */
  readonly votes: number[]
  readonly #lot: LotOrder
  readonly #all: number
  readonly #held: Paper[][]
  readonly #hopeful: Set<number>
  readonly #out: Set<number>

  /** Every ballot is worth `unit` at first. */
  constructor({ options, withdrawn, piles, unit, lot }: Wish) {
    const places = placesTo(options)
    this.#lot = lot
    this.#out = new Set(withdrawn)
    this.#hopeful = new Set(places.filter((place) => !this.#out.has(place)))
    this.votes = places.map(() => 0)
    this.#held = places.map(() => [])
    this.#all = piles.reduce((sum, { weight }) => sum + weight, 0) * unit
    for (const { weight, order } of piles) this.#give({ weight, order, at: 0, value: unit })
  }

  /** Those who are neither elected nor excluded. */
  get hopeful(): number[] {
    return [...this.#hopeful]
  }

  /** The votes that count for nobody, in units. */
  get exhausted(): number {
    return this.votes.reduce((left, own) => left - own, this.#all)
  }

  /** Keeps a round, in which these are elected. */
  record(step: Step, of: number | null, { quota, transfers = [], elected = [] }: Partial<Recorded>): void {
    for (const option of elected) this.#hopeful.delete(option)
    this.elected.push(...elected)
    this.rounds.push({
      step,
      of,
      votes: this.votes.map((own, place) => (this.#out.has(place) && of !== place ? null : BigInt(own))),
      quota: quota === undefined ? null : BigInt(quota),
      elected,
      excluded: of !== null && this.#out.has(of) ? [of] : [],
      exhausted: BigInt(this.exhausted),
      transfers,
    })
  }

  /** Moves all papers of an excluded option on, at the value they came with. */
  exclude(option: number): Transfer[] {
    this.#hopeful.delete(option)
    this.#out.add(option)
    return this.#moveOn(option, (value) => value, 0)
  }

  /** Moves all papers of an elected option on at the share of their value that is beyond `quota`. */
  transferSurplus(option: number, quota: number): Transfer[] {
    const total = this.votes[option] ?? 0
    const values = new Map<number, number>()
    const shareOf = (value: number) => {
      const known = values.get(value)
      if (known !== undefined) return known
      // The product is beyond the numbers that are exact.
      const share = Number((BigInt(value) * BigInt(total - quota)) / BigInt(total))
      values.set(value, share)
      return share
    }
    return this.#moveOn(option, shareOf, quota)
  }

  /**
   * The one with most votes, or fewest; of equals by the latest round in which they differed, then by lot.
   */
  pick(options: readonly number[], to: Tie['to']): number {
    const extreme = to === 'win' ? highest : lowest
    const tied = extreme(options, (option) => this.votes[option] ?? 0)
    if (tied.length === 1) return tied[0] ?? 0
    const earlier = this.#byEarlierRound(tied, extreme)
    const chose = to === 'win' ? this.#lot.winner(earlier) : this.#lot.loser(earlier)
    const by = earlier.length === 1 ? 'earlier round' : 'lot'
    this.ties.push({ round: this.rounds.length, options: tied, by, chose, to })
    return chose
  }

  #byEarlierRound(tied: number[], extreme: typeof highest): number[] {
    let left = tied
    for (const { votes } of this.rounds.toReversed()) {
      left = extreme(left, (option) => votes[option] ?? 0n)
      if (left.length === 1) break
    }
    return left
  }

  #moveOn(from: number, worth: (value: number) => number, kept: number): Transfer[] {
    const before = this.exhausted
    const moved = new Map<number, number>()
    const papers = this.#held[from] ?? []
    this.#held[from] = []
    this.votes[from] = kept
    for (const paper of papers) {
      paper.value = worth(paper.value)
      const to = this.#give(paper)
      if (to !== null) moved.set(to, (moved.get(to) ?? 0) + paper.weight * paper.value)
    }
    const transfers: Transfer[] = [...moved]
      .sort(([one], [other]) => one - other)
      .map(([to, votes]) => ({ from, to, votes: BigInt(votes) }))
    const lost = this.exhausted - before
    return lost === 0 ? transfers : [...transfers, { from, to: null, votes: BigInt(lost) }]
  }

  /** Gives a paper to the next hopeful option on it; null: there is none. */
  #give(paper: Paper): number | null {
    const { order, weight, value } = paper
    let { at } = paper
    while (at < order.length && !this.#hopeful.has(order[at] ?? 0)) at += 1
    paper.at = at
    const to = order[at]
    if (to === undefined) return null
    this.#held[to]?.push(paper)
    this.votes[to] = (this.votes[to] ?? 0) + weight * value
    return to
  }
}

type Recorded = { quota: number; transfers: Transfer[]; elected: number[] }
