import { hex, utf8 } from '@folkmoot/check'
import {
  type Ballot,
  type Count,
  count,
  type Election,
  type Lot,
  type Method,
  type RankedBallot,
} from '@folkmoot/count'
import { sha256 } from '../../db/keys/sha256.ts'

/**
 * The ballots to count. `ballots`: a line for each different one, "3 {2,1,NULL}": how many there are, and
 * their scores by option slot, as PostgreSQL writes them; in parts of many lines.
 */
export type BallotsToCount = {
  ballots: readonly string[]
  counted_as: 'ranks' | 'scores' | 'choices'
  method: Method
  /** Other methods whose winners are wanted too. */
  others: readonly Method[]
  seats: number
  /** The number of options: slots 1 to this. */
  options: number
  /** What identifies the poll in its lots: its key. */
  key: string
  /** For points: how many ranks get some; 0: as many as there are options. */
  points: number
  min_score: number
  max_score: number
  costs: number[] | null
  budget: number | null
}

/** `others`: the slots that another method elects, and whether a lot decided that. */
export type CountedBallots = {
  count: Count
  others: { method: Method; elected: number[]; by_lot: boolean }[]
}

type Scored = { weight: number; scores: (number | null)[] }

/**
 * Counts the ballots of a poll by its method and by the others. Null: there are none, or nothing to elect.
 * Places in the count are slots less 1.
 */
export function countBallots(asked: BallotsToCount): CountedBallots | null {
  const { ballots, options, method, others } = asked
  const scored = readBallots(ballots, options)
  if (scored.length === 0 || options === 0) return null
  const election = electionOf(asked, scored)
  return {
    count: count({ ...election, method }),
    others: others.map((other) => {
      const { elected, by_lot } = count({ ...election, method: other })
      return { method: other, elected: elected.map((place) => place + 1), by_lot }
    }),
  }
}

/** The seed of a poll's lots: nobody can choose it, and anyone who has the ballots can repeat it. */
function seedOf(key: string, ballots: readonly Scored[]): string {
  const lines = ballots.map(
    ({ weight, scores }) => `${scores.map((score) => score ?? '-').join(',')} ${weight}`,
  )
  return `${key} ${hex(sha256(utf8(lines.sort().join('\n'))))}`
}

function readBallots(parts: readonly string[], options: number): Scored[] {
  const found = new Map<string, Scored>()
  for (const line of parts.flatMap((part) => part.split('\n'))) {
    if (line === '') continue
    const space = line.indexOf(' ')
    const scores = line
      .slice(space + 2, -1)
      .split(',')
      .map((score) => (score === 'NULL' || score === '' ? null : Number(score)))
    // Ballots cast before an option was added are shorter.
    while (scores.length < options) scores.push(null)
    const known = found.get(String(scores))
    const weight = Number(line.slice(0, space))
    if (known === undefined) found.set(String(scores), { weight, scores })
    else known.weight += weight
  }
  return [...found.values()]
}

/** Ballots as lines to count. */
export function linesOf(ballots: readonly (number | null)[][]): string[] {
  return ballots.map((scores) => `1 {${scores.map((score) => score ?? 'NULL').join(',')}}`)
}

/** The ballots of a ranked poll, for a file: equal ones together, and the seed of its lots. */
export function rankedBallots(asked: BallotsToCount): { ballots: RankedBallot[]; seed: string } {
  const scored = readBallots(asked.ballots, asked.options)
  return { ballots: scored.map(ranked), seed: seedOf(asked.key, scored) }
}

function electionOf(asked: BallotsToCount, scored: Scored[]): Omit<Election, 'method'> {
  const { options, seats, key, points, min_score, max_score, costs, budget, counted_as } = asked
  const lot: Lot = { seed: seedOf(key, scored) }
  return {
    seats: Math.min(seats, options),
    options: Array.from({ length: options }, (_, place) => place + 1),
    ballots: counted_as === 'scores' ? scored : scored.map(counted_as === 'ranks' ? ranked : chosen),
    lot,
    min_score,
    max_score,
    ...(points === 0 ? {} : { points }),
    ...(costs === null ? {} : { costs }),
    ...(budget === null ? {} : { budget }),
  }
}

/** The more points, the better the rank; an option without points is not ranked. */
function ranked({ weight, scores }: Scored): RankedBallot {
  const ranks = answered(scores)
    .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
    .map((place) => [place])
  return { weight, ranks }
}

function chosen({ weight, scores }: Scored): Ballot {
  const places = answered(scores)
  return { weight, ranks: places.length === 0 ? [] : [places] }
}

function answered(scores: Scored['scores']): number[] {
  return scores.flatMap((score, place) => ((score ?? 0) > 0 ? [place] : []))
}
