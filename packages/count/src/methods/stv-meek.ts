import type { Election } from '../election.ts'
import type { LotOrder } from '../lot.ts'
import { pilesOf } from '../piles.ts'
import { lowest } from '../places.ts'
import type { MethodCount, Round, Tie, Transfer } from '../result.ts'
import { MeekTree, type Standing } from './meek-tree.ts'

const DECIMALS = 9
const UNIT = 10n ** 9n
/** The surplus at which the iteration ends: a millionth of a vote. */
const OMEGA = 1_000n

/**
 * Meek's method by the reference rule of the Proportional Representation Foundation: nine decimals, omega
 * 10^-6. The letters in comments are those of the rule.
 */
export function countMeek(election: Election, lot: LotOrder): MethodCount {
  const meek = new Meek(election, lot)
  meek.run()
  return {
    method: 'stv_meek',
    seats: election.seats ?? 1,
    decimals: DECIMALS,
    quota: meek.quota,
    valid: meek.valid,
    exhausted: meek.rounds.at(-1)?.exhausted ?? 0n,
    rounds: meek.rounds,
    elected: meek.elected,
    ties: meek.ties,
    ranking: null,
    pairwise: null,
    budget: null,
  }
}

class Meek {
  readonly rounds: Round[] = []
  readonly elected: number[] = []
  readonly ties: Tie[] = []
  readonly valid: number
  quota = 0n
  readonly #seats: number
  readonly #lot: LotOrder
  readonly #standing: Standing[]
  readonly #keep: bigint[]
  readonly #votes: bigint[]
  readonly #tree: MeekTree
  #surplus = 0n
  #excluded: number | null = null

  constructor(election: Election, lot: LotOrder) {
    const { options, seats = 1, withdrawn = [] } = election
    const { piles, valid } = pilesOf(election)
    this.valid = valid
    this.#seats = seats
    this.#lot = lot
    this.#standing = options.map((_, place) => (withdrawn.includes(place) ? 'excluded' : 'hopeful'))
    this.#keep = this.#standing.map((standing) => (standing === 'hopeful' ? UNIT : 0n))
    this.#votes = options.map(() => 0n)
    this.#tree = new MeekTree(this.#standing, piles)
  }

  run(): void {
    // B.1
    while (this.elected.length < this.#seats && this.elected.length + this.#hopeful().length > this.#seats) {
      const winners = this.#iterate()
      this.#record(winners)
      if (winners.length === 0) this.#exclude()
    }
    // C.1
    if (this.elected.length < this.#seats) this.#electRemaining()
  }

  /** B.2. Who is elected; nobody: the surplus is as small as it gets. */
  #iterate(): number[] {
    let before: bigint | null = null
    for (;;) {
      this.#tree.shareOut(this.#votes, this.#keep, UNIT)
      this.quota = this.#votes.reduce((sum, own) => sum + own, 0n) / BigInt(this.#seats + 1) + 1n
      const winners = this.#winners()
      this.#surplus = this.#surplusOf([...this.elected, ...winners])
      if (winners.length > 0) return winners
      if (this.#surplus < OMEGA || (before !== null && this.#surplus >= before)) return []
      before = this.#surplus
      this.#lowerKeep()
    }
  }

  /** B.2.c */
  #winners(): number[] {
    return this.#byVotes(this.#hopeful().filter((option) => this.#votesOf(option) >= this.quota))
  }

  /** B.2.d */
  #surplusOf(elected: number[]): bigint {
    const sum = elected.reduce((left, option) => left + this.#votesOf(option) - this.quota, 0n)
    return sum < 0n ? 0n : sum
  }

  /** B.2.f: both steps are rounded up. */
  #lowerKeep(): void {
    for (const option of this.elected) {
      const scaled = roundedUp((this.#keep[option] ?? 0n) * this.quota, UNIT)
      this.#keep[option] = roundedUp(scaled * UNIT, this.#votesOf(option))
    }
  }

  /** B.3: options within the surplus of the lowest are tied with it. */
  #exclude(): void {
    const hopeful = this.#hopeful()
    const [first = 0] = lowest(hopeful, (option) => this.#votesOf(option))
    const most = this.#votesOf(first) + this.#surplus
    const tied = hopeful.filter((option) => this.#votesOf(option) <= most)
    const chose = tied.length === 1 ? first : this.#lot.loser(tied)
    if (tied.length > 1)
      this.ties.push({ round: this.rounds.length, options: tied, by: 'lot', chose, to: 'lose' })
    this.#keep[chose] = 0n
    this.#tree.settle(chose, 'excluded')
    this.#excluded = chose
  }

  /** The votes of a round as it ended, in which these were elected. */
  #record(elected: number[], last = false): void {
    const of = this.#excluded
    const before = this.rounds.at(-1)
    const exhausted = BigInt(this.valid) * UNIT - this.#votes.reduce((sum, own) => sum + own, 0n)
    this.rounds.push({
      step: last ? 'remaining' : before === undefined ? 'first' : of === null ? 'surplus' : 'exclusion',
      of,
      votes: this.#votes.map((own, place) =>
        this.#standing[place] === 'excluded' && place !== of ? null : own,
      ),
      quota: this.quota,
      elected,
      excluded: of === null ? [] : [of],
      exhausted,
      transfers: before === undefined ? [] : gains(before, { votes: this.#votes, exhausted, of }),
    })
    this.#excluded = null
    for (const option of elected) this.#tree.settle(option, 'elected')
    this.elected.push(...elected)
  }

  #electRemaining(): void {
    this.#tree.shareOut(this.#votes, this.#keep, UNIT)
    this.#record(this.#byVotes(this.#hopeful()), true)
  }

  #hopeful(): number[] {
    return this.#standing.flatMap((standing, option) => (standing === 'hopeful' ? [option] : []))
  }

  #byVotes(options: number[]): number[] {
    return options.sort((one, other) => {
      const [own, others] = [this.#votesOf(one), this.#votesOf(other)]
      return own === others ? one - other : own > others ? -1 : 1
    })
  }

  #votesOf(option: number): bigint {
    return this.#votes[option] ?? 0n
  }
}

const roundedUp = (number: bigint, by: bigint): bigint => (number + by - 1n) / by

type After = { votes: bigint[]; exhausted: bigint; of: number | null }

/** Each option's gain since the last round, from one excluded option or from all elected. */
function gains(before: Round, { votes, exhausted, of }: After): Transfer[] {
  const gained = votes.flatMap((own, to): Transfer[] => {
    const more = own - (before.votes[to] ?? 0n)
    return more > 0n ? [{ from: of, to, votes: more }] : []
  })
  const lost = exhausted - before.exhausted
  return lost > 0n ? [...gained, { from: of, to: null, votes: lost }] : gained
}
