/** Reproducible randomness: the same seed gives the same requests. */
export type Chance = {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  /** True in this share of cases. */
  in(share: number): boolean
  one<T>(all: readonly T[]): T
}

/** Mulberry32: small, and even enough for picking. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    in: (share) => next() < share,
    one: (all) => all[below(all.length)] as (typeof all)[number],
  }
}
