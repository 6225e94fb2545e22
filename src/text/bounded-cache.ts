/** A cache of the latest entries by key. */
export type BoundedCache<Thing> = {
  get(key: string): Thing | undefined
  keep(key: string, thing: Thing): Thing
}

// Size of an entry without its texts.
const AROUND_BYTES = 200
const CHARACTER_BYTES = 2

/** The size of an entry with these texts, key included, if each has non-Latin letters. */
export function bytesOf(...texts: string[]): number {
  return texts.reduce((sum, { length }) => sum + length * CHARACTER_BYTES, AROUND_BYTES)
}

/**
 * Copies these bytes into memory of their own. Node allocates small and compressed buffers as parts of 64 kB:
 * keeping one would keep all of that.
 */
export function unpooled(bytes: Buffer): Buffer {
  return bytes.buffer.byteLength === bytes.length ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
}

/**
 * A cache with this many bytes in all; new entries replace the oldest. Does not keep an entry larger than the
 * whole. docs/operations.md lists the caches of a process.
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
