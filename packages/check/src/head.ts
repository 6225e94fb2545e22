import { base64, fromBase64, fromHex, hex, type Sha256, utf8 } from './bytes.ts'

/** The content of a closing's head: a checkpoint (c2sp.org/tlog-checkpoint) with lines of our own. */
export type Head = {
  /** HOST/p/KEY/CLOSING: no two heads share it. */
  origin: string
  /** How many ballots the tree is over. */
  ballots: number
  /** The root of the tree, 32 bytes. */
  root: Uint8Array
  /** The hash of the manifest, 32 bytes. */
  manifest: Uint8Array
  eligible: number
  voted: number
  /** The root of the tree over the roll's entries, 32 bytes. */
  roll: Uint8Array
  /** ISO 8601, in UTC, with milliseconds. */
  closed_at: string
  /** The hash of the head before it in its group; null: it is the first. */
  previous: Uint8Array | null
}

const HASH_BYTES = 32
const LINES =
  /^(\S+)\n(\d+)\n(\S+)\nm (\S+)\neligible (\d+)\nvoted (\d+)\nroll (\S+)\nclosed_at (\S+)\nprevious (\S+)\n$/

/** The text of a head, which is signed as a note. */
export function headText(head: Head): string {
  return [
    head.origin,
    head.ballots,
    base64(head.root),
    `m ${hex(head.manifest)}`,
    `eligible ${head.eligible}`,
    `voted ${head.voted}`,
    `roll ${hex(head.roll)}`,
    `closed_at ${head.closed_at}`,
    `previous ${head.previous === null ? '-' : hex(head.previous)}`,
    '',
  ].join('\n')
}

/** Reads the text of a head. Null: it is none. */
export function readHead(text: string): Head | null {
  const lines = LINES.exec(text)
  if (lines === null) return null
  const [
    ,
    origin = '',
    ballots,
    root = '',
    m = '',
    eligible,
    voted,
    roll = '',
    closed_at = '',
    previous = '',
  ] = lines
  const head: Head = {
    origin,
    ballots: Number(ballots),
    root: fromBase64(root) ?? NOTHING,
    manifest: fromHex(m) ?? NOTHING,
    eligible: Number(eligible),
    voted: Number(voted),
    roll: fromHex(roll) ?? NOTHING,
    closed_at,
    previous: previous === '-' ? null : (fromHex(previous) ?? NOTHING),
  }
  const hashes = [head.root, head.manifest, head.roll, ...(head.previous === null ? [] : [head.previous])]
  // Numbers with leading zeros, say, would be another text of the same head.
  return hashes.every(isHash) && headText(head) === text ? head : null
}

/** The `previous` of the group's next head: the hash of this one's text, without signatures. */
export function headHash(sha256: Sha256, text: string): Uint8Array {
  return sha256(utf8(text))
}

const NOTHING = new Uint8Array()
const isHash = (bytes: Uint8Array): boolean => bytes.length === HASH_BYTES
