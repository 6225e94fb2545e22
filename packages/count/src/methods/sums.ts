import type { Election, RankedBallot, ScoredBallot } from '../election.ts'
import type { LotOrder } from '../lot.ts'
import { placesTo } from '../places.ts'
import type { MethodCount, Tie } from '../result.ts'

/** Points for ranks (Borda): of N ranks the first gets N points, the last one. */
export function countPoints(election: Election, lot: LotOrder): MethodCount {
  const most = election.points ?? election.options.length
  return countSums(election, lot, (rank) => Math.max(0, most - rank))
}

/** The most approvals: every option that a ballot names gets one vote. */
export function countApproval(election: Election, lot: LotOrder): MethodCount {
  return countSums(election, lot, () => 1)
}

/** The highest sum of scores. */
export function countSum(election: Election, lot: LotOrder): MethodCount {
  const sums = election.options.map(() => 0)
  let valid = 0
  for (const { weight, scores } of election.ballots as readonly ScoredBallot[]) {
    for (const [place, score] of scores.entries()) sums[place] = (sums[place] ?? 0) + weight * (score ?? 0)
    if (scores.some((score) => score !== null)) valid += weight
  }
  return bySums(election, lot, { sums, valid })
}

type Summing = { options: number; out: Set<number>; worth: (rank: number) => number }

function summed(ballots: readonly RankedBallot[], { options, out, worth }: Summing) {
  const sums = Array.from({ length: options }, () => 0)
  let valid = 0
  for (const { weight, ranks } of ballots) {
    let rank = 0
    for (const group of ranks) {
      let stands = 0
      for (const place of group)
        if (!out.has(place)) {
          sums[place] = (sums[place] ?? 0) + weight * worth(rank)
          stands = 1
        }
      rank += stands
    }
    if (rank > 0) valid += weight
  }
  return { sums, valid }
}

/** `worth`: what an option gets at a rank, the first of which is 0. */
function countSums(election: Election, lot: LotOrder, worth: (rank: number) => number): MethodCount {
  const { options, ballots, withdrawn } = election
  const summing = { options: options.length, out: new Set(withdrawn), worth }
  return bySums(election, lot, summed(ballots as readonly RankedBallot[], summing))
}

type Sums = { sums: number[]; valid: number }

function bySums(election: Election, lot: LotOrder, { sums, valid }: Sums): MethodCount {
  const { method, options, seats = 1, withdrawn } = election
  const out = new Set(withdrawn)
  const ranking = rankedBy(
    placesTo(options.length).filter((place) => !out.has(place)),
    sums,
  )
  const { elected, ties } = firstOf(ranking, seats, lot)
  return {
    method,
    seats,
    decimals: 0,
    quota: null,
    valid,
    exhausted: 0n,
    rounds: [
      {
        step: 'first',
        of: null,
        votes: sums.map((sum, place) => (out.has(place) ? null : BigInt(sum))),
        quota: null,
        elected,
        excluded: [],
        exhausted: 0n,
        transfers: [],
      },
    ],
    elected,
    ties,
    ranking,
    pairwise: null,
    budget: null,
  }
}

/** Groups of options with equal values, the highest first. */
export function rankedBy(options: number[], values: readonly number[]): number[][] {
  const groups = Map.groupBy(options, (place) => values[place] ?? 0)
  return [...groups].sort(([one], [other]) => other - one).map(([, group]) => group)
}

/** The first `seats` of a ranking; where a group is larger than what is left, by lot. */
function firstOf(ranking: number[][], seats: number, lot: LotOrder): { elected: number[]; ties: Tie[] } {
  const elected: number[] = []
  const ties: Tie[] = []
  for (const group of ranking) {
    const left = seats - elected.length
    if (left === 0) break
    if (group.length <= left) elected.push(...group)
    else
      for (let tied = group; elected.length < seats; ) {
        const chose = lot.winner(tied)
        ties.push({ round: 0, options: tied, by: 'lot', chose, to: 'win' })
        elected.push(chose)
        tied = tied.filter((option) => option !== chose)
      }
  }
  return { elected, ties }
}
