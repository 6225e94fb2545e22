/** Finds many short byte strings in much data at once. */

export type Pattern<T> = { bytes: Buffer; means: T }
export type Hit<T> = { at: number; means: T }

const SHORTEST = 4

/** Returns a reader that finds all positions of these patterns, each at least four bytes long. */
export function searcher<T>(patterns: Pattern<T>[]): (content: Buffer) => Hit<T>[] {
  const byHead = new Map<number, Pattern<T>[]>()
  const heads = new Uint8Array(2 ** 16)
  for (const pattern of patterns) {
    if (pattern.bytes.length < SHORTEST) throw new RangeError('such a short pattern is everywhere')
    const head = pattern.bytes.readUInt32LE(0)
    heads[head & 0xffff] = 1
    byHead.set(head, [...(byHead.get(head) ?? []), pattern])
  }
  return (content) => {
    const hits: Hit<T>[] = []
    for (let at = 0; at + SHORTEST <= content.length; at++) {
      // Indexing is many times faster than the methods of a buffer, and this reads every byte.
      if (heads[(content[at] as number) | ((content[at + 1] as number) << 8)] === 0) continue
      for (const { bytes, means } of byHead.get(content.readUInt32LE(at)) ?? [])
        if (content.subarray(at, at + bytes.length).equals(bytes)) hits.push({ at, means })
    }
    return hits
  }
}
