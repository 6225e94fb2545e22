/** The last things that were kept, each under its key. */
export type Recent<Thing> = {
  get(key: string): Thing | undefined
  keep(key: string, thing: Thing): Thing
}

/** Room for so many things; who comes after them takes the oldest one's place. */
export function recent<Thing>(most: number): Recent<Thing> {
  const things = new Map<string, Thing>()
  return {
    get: (key) => things.get(key),
    keep: (key, thing) => {
      const [oldest] = things.size >= most ? things.keys() : []
      if (oldest !== undefined) things.delete(oldest)
      things.set(key, thing)
      return thing
    },
  }
}
