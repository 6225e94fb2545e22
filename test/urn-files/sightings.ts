import { agreedKey, decipher } from '../../src/db/keys/key-pair.ts'
import type { Scores } from '../../src/polls/ballots/ballot.ts'
import { BOX_KEY, PUBLIC_BYTES, unpacked } from '../../src/polls/urn/box.ts'
import type { Remains } from './folder.ts'
import type { Row } from './pages.ts'
import { type Pattern, searcher } from './search.ts'

/** What an attacker finds in the files: marks of voters, boxes, and ballots in every possible encoding. */

/** The public facts about a poll: its voters, and the published ballots, in a meaningless order. */
export type Public = { poll_id: number; voters: number[]; published: { scores: Scores; keys: Buffer[] }[] }

/** `xid`: the transaction that wrote it, if known. */
export type Seen = { xid: number | null; where: string; at: number }
export type Mark = Seen & { user_id: number; xid: number }
export type Box = Seen & { xid: number; tag: Buffer; box: Buffer }
export type Sighting = Seen & { ballot: string }
/** The position of a voter's number. */
export type Name = Seen & { user_id: number }

const POLL_AT = 40
const BOX_AT = 48
/** A public key, a nonce and a seal. */
const SHORTEST_BOX = 60
const TAG_HEADER = 0x43

export const ballotOf = (scores: Scores) => scores.join(',')

/** Rows that record that someone voted. */
export function marksIn(rows: Row[], { poll_id, voters }: Public): Mark[] {
  const known = new Set(voters)
  return rows.flatMap(({ xid, bytes, file, at }) => {
    if (bytes.length < 33 || bytes.readBigInt64LE(0) !== BigInt(poll_id)) return []
    const user_id = Number(bytes.readBigInt64LE(8))
    // After the three ids come a short text, an instant and the mark.
    const issued_at = Math.ceil((24 + (bytes.readUInt8(24) >> 1)) / 8) * 8
    if (!known.has(user_id) || bytes.length < issued_at + 9 || bytes.readUInt8(issued_at + 8) !== 1) return []
    return [{ user_id, xid, where: file, at }]
  })
}

/** The boxes of a poll. */
export function boxesIn(rows: Row[], { poll_id }: Pick<Public, 'poll_id'>): Box[] {
  return rows.flatMap(({ xid, bytes, file, at }) => {
    if (bytes.length < BOX_AT + SHORTEST_BOX || bytes.readUInt8(0) !== TAG_HEADER) return []
    if (bytes.readBigInt64LE(POLL_AT) !== BigInt(poll_id)) return []
    const box = bytesAt(bytes, BOX_AT)
    return box.length < SHORTEST_BOX ? [] : [{ xid, where: file, at, tag: bytes.subarray(1, 33), box }]
  })
}

/**
 * A variable-length value: one odd byte contains the total length of a short one, four bytes that of a long
 * one.
 */
function bytesAt(row: Buffer, at: number): Buffer {
  const head = row.readUInt8(at)
  return head % 2 === 1
    ? row.subarray(at + 1, at + (head >> 1))
    : row.subarray(at + 4, at + (row.readUInt32LE(at) >>> 2))
}

/** The content of the boxes for an attacker with this private key. */
export function opened(boxes: Box[], private_key: Buffer): Sighting[] {
  const keys = new Map<string, Buffer>()
  return boxes.flatMap(({ box, ...seen }) => {
    const public_key = box.subarray(0, PUBLIC_BYTES)
    const name = public_key.toString('hex')
    const key =
      keys.get(name) ??
      agreedKey({ own: private_key, other: public_key }, { salt: public_key, info: BOX_KEY })
    keys.set(name, key)
    const content = decipher(key, box.subarray(PUBLIC_BYTES))
    return content === null ? [] : [{ ...seen, ballot: ballotOf(unpacked(content).scores) }]
  })
}

