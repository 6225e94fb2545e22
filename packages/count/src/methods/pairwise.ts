import type { Election, RankedBallot } from '../election.ts'

/** `preferring[a][b]`: how many rank a above b. `valid`: the ballots that name an option, by weight. */
export type Duels = { preferring: number[][]; valid: number }

/** Compares all options with each other. Withdrawn ones are in no ballot. */
export function duelsOf({ options, ballots, withdrawn = [], unranked = 'last' }: Election): Duels {
  const size = options.length
  const out = new Set(withdrawn)
  const flat = new Float64Array(size * size)
  let valid = 0
  for (const { weight, ranks: given } of ballots as readonly RankedBallot[]) {
    const ranks = out.size === 0 ? given : without(given, out)
    if (ranks.length === 0) continue
    valid += weight
    const apart = unranked === 'apart'
    const rest = apart ? [] : unnamed(ranks, size).filter((place) => !out.has(place))
    addBallot(flat, size, { weight, groups: rest.length === 0 ? ranks : [...ranks, rest] })
  }
  const preferring = Array.from({ length: size }, (_, row) => [
    ...flat.subarray(row * size, (row + 1) * size),
  ])
  return { preferring, valid }
}

function addBallot(
  flat: Float64Array,
  size: number,
  { weight, groups }: { weight: number; groups: number[][] },
) {
  for (let high = 0; high < groups.length - 1; high += 1)
    for (const better of groups[high] ?? []) {
      const row = better * size
      for (let low = high + 1; low < groups.length; low += 1)
        for (const worse of groups[low] ?? []) flat[row + worse] = (flat[row + worse] ?? 0) + weight
    }
}

function without(ranks: number[][], out: Set<number>): number[][] {
  return ranks.map((group) => group.filter((place) => !out.has(place))).filter((group) => group.length > 0)
}

function unnamed(ranks: number[][], size: number): number[] {
  const named = new Uint8Array(size)
  for (const group of ranks) for (const place of group) named[place] = 1
  const left: number[] = []
  for (let place = 0; place < size; place += 1) if (named[place] === 0) left.push(place)
  return left
}

/** Groups of options, the best first: in each those that none of those left beats. */
export function levels(options: number[], beats: (one: number, other: number) => boolean): number[][] {
  const found: number[][] = []
  let left = options
  while (left.length > 0) {
    const best = left.filter((one) => !left.some((other) => beats(other, one)))
    // A relation with a cycle has no order: those left are equals.
    const level = best.length === 0 ? left : best
    found.push(level)
    left = left.filter((one) => !level.includes(one))
  }
  return found
}
