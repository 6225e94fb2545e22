import type { Ballot, Election } from './election.ts'

/** Ballots that rank the same options in the same order. */
export type Pile = { weight: number; order: number[] }

/** The ballots of an election without equal ranks, grouped. `valid`: those that name an option, by weight. */
export function pilesOf({ ballots, withdrawn = [] }: Election): { piles: Pile[]; valid: number } {
  const out = new Set(withdrawn)
  const piles = new Map<string, Pile>()
  let valid = 0
  for (const ballot of ballots) {
    const order = orderOf(ballot, out)
    if (order.length === 0) continue
    valid += ballot.weight
    const key = String.fromCharCode(...order)
    const pile = piles.get(key)
    if (pile === undefined) piles.set(key, { weight: ballot.weight, order })
    else pile.weight += ballot.weight
  }
  return { piles: [...piles.values()], valid }
}

function orderOf(ballot: Ballot, out: Set<number>): number[] {
  if (!('ranks' in ballot)) return []
  const order: number[] = []
  for (const [place] of ballot.ranks) if (place !== undefined && !out.has(place)) order.push(place)
  return order
}
