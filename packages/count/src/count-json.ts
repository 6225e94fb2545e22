import type { Method } from './methods.ts'
import type { Count, Round, Tie } from './result.ts'
import { decimal } from './votes.ts'

/** A count as JSON: options by their names, votes as decimal strings. */
export type CountJson = {
  method: Method
  seats: number
  quota: string | null
  valid: number
  elected: string[]
  rounds: RoundJson[]
  ties: TieJson[]
  /** Groups of equals, the best first; only of methods that have an order of all options. */
  ranking?: string[][]
  /** How many prefer one option to another; only of methods that compare them in pairs. */
  pairwise?: Record<string, Record<string, number>>
  /** The spending, and how much each share was raised; only of equal shares. */
  budget?: { budget: number; spent: number; added: number; step: number }
}

export type RoundJson = {
  votes: Record<string, string>
  elected: string[]
  excluded: string[]
  exhausted: string
  /** `from` null: several options at once, as by Meek's rule; `to` null: exhausted. */
  transfers: { from: string | null; to: string | null; votes: string }[]
}

export type TieJson = { options: string[]; by: Tie['by']; chose: string }

/** What `folkmoot count --json` prints. `names`: of the options, in their order. */
export function countJson(count: Count, names: readonly string[]): CountJson {
  const nameOf = (place: number) => names[place] ?? ''
  const { method, seats, quota, valid, elected, rounds, ties, ranking, pairwise, budget, decimals } = count
  return {
    method,
    seats,
    quota: quota === null ? null : decimal(quota, decimals),
    valid,
    elected: elected.map(nameOf),
    rounds: rounds.map((round) => roundJson(round, decimals, nameOf)),
    ties: ties.map(({ options, by, chose }) => ({
      options: options.map(nameOf),
      by,
      chose: nameOf(chose),
    })),
    ...(ranking === null ? {} : { ranking: ranking.map((group) => group.map(nameOf)) }),
    ...(pairwise === null ? {} : { pairwise: duels(pairwise.preferring, names) }),
    ...(budget === null ? {} : { budget }),
  }
}

function roundJson(
  { votes, elected, excluded, exhausted, transfers }: Round,
  decimals: number,
  nameOf: (place: number) => string,
): RoundJson {
  const named = (place: number | null) => (place === null ? null : nameOf(place))
  return {
    votes: Object.fromEntries(
      votes.flatMap((own, place) => (own === null ? [] : [[nameOf(place), decimal(own, decimals)]])),
    ),
    elected: elected.map(nameOf),
    excluded: excluded.map(nameOf),
    exhausted: decimal(exhausted, decimals),
    transfers: transfers.map(({ from, to, votes: moved }) => ({
      from: named(from),
      to: named(to),
      votes: decimal(moved, decimals),
    })),
  }
}

function duels(preferring: number[][], names: readonly string[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    names.map((name, row) => [
      name,
      Object.fromEntries(
        names.flatMap((other, column) => (row === column ? [] : [[other, preferring[row]?.[column] ?? 0]])),
      ),
    ]),
  )
}
