import { cutShort, damaged, END_OF_ROWS } from './file-format.ts'

/** A backup, read from start to end. */
export type BackupSource = {
  /** The next line, without its line end. */
  line(): Promise<string>
  /** The rows up to the line that ends them. */
  rows(): AsyncGenerator<Buffer>
  /** Reads to the end. Anything left is an error. */
  end(): Promise<void>
}

const LINE_MAX_BYTES = 1_000_000
const NEWLINE = 10
const END = Buffer.from(`\n${END_OF_ROWS}`)
const NO_ROWS = Buffer.from(END_OF_ROWS)

/**
 * Reads a backup from its (unpacked) bytes, with only a piece of it in memory. Throws Halt when it is
 * damaged.
 */
export function openSource(bytes: AsyncIterable<Buffer>): BackupSource {
  const pieces = bytes[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  const more = async () => {
    const next = await pieces.next()
    if (next.done) throw cutShort()
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value])
  }
  const take = (length: number) => {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }

  async function line(): Promise<string> {
    while (!held.includes(NEWLINE)) {
      if (held.length > LINE_MAX_BYTES) throw damaged()
      await more()
    }
    return take(held.indexOf(NEWLINE) + 1)
      .toString()
      .trimEnd()
  }

  async function* rows(): AsyncGenerator<Buffer> {
    while (held.length < NO_ROWS.length) await more()
    if (held.subarray(0, NO_ROWS.length).equals(NO_ROWS)) {
      take(NO_ROWS.length)
      return
    }
    while (!held.includes(END)) {
      // Its end may contain the start of the end marker.
      if (held.length >= END.length) yield take(held.length - END.length + 1)
      await more()
    }
    yield take(held.indexOf(END) + 1)
    take(NO_ROWS.length)
  }

  async function end(): Promise<void> {
    if (held.length > 0 || !(await pieces.next()).done) throw damaged()
  }

  return { line, rows, end }
}
