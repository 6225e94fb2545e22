/**
 * Parses the records of PostgreSQL's write-ahead log from all its files, needed or recycled. Format:
 * access/xlog_internal.h and access/xlogrecord.h of PostgreSQL 18.
 */

/** A page that a record is about. `image`: the full page at that time, if the record contains it. */
export type Block = { relation: number; number: number; image: Buffer | null; data: Buffer }

export type LogRecord = {
  at: number
  xid: number
  manager: number
  info: number
  blocks: Block[]
  main: Buffer
}

const LOG_PAGE = 8_192
const SHORT_HEADER = 24
const LONG_HEADER = 40
const RECORD_HEADER = 24
const LONGEST_RECORD = 2 ** 24
const PAGE = 8_192

type LogPage = { at: number; bytes: Buffer }

/**
 * All readable records in these files, in the order of writing. If two files contain a page, the first one
 * counts: the newest, which may have more.
 */
export function recordsIn(files: Buffer[]): LogRecord[] {
  const records: LogRecord[] = []
  for (const run of runsOf(files.flatMap(pagesOf))) records.push(...recordsOfRun(run))
  return records
}

/** Recycled files contain old pages, each with its original address, which gives the order. */
function pagesOf(file: Buffer): LogPage[] {
  const pages: LogPage[] = []
  for (let start = 0; start + LOG_PAGE <= file.length; start += LOG_PAGE) {
    const at = Number(file.readBigUInt64LE(start + 8))
    if (file.readUInt8(start + 1) === 0xd1 && at % LOG_PAGE === 0)
      pages.push({ at, bytes: file.subarray(start, start + LOG_PAGE) })
  }
  return pages
}

function runsOf(pages: LogPage[]): LogPage[][] {
  const runs: LogPage[][] = []
  for (const page of pages.sort((a, b) => a.at - b.at)) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (before?.at === page.at) continue
    if (run !== undefined && before?.at === page.at - LOG_PAGE) run.push(page)
    else runs.push([page])
  }
  return runs
}

/** The position of a page's content in its run, its address, and the position of its first record. */
type Place = { from: number; at: number; begins: number }

function recordsOfRun(run: LogPage[]): LogRecord[] {
  const { stream, places } = joined(run)
  const records: LogRecord[] = []
  let place = 0
  for (let offset = places[0]?.begins ?? stream.length; offset + RECORD_HEADER <= stream.length; ) {
    while ((places[place + 1]?.from ?? stream.length) <= offset) place++
    const { from = 0, at = 0 } = places[place] ?? {}
    const record = recordAt(stream, offset, at + offset - from)
    if (record !== null) records.push(record)
    // After an unreadable part, a page says where its first record begins.
    offset =
      record !== null
        ? offset + aligned(stream.readUInt32LE(offset))
        : (places.slice(place).find(({ begins }) => begins > offset)?.begins ?? stream.length)
  }
  return records
}

/** The pages of a run as one, without their headers. */
function joined(run: LogPage[]): { stream: Buffer; places: Place[] } {
  const parts: Buffer[] = []
  const places: Place[] = []
  let from = 0
  for (const { at, bytes } of run) {
    const header = (bytes.readUInt16LE(2) & 2) === 0 ? SHORT_HEADER : LONG_HEADER
    places.push({ from, at: at + header, begins: from + aligned(bytes.readUInt32LE(16)) })
    parts.push(bytes.subarray(header))
    from += bytes.length - header
  }
  return { stream: Buffer.concat(parts), places }
}

const aligned = (length: number) => Math.ceil(length / 8) * 8

function recordAt(stream: Buffer, offset: number, at: number): LogRecord | null {
  const length = stream.readUInt32LE(offset)
  if (length < RECORD_HEADER || length > LONGEST_RECORD || offset + length > stream.length) return null
  const bytes = stream.subarray(offset, offset + length)
  try {
    return {
      at,
      xid: bytes.readUInt32LE(4),
      info: bytes.readUInt8(16),
      manager: bytes.readUInt8(17),
      ...contentOf(bytes),
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

type BlockHeader = Omit<Block, 'image' | 'data'> & {
  data_length: number
  image: { length: number; hole_at: number; info: number } | null
}

function contentOf(bytes: Buffer): Pick<LogRecord, 'blocks' | 'main'> {
  const headers: BlockHeader[] = []
  let main = -1
  let at = RECORD_HEADER
  while (main < 0 && at < bytes.length) {
    const id = bytes.readUInt8(at)
    if (id === 255) {
      main = bytes.readUInt8(at + 1)
      at += 2
    } else if (id === 254) {
      main = bytes.readUInt32LE(at + 1)
      at += 5
    } else if (id === 253) at += 3
    else if (id === 252) at += 5
    else if (id <= 32) at = readBlockHeader(bytes, at, headers)
    else throw new RangeError('no record')
    // Payloads follow the headers; a record may have no main part.
    if (main < 0 && at + payload(headers) === bytes.length) main = 0
  }
  return { ...payloads(bytes, at, headers), main: bytes.subarray(bytes.length - Math.max(main, 0)) }
}

const payload = (headers: BlockHeader[]) =>
  headers.reduce((sum, { data_length, image }) => sum + data_length + (image?.length ?? 0), 0)

function readBlockHeader(bytes: Buffer, start: number, headers: BlockHeader[]): number {
  const flags = bytes.readUInt8(start + 1)
  const data_length = bytes.readUInt16LE(start + 2)
  let at = start + 4
  let image: BlockHeader['image'] = null
  if ((flags & 0x10) !== 0) {
    image = {
      length: bytes.readUInt16LE(at),
      hole_at: bytes.readUInt16LE(at + 2),
      info: bytes.readUInt8(at + 4),
    }
    const is_compressed = (image.info & 0x1c) !== 0
    at += is_compressed && (image.info & 1) !== 0 ? 7 : 5
  }
  let relation = headers.at(-1)?.relation ?? 0
  if ((flags & 0x80) === 0) {
    relation = bytes.readUInt32LE(at + 8)
    at += 12
  }
  headers.push({ relation, number: bytes.readUInt32LE(at), data_length, image })
  return at + 4
}

function payloads(bytes: Buffer, start: number, headers: BlockHeader[]): { blocks: Block[] } {
  let at = start
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  return {
    blocks: headers.map(({ relation, number, data_length, image }) => ({
      relation,
      number,
      image: image === null ? null : wholePage(take(image.length), image),
      data: take(data_length),
    })),
  }
}

/** The gap in the middle of a page is not in its image. Null: it is compressed, which is off by default. */
function wholePage(bytes: Buffer, { hole_at, info }: { hole_at: number; info: number }): Buffer | null {
  if ((info & 0x1c) !== 0) return null
  if ((info & 1) === 0) return bytes
  return Buffer.concat([
    bytes.subarray(0, hole_at),
    Buffer.alloc(PAGE - bytes.length),
    bytes.subarray(hole_at),
  ])
}
