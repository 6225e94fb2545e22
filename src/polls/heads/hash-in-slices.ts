import { setImmediate } from 'node:timers/promises'
import { Tree } from '@folkmoot/check'
import { sha256 } from '../../db/keys/sha256.ts'

/** Rows taken before other requests get a turn: some milliseconds. */
export const SLICE = 500
/** The values of the first byte of a hash. */
const BYTES = 256

/** Rows in the order of a key: those after `after`, at most `SLICE`. */
export type Pages<Row, Key> = { read: (after: Key) => Promise<Row[]>; first: Key; keyOf: (row: Row) => Key }

/**
 * What becomes of each row. The database reads the next rows in the meantime, and requests get their turns.
 */
export async function hashRows<Row, Key, Made>(
  { read, first, keyOf }: Pages<Row, Key>,
  make: (row: Row) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  let reading: Promise<Row[]> | null = read(first)
  while (reading !== null) {
    const rows: Row[] = await reading
    const last = rows.at(-1)
    reading = last === undefined || rows.length < SLICE ? null : read(keyOf(last))
    for (const row of rows) made.push(make(row))
    await setImmediate()
  }
  return made
}

/** The root of the tree over these hashes, sorted by their bytes. */
export async function rootOver(hashes: readonly Buffer[]): Promise<Uint8Array> {
  const tree = new Tree(sha256)
  await inHashOrder(
    hashes,
    (hash) => hash,
    (hash) => tree.add(hash),
  )
  return tree.root()
}

/** Takes these in the order of the bytes of their hashes, which tells nothing of who or when. */
export async function inHashOrder<T>(
  items: readonly T[],
  hashOf: (item: T) => Buffer,
  take: (item: T) => void,
): Promise<void> {
  for (const some of byFirstByte(items, hashOf)) {
    for (const item of some.sort((one, other) => Buffer.compare(hashOf(one), hashOf(other)))) take(item)
    await setImmediate()
  }
}

/** To sort all at once would make requests wait. */
function byFirstByte<T>(items: readonly T[], hashOf: (item: T) => Buffer): T[][] {
  const groups: T[][] = Array.from({ length: BYTES }, () => [])
  for (const item of items) groups[hashOf(item)[0] ?? 0]?.push(item)
  return groups
}
