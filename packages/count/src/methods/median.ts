import type { Election, ScoredBallot } from '../election.ts'
import type { LotOrder } from '../lot.ts'
import { placesTo } from '../places.ts'
import type { Count, Tie } from '../result.ts'
import { levels } from './pairwise.ts'

/** How many ballots gave an option each score: the scores rising. */
type Grades = { score: number; ballots: number }[]

/**
 * Majority judgment (Balinski and Laraki): the option with the highest lower median wins. Equals lose one
 * ballot of their median each, again and again, until their medians differ.
 */
export function countMedian(election: Election, lot: LotOrder): Count {
  const { options, withdrawn = [], min_score = 0 } = election
  const ballots = (election.ballots as readonly ScoredBallot[]).filter(({ scores }) =>
    scores.some((score) => score !== null),
  )
  const valid = ballots.reduce((sum, { weight }) => sum + weight, 0)
  const grades = options.map((_, place) => gradesOf(ballots, place, min_score))
  const standing = placesTo(options.length).filter((place) => !withdrawn.includes(place))
  const beats = (one: number, other: number) => compare(grades[one] ?? [], grades[other] ?? []) > 0
  const ranking = levels(standing, beats)
  const [best = []] = ranking
  const winner = lot.winner(best)
  const medians = grades.map((own) => medianOf(own)?.score ?? min_score)
  return {
    method: 'median',
    seats: 1,
    decimals: 0,
    quota: null,
    valid,
    exhausted: 0n,
    rounds: [
      {
        step: 'scores',
        of: null,
        votes: medians.map((score, place) => (standing.includes(place) ? BigInt(score) : null)),
        quota: null,
        elected: [winner],
        excluded: [],
        exhausted: 0n,
        transfers: [],
      },
    ],
    elected: [winner],
    ties: tiesOf(standing, medians, { best, winner }),
    ranking,
    pairwise: null,
    budget: null,
  }
}

function tiesOf(
  standing: number[],
  medians: number[],
  { best, winner }: { best: number[]; winner: number },
): Tie[] {
  const equal = standing.filter((place) => medians[place] === medians[winner])
  const tie = { round: 0, chose: winner, to: 'win' as const }
  return [
    ...(equal.length > best.length ? [{ ...tie, options: equal, by: 'grades' as const }] : []),
    ...(best.length > 1 ? [{ ...tie, options: best, by: 'lot' as const }] : []),
  ]
}

function gradesOf(ballots: readonly ScoredBallot[], place: number, least: number): Grades {
  const counts = new Map<number, number>()
  for (const { weight, scores } of ballots) {
    const score = scores[place] ?? least
    counts.set(score, (counts.get(score) ?? 0) + weight)
  }
  return [...counts].map(([score, count]) => ({ score, ballots: count })).sort((a, b) => a.score - b.score)
}

/** The lower median, and how many of it have to go until another takes its place. Null: no grade is left. */
function medianOf(grades: Grades): { score: number; removable: number } | null {
  const all = grades.reduce((sum, { ballots }) => sum + ballots, 0)
  let below = 0
  for (const { score, ballots } of grades) {
    if (all > 0 && below + ballots >= Math.ceil(all / 2)) {
      const above = all - below - ballots
      // It is the median as long as so many of it are left.
      const needed = Math.max(1, below - above + 1, above - below)
      return { score, removable: ballots - needed + 1 }
    }
    below += ballots
  }
  return null
}

/** Above 0: the first is better. */
function compare(first: Grades, second: Grades): number {
  const one = first.map((grade) => ({ ...grade }))
  const other = second.map((grade) => ({ ...grade }))
  for (;;) {
    const [own, others] = [medianOf(one), medianOf(other)]
    if (own === null || others === null) return 0
    if (own.score !== others.score) return own.score - others.score
    const removed = Math.min(own.removable, others.removable)
    for (const grades of [one, other])
      for (const grade of grades) if (grade.score === own.score) grade.ballots -= removed
  }
}
