import { setImmediate } from 'node:timers/promises'
import { Tree } from '@folkmoot/check'
import { sha256 } from '../../db/keys/sha256.ts'

/** Rows hashed before other requests get a turn: some milliseconds. */
export const SLICE = 500
/** The values of the first byte of a hash. */
const BYTES = 256

/** Rows in the order of a key: those after `after`, at most `SLICE`. */
export type Pages<Row, Key> = { read: (after: Key) => Promise<Row[]>; first: Key; keyOf: (row: Row) => Key }

/** A hash of each row; requests get a turn in between. */
export async function hashRows<Row, Key>(
  { read, first, keyOf }: Pages<Row, Key>,
  hashOf: (row: Row) => Uint8Array,
): Promise<Buffer[]> {
  const hashes: Buffer[] = []
  for (let after = first; ; ) {
    const rows = await read(after)
    for (const row of rows) hashes.push(Buffer.from(hashOf(row)))
    const last = rows.at(-1)
    if (last === undefined || rows.length < SLICE) return hashes
    after = keyOf(last)
    await setImmediate()
  }
}

/** The root of the tree over these hashes, sorted by their bytes. */
export async function rootOver(hashes: readonly Buffer[]): Promise<Uint8Array> {
  const tree = new Tree(sha256)
  for (const some of byFirstByte(hashes)) {
    for (const hash of some.sort(Buffer.compare)) tree.add(hash)
    await setImmediate()
  }
  return tree.root()
}

/** To sort all at once would make requests wait. */
function byFirstByte(hashes: readonly Buffer[]): Buffer[][] {
  const groups: Buffer[][] = Array.from({ length: BYTES }, () => [])
  for (const hash of hashes) groups[hash[0] ?? 0]?.push(hash)
  return groups
}
