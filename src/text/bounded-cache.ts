/** The last things that were kept, each under its key. */
export type BoundedCache<Thing> = {
  get(key: string): Thing | undefined
  keep(key: string, thing: Thing): Thing
}

/**
 * Room for so many things, or for things of so much size in all; who comes after them takes the place of the
 * oldest. What is larger than all the room is not kept.
 */
export function boundedCache<Thing>(
  room: number,
  sizeOf: (thing: Thing, key: string) => number = () => 1,
): BoundedCache<Thing> {
  const things = new Map<string, Thing>()
  let taken = 0

  const drop = (key: string) => {
    const thing = things.get(key)
    if (thing === undefined) return
    things.delete(key)
    taken -= sizeOf(thing, key)
  }

  return {
    get: (key) => things.get(key),
    keep: (key, thing) => {
      drop(key)
      if (sizeOf(thing, key) > room) return thing
      taken += sizeOf(thing, key)
      for (const oldest of things.keys()) {
        if (taken <= room) break
        drop(oldest)
      }
      things.set(key, thing)
      return thing
    },
  }
}