/** The possible encodings of a list of numbers. */
function formsOf(numbers: number[]): { form: string; bytes: Buffer }[] {
  const written = (size: number, write: (into: Buffer, number: number, at: number) => void) => {
    const bytes = Buffer.alloc(numbers.length * size)
    for (const [place, number] of numbers.entries()) write(bytes, number, place * size)
    return bytes
  }
  return [
    { form: 'array', bytes: written(4, (into, number, at) => into.writeInt32LE(number, at)) },
    { form: 'sent array', bytes: written(4, (into, number, at) => into.writeInt32BE(number, at)) },
    { form: 'packed', bytes: written(2, (into, number, at) => into.writeUInt16BE(number, at)) },
    { form: 'small array', bytes: written(2, (into, number, at) => into.writeUInt16LE(number, at)) },
    { form: 'big array', bytes: written(8, (into, number, at) => into.writeBigInt64LE(BigInt(number), at)) },
    { form: 'text', bytes: Buffer.from(numbers.join(',')) },
    { form: 'spaced text', bytes: Buffer.from(numbers.join(', ')) },
  ]
}

function formsOfId(id: number): Buffer[] {
  const [little, big] = [Buffer.alloc(8), Buffer.alloc(8)]
  little.writeBigInt64LE(BigInt(id))
  big.writeBigInt64BE(BigInt(id))
  return [little, big.subarray(3), Buffer.from(String(id))]
}

type Meaning = { ballot: string; form: string } | { user_id: number }

export type Look = { ballots: (Sighting & { form: string })[]; names: Name[] }

/**
 * All positions in files and rows of a published ballot of these polls, or of the number of one of their
 * voters.
 */
export function lookAround({ files, rows }: Remains, polls: Public[]): Look {
  const search = searcher(polls.flatMap(patternsOf))
  const found: Look = { ballots: [], names: [] }
  const note = (means: Meaning, seen: Seen) => {
    if ('user_id' in means) found.names.push({ ...means, ...seen })
    else found.ballots.push({ ...means, ...seen })
  }
  for (const { name, content } of files)
    for (const { at, means } of search(content)) note(means, { xid: null, where: name, at })
  for (const { xid, bytes, file, at } of rows)
    for (const hit of search(bytes)) note(hit.means, { xid, where: `rows of ${file}`, at: at + hit.at })
  return found
}

function patternsOf({ voters, published }: Public): Pattern<Meaning>[] {
  const ballots = published.flatMap(({ scores }) =>
    formsOf(scores.map(Number)).map(({ form, bytes }) => ({
      bytes,
      means: { ballot: ballotOf(scores), form },
    })),
  )
  const names = voters.flatMap((user_id) =>
    formsOfId(user_id).map((bytes) => ({ bytes, means: { user_id } })),
  )
  return [...ballots, ...names]
}

/** Totals of other polls may be between those of one. */
const TOTALS_BACK = 20
const BIG_ARRAY = Buffer.from('010000000000000014000000', 'hex')

/**
 * Ballots as differences of totals: lists of bigints in the order of writing; each difference is what one
 * transaction added.
 */
export function addedIn(rows: Row[], { published }: Public): Sighting[] {
  const ballots = new Set(published.map(({ scores }) => ballotOf(scores)))
  const size = published[0]?.scores.length ?? 0
  const found = rows.flatMap((row) => {
    const start = row.bytes.indexOf(BIG_ARRAY) + BIG_ARRAY.length
    const sums = start >= BIG_ARRAY.length ? sumsAt(row.bytes, start, size) : null
    return sums === null ? [] : [{ row, sums }]
  })
  // The same version may be in a page and in the log.
  const totals = [...new Map(found.map((one) => [`${one.row.xid} ${one.sums}`, one])).values()].sort(
    (a, b) => total(a.sums) - total(b.sums),
  )
  return totals.flatMap(({ row, sums }, place) =>
    [...totals.slice(Math.max(0, place - TOTALS_BACK), place), { sums: sums.map(() => 0) }].flatMap(
      (before) => {
        const ballot = sums.map((sum, slot) => sum - (before.sums[slot] ?? 0)).join(',')
        return ballots.has(ballot) ? [{ ballot, xid: row.xid, where: row.file, at: row.at }] : []
      },
    ),
  )
}

const total = (sums: number[]) => sums.reduce((sum, one) => sum + one, 0)

/** After the element type an array contains its length and its lower bound. */
function sumsAt(bytes: Buffer, start: number, size: number): number[] | null {
  if (bytes.length < start + 8 + size * 8 || bytes.readInt32LE(start) !== size) return null
  return Array.from({ length: size }, (_, slot) => Number(bytes.readBigInt64LE(start + 8 + slot * 8)))
}
