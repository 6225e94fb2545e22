/** A line of a file, with its number from 1; `text` null: it is too long; `ends`: with a line break. */
export type TextLine = { number: number; text: string | null; ends: boolean }

const NEWLINE = 10

/**
 * The lines of a file, without empty ones. Keeps at most one line of `most` bytes: the rest of a longer one
 * is skipped.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<TextLine> {
  let parts: Buffer[] = []
  let bytes = 0
  let number = 1
  const take = (ends: boolean): TextLine | null => {
    const text =
      bytes > most
        ? null
        : Buffer.concat(parts)
            .toString('utf8')
            .replace(/^\ufeff/, '')
    const line = { number, text, ends }
    parts = []
    bytes = 0
    number += 1
    return text !== null && text.trim() === '' ? null : line
  }
  const add = (part: Buffer) => {
    bytes += part.length
    if (bytes <= most) parts.push(part)
    else parts = []
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, at))
      from = at + 1
      const line = take(true)
      if (line !== null) yield line
    }
    // A copy: the stream may use its buffer again.
    add(Buffer.from(chunk.subarray(from)))
  }
  const last = take(false)
  if (last !== null) yield last
}
