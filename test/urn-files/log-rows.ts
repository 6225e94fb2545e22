import type { LogRecord } from './log-records.ts'
import { type Row, tuplesIn } from './pages.ts'

/** The row versions in the write-ahead log. Format: access/heapam_xlog.h of PostgreSQL 18. */

const HEAP2 = 9
const HEAP = 10
const INSERT = 0x00
const UPDATE = 0x20
const HOT_UPDATE = 0x40
const MULTI_INSERT = 0x50
const OPERATION = 0x70
const INIT_PAGE = 0x80
const PREFIX_FROM_OLD = 0x20
const SUFFIX_FROM_OLD = 0x40
const TUPLE_HEADER = 23
/** The part of a tuple's header in a record: two words of flags, and the offset of its columns. */
const KEPT_HEADER = 5
const FILE = 'the log'

/** Row versions by position: an update record contains only the difference to the previous one. */
type Places = Map<string, Buffer>
type Reading = { places: Places; rows: Row[]; record: LogRecord }

/** Every row version that was written, or was in a full-page image. */
export function rowsInLog(records: LogRecord[]): Row[] {
  const places: Places = new Map()
  const rows: Row[] = []
  for (const record of records) {
    const reading = { places, rows, record }
    readImages(reading)
    const operation = record.info & OPERATION
    if (record.manager === HEAP && operation === INSERT) readInsert(reading)
    if (record.manager === HEAP && (operation === UPDATE || operation === HOT_UPDATE)) readUpdate(reading)
    if (record.manager === HEAP2 && operation === MULTI_INSERT) readMany(reading)
  }
  return rows
}

const keyOf = (block: { relation: number; number: number }, place: number) =>
  `${block.relation} ${block.number} ${place}`

function keep({ places, rows, record }: Reading, key: string, bytes: Buffer): void {
  places.set(key, bytes)
  rows.push({ xid: record.xid, bytes, file: FILE, at: record.at })
}

function readImages({ places, rows, record }: Reading): void {
  for (const block of record.blocks) {
    if (block.image === null) continue
    for (const { xid, bytes, place } of tuplesIn(block.image)) {
      if (place > 0) places.set(keyOf(block, place), bytes)
      rows.push({ xid, bytes, file: FILE, at: record.at })
    }
  }
}

function readInsert(reading: Reading): void {
  const { blocks, main } = reading.record
  const [block] = blocks
  if (block === undefined || block.data.length <= KEPT_HEADER) return
  const columns = block.data.subarray(KEPT_HEADER + block.data.readUInt8(4) - TUPLE_HEADER)
  keep(reading, keyOf(block, main.readUInt16LE(0)), columns)
}

function readUpdate(reading: Reading): void {
  const { blocks, main } = reading.record
  const [block, before = block] = blocks
  if (block === undefined || before === undefined || block.data.length <= KEPT_HEADER) return
  const flags = main.readUInt8(7)
  const old = reading.places.get(keyOf(before, main.readUInt16LE(4))) ?? Buffer.alloc(0)
  let at = 0
  const kept = (flag: number) => {
    if ((flags & flag) === 0) return 0
    at += 2
    return block.data.readUInt16LE(at - 2)
  }
  const [prefix, suffix] = [kept(PREFIX_FROM_OLD), kept(SUFFIX_FROM_OLD)]
  const header = block.data.readUInt8(at + 4)
  const columns = block.data.subarray(at + KEPT_HEADER + header - TUPLE_HEADER)
  const bytes = Buffer.concat([old.subarray(0, prefix), columns, old.subarray(old.length - suffix)])
  keep(reading, keyOf(block, main.readUInt16LE(12)), bytes)
}

function readMany(reading: Reading): void {
  const { blocks, main, info } = reading.record
  const [block] = blocks
  if (block === undefined || block.data.length === 0) return
  const count = main.readUInt16LE(2)
  let at = 0
  for (let place = 0; place < count; place++) {
    at += at % 2
    const length = block.data.readUInt16LE(at)
    const header = block.data.readUInt8(at + 6)
    const columns = block.data.subarray(at + 7 + header - TUPLE_HEADER, at + 7 + length)
    const number = (info & INIT_PAGE) === 0 ? main.readUInt16LE(4 + place * 2) : place + 1
    keep(reading, keyOf(block, number), columns)
    at += 7 + length
  }
}
