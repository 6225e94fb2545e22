/** The places from 0 to one less than `count`. */
export function placesTo(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place)
}

/** Those for which `value` is highest, or lowest. */
export function highest(places: readonly number[], value: (place: number) => number | bigint): number[] {
  return extreme(places, value, (one, other) => one > other)
}

export function lowest(places: readonly number[], value: (place: number) => number | bigint): number[] {
  return extreme(places, value, (one, other) => one < other)
}

type Comparison = (one: number | bigint, other: number | bigint) => boolean

function extreme(
  places: readonly number[],
  value: (place: number) => number | bigint,
  beats: Comparison,
): number[] {
  let found: number[] = []
  let best: number | bigint | null = null
  for (const place of places) {
    const own = value(place)
    if (best === null || beats(own, best)) {
      found = [place]
      best = own
    } else if (own === best) found.push(place)
  }
  return found
}
