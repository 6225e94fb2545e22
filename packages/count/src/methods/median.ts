import type { Election, ScoredBallot } from '../election.ts'
import type { LotOrder } from '../lot.ts'
import { placesTo } from '../places.ts'
import type { MethodCount, Tie } from '../result.ts'

/** How many ballots gave an option each score: the scores rising. */
type Grades = { score: number; ballots: number }[]

/**
 * Majority judgment (Balinski and Laraki): the option with the highest lower median wins. Equals lose one
 * ballot of their median each, again and again, until their medians differ.
 */
export function countMedian(election: Election, lot: LotOrder): MethodCount {
  const { options, withdrawn = [], min_score = 0 } = election
  const ballots = (election.ballots as readonly ScoredBallot[]).filter(({ scores }) =>
    scores.some((score) => score !== null),
  )
  const valid = ballots.reduce((sum, { weight }) => sum + weight, 0)
  const grades = options.map((_, place) => gradesOf(ballots, place, min_score))
  const standing = placesTo(options.length).filter((place) => !withdrawn.includes(place))
  const ranking = rankedByGrades(standing, grades)
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

/** Groups of equals, the best first. */
function rankedByGrades(standing: number[], grades: Grades[]): number[][] {
  const better = (one: number, other: number) => compare(grades[other] ?? [], grades[one] ?? [])
  const groups: number[][] = []
  let last: number | null = null
  for (const option of standing.toSorted(better)) {
    if (last !== null && better(last, option) === 0) groups.at(-1)?.push(option)
    else groups.push([option])
    last = option
  }
  return groups
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

/** Scores this far apart are counted one by one. */
const SPAN = 1_000

function gradesOf(ballots: readonly ScoredBallot[], place: number, least: number): Grades {
  const scoreOf = ({ scores }: ScoredBallot) => scores[place] ?? least
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const ballot of ballots) {
    low = Math.min(low, scoreOf(ballot))
    high = Math.max(high, scoreOf(ballot))
  }
  if (high - low > SPAN) return sparseGrades(ballots, scoreOf)
  const counts = new Array<number>(Math.max(0, high - low + 1)).fill(0)
  for (const ballot of ballots)
    counts[scoreOf(ballot) - low] = (counts[scoreOf(ballot) - low] ?? 0) + ballot.weight
  return counts.flatMap((count, at) => (count === 0 ? [] : [{ score: low + at, ballots: count }]))
}

function sparseGrades(ballots: readonly ScoredBallot[], scoreOf: (ballot: ScoredBallot) => number): Grades {
  const counts = new Map<number, number>()
  for (const ballot of ballots)
    counts.set(scoreOf(ballot), (counts.get(scoreOf(ballot)) ?? 0) + ballot.weight)
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
