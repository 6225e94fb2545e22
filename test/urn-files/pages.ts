/**
 * Parses pages of PostgreSQL's tables as an attacker would: every row version, whether a pointer leads to it
 * or not. Format: storage/bufpage.h and access/htup_details.h of PostgreSQL 18.
 */

/** One version of a row. `xid`: the transaction that wrote it; `bytes`: its columns, as stored. */
export type Row = { xid: number; bytes: Buffer; file: string; at: number }

/** A row version and its number in the page; 0: no pointer leads to it any more. */
export type Tuple = { xid: number; bytes: Buffer; place: number; offset: number }

const PAGE = 8_192
const PAGE_HEADER = 24
const PAGE_VERSION = 0x2004
const TUPLE_HEADER = 23
const LINE_POINTER = 4
const ALIGNMENT = 8
/** Content in a gap no longer has a known length. */
const LONGEST_IN_GAP = 1_024
const FIRST_XID = 3

/** All row versions in a page of a table; none for other pages. */
export function tuplesIn(page: Buffer): Tuple[] {
  const [lower, upper, special] = [page.readUInt16LE(12), page.readUInt16LE(14), page.readUInt16LE(16)]
  const isTable = page.readUInt16LE(18) === PAGE_VERSION && special === PAGE && lower >= PAGE_HEADER
  if (!isTable || upper > special || lower > upper) return []
  const known: Tuple[] = []
  const taken = new Uint8Array(PAGE)
  for (let at = PAGE_HEADER; at < lower; at += LINE_POINTER) {
    const pointer = page.readUInt32LE(at)
    const [offset, length] = [pointer & 0x7fff, pointer >>> 17]
    if (length < TUPLE_HEADER || offset + length > PAGE) continue
    taken.fill(1, offset, offset + length)
    known.push(tupleAt(page, offset, length, 1 + (at - PAGE_HEADER) / LINE_POINTER))
  }
  return [...known, ...inGaps(page, taken)]
}

/** Apparent row versions without a pointer: pages keep removed rows until they are overwritten. */
function inGaps(page: Buffer, taken: Uint8Array): Tuple[] {
  const found: Tuple[] = []
  for (let at = PAGE_HEADER; at + PAGE_HEADER < PAGE; at += ALIGNMENT) {
    if (taken[at] === 0 && looksLikeTuple(page, at))
      found.push(tupleAt(page, at, Math.min(LONGEST_IN_GAP, PAGE - at), 0))
  }
  return found
}

function looksLikeTuple(page: Buffer, at: number): boolean {
  const columns = page.readUInt16LE(at + 18) & 0x7ff
  const header = page.readUInt8(at + 22)
  return (
    page.readUInt32LE(at) >= FIRST_XID &&
    columns > 0 &&
    columns < 64 &&
    header >= PAGE_HEADER &&
    header <= 40 &&
    header % ALIGNMENT === 0
  )
}

function tupleAt(page: Buffer, offset: number, length: number, place: number): Tuple {
  const header = page.readUInt8(offset + 22)
  return {
    xid: page.readUInt32LE(offset),
    bytes: page.subarray(offset + Math.min(header, length), offset + length),
    place,
    offset,
  }
}

/** Whether this file of the cluster holds pages. */
export function holdsPages(file: string): boolean {
  return /\/(base\/\d+|global)\/\d+(\.\d+)?$/.test(file)
}

/** All row versions in a file of pages. */
export function rowsInPages(file: string, content: Buffer): Row[] {
  const rows: Row[] = []
  for (let start = 0; start + PAGE <= content.length; start += PAGE) {
    for (const { xid, bytes, offset } of tuplesIn(content.subarray(start, start + PAGE)))
      rows.push({ xid, bytes, file, at: start + offset })
  }
  return rows
}
