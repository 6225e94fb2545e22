/** For each of these values, the place of the first that equals it. */
export function firstPlaces<T>(values: readonly T[]): number[] {
  const firsts = new Map<T, number>()
  return values.map((value, place) => {
    const first = firsts.get(value) ?? place
    firsts.set(value, first)
    return first
  })
}
