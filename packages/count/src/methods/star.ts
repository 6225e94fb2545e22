import type { Election, ScoredBallot } from '../election.ts'
import type { LotOrder } from '../lot.ts'
import { placesTo } from '../places.ts'
import type { MethodCount, Round, Tie, TieRule } from '../result.ts'
import { rankedBy } from './sums.ts'

/**
 * STAR voting: the two options with the highest sums of scores go into a runoff, which the one wins that more
 * ballots score higher. Ties by the Official Tiebreaker Protocol as starvote 2.1 has it: for a place in the
 * runoff the duels among those tied, in the runoff the scores; then the number of highest scores; then lot.
 */
export function countStar(election: Election, lot: LotOrder): MethodCount {
  const { options, withdrawn = [] } = election
  const standing = placesTo(options.length).filter((place) => !withdrawn.includes(place))
  const star = new Star(election, lot)
  const finalists = star.choose(standing, Math.min(2, standing.length), [
    { by: 'score', of: star.sums },
    { by: 'duel', of: (tied) => star.duels(tied) },
    { by: 'top scores', of: star.tops },
  ])
  const rounds: Round[] = [
    { ...EMPTY, step: 'scores', votes: votesOf(options.length, standing, star.sums(standing)) },
  ]
  const duels = star.duels(finalists)
  const [winner = 0] = star.choose(finalists, 1, [
    { by: 'duel', of: () => duels },
    { by: 'score', of: star.sums },
    { by: 'top scores', of: star.tops },
  ])
  rounds.push({
    ...EMPTY,
    step: 'runoff',
    votes: votesOf(options.length, finalists, duels),
    elected: [winner],
    excluded: finalists.filter((option) => option !== winner),
    exhausted: BigInt(star.valid) - finalists.reduce((sum, option) => sum + BigInt(duels[option] ?? 0), 0n),
  })
  return {
    method: 'star',
    seats: 1,
    decimals: 0,
    quota: null,
    valid: star.valid,
    exhausted: rounds.at(-1)?.exhausted ?? 0n,
    rounds,
    elected: [winner],
    ties: star.ties,
    ranking: null,
    pairwise: null,
    budget: null,
  }
}

const EMPTY = { of: null, quota: null, elected: [], excluded: [], exhausted: 0n, transfers: [] }

const votesOf = (options: number, of: readonly number[], values: readonly number[]) =>
  placesTo(options).map((place) => (of.includes(place) ? BigInt(values[place] ?? 0) : null))

/** By what options are told apart: a value of each, among those that are tied. */
type Measure = { by: TieRule; of: (tied: readonly number[]) => readonly number[] }

class Star {
  readonly ties: Tie[] = []
  readonly valid: number
  readonly #ballots: ScoredBallot[]
  readonly #lot: LotOrder
  readonly #sums: number[]
  readonly #tops: number[]

  constructor({ options, ballots, min_score = 0, max_score }: Election, lot: LotOrder) {
    this.#lot = lot
    this.#ballots = (ballots as readonly ScoredBallot[]).filter(({ scores }) =>
      scores.some((score) => score !== null),
    )
    this.valid = this.#ballots.reduce((sum, { weight }) => sum + weight, 0)
    const scored = this.#ballots.map(({ weight, scores }) => ({
      weight,
      scores: scores.map((score) => score ?? min_score),
    }))
    this.#ballots = scored
    const highest = max_score ?? scored.reduce((most, { scores }) => Math.max(most, ...scores), 0)
    this.#sums = options.map(() => 0)
    this.#tops = options.map(() => 0)
    for (const { weight, scores } of scored)
      for (const [place, score] of scores.entries()) {
        this.#sums[place] = (this.#sums[place] ?? 0) + weight * score
        if (score === highest) this.#tops[place] = (this.#tops[place] ?? 0) + weight
      }
  }

  readonly sums = (_tied: readonly number[]): readonly number[] => this.#sums
  readonly tops = (_tied: readonly number[]): readonly number[] => this.#tops

  /** How often each of these is scored higher than another of them, by its place. */
  duels(among: readonly number[]): number[] {
    const won = this.#sums.map(() => 0)
    for (const { weight, scores } of this.#ballots)
      for (const [at, one] of among.entries())
        for (const other of among.slice(at + 1)) {
          const more = (scores[one] ?? 0) - (scores[other] ?? 0)
          if (more === 0) continue
          const better = more > 0 ? one : other
          won[better] = (won[better] ?? 0) + weight
        }
    return won
  }

  /** So many of these, by the first measure that tells them apart, and at last by lot. */
  choose(options: readonly number[], wanted: number, measures: Measure[]): number[] {
    const chosen: number[] = []
    let tied = [...options]
    for (const [place, { by, of }] of measures.entries()) {
      const before = tied
      const groups = rankedBy(tied, of(tied))
      for (tied = groups.shift() ?? []; tied.length <= wanted - chosen.length; tied = groups.shift() ?? []) {
        if (place > 0) this.#tell(before, by, tied)
        chosen.push(...tied)
        if (chosen.length === wanted) return chosen
      }
    }
    while (chosen.length < wanted) {
      const chose = this.#lot.winner(tied)
      this.#tell(tied, 'lot', [chose])
      chosen.push(chose)
      tied = tied.filter((option) => option !== chose)
    }
    return chosen
  }

  #tell(options: number[], by: TieRule, chosen: number[]): void {
    for (const chose of chosen) this.ties.push({ round: 0, options, by, chose, to: 'win' })
  }
}
