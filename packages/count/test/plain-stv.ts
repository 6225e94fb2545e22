import type { RankedBallot } from '../src/election.ts'

// An independent implementation of the Scottish rules: ballots one by one, exact fractions, no caches.

const UNIT = 100_000n

type Slip = { order: number[]; value: bigint; with: number }

/** The elected, in order of places, and the votes at the end of each stage. The first option wins ties. */
export function plainStv(options: number, seats: number, ballots: RankedBallot[]) {
  const slips: Slip[] = ballots.flatMap(({ weight, ranks }) =>
    Array.from({ length: weight }, () => ({ order: ranks.flat(), value: UNIT, with: -1 })),
  )
  const quota = (BigInt(slips.length) / BigInt(seats + 1) + 1n) * UNIT
  const kept = Array.from({ length: options }, () => 0n)
  const state = Array.from({ length: options }, () => 'in')
  const stages: bigint[][] = []
  const waiting = new Set<number>()
  const votes = (place: number) =>
    slips.reduce((sum, slip) => (slip.with === place ? sum + slip.value : sum), kept[place] ?? 0n)
  const places = state.map((_, place) => place)
  const inside = () => places.filter((place) => state[place] === 'in')
  const next = (slip: Slip) => {
    slip.with = slip.order.find((place) => state[place] === 'in') ?? -1
  }
  const stage = () => {
    stages.push(places.map(votes))
    for (const place of inside())
      if (votes(place) >= quota) {
        state[place] = 'elected'
        if (votes(place) > quota) waiting.add(place)
      }
  }
  const sharpest = (from: number[], sign: 1n | -1n) => {
    let left = from
    for (const values of [places.map(votes), ...stages.toReversed()]) {
      const best = left.reduce<bigint>(
        (most, place) => {
          const own = (values[place] ?? 0n) * sign
          return own > most ? own : most
        },
        -(10n ** 30n),
      )
      left = left.filter((place) => (values[place] ?? 0n) * sign === best)
    }
    return left[0] ?? 0
  }
  for (const slip of slips) next(slip)
  stage()
  for (;;) {
    const elected = places.filter((place) => state[place] === 'elected')
    if (elected.length >= seats) return { elected, stages }
    if (inside().length <= seats - elected.length)
      return { elected: [...elected, ...inside()].toSorted(), stages }
    const surplus = waiting.size > 0
    const from = surplus ? sharpest([...waiting], 1n) : sharpest(inside(), -1n)
    const total = votes(from)
    waiting.delete(from)
    if (surplus) kept[from] = quota
    else state[from] = 'out'
    for (const slip of slips.filter((one) => one.with === from)) {
      if (surplus) slip.value = (slip.value * (total - quota)) / total
      next(slip)
    }
    stage()
  }
}
