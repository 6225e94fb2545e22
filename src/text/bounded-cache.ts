/** The last things that were kept, each under its key. */
export type BoundedCache<Thing> = {
  get(key: string): Thing | undefined
  keep(key: string, thing: Thing): Thing
}

// What an entry holds beside its texts.
const AROUND_BYTES = 200
const CHARACTER_BYTES = 2

/** What an entry of these texts takes, key included, where each has letters that are not Latin. */
export function bytesOf(...texts: string[]): number {
  return texts.reduce((sum, { length }) => sum + length * CHARACTER_BYTES, AROUND_BYTES)
}

/**
 * These bytes in memory of their own. Node makes small buffers, and what it compresses, as parts of a piece
 * of 64 kB: kept as they are, they keep all of it.
 */
export function unpooled(bytes: Buffer): Buffer {
  return bytes.buffer.byteLength === bytes.length ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
}

/**
 * Room for things of so many bytes in all; who comes after them takes the place of the oldest. What is larger
 * than all the room is not kept. docs/operations.md lists the rooms of a process.
 */
export function boundedCache<Thing>(
  room: number,
  sizeOf: (thing: Thing, key: string) => number,
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
