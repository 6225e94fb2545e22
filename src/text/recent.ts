/** The last `most` things that were kept, each under its key; who comes after them takes the oldest one's place. */
export function recent<Thing>(most: number): {
  get(key: string): Thing | undefined
  keep(key: string, thing: Thing): Thing
} {
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
