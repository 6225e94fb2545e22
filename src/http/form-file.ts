import { Malformed } from '../errors.ts'

/** A file in a form, as it comes. */
export type FormFile = { name: string; content: AsyncGenerator<Buffer> }

const MOST_HEADER_BYTES = 16_384
const LINE_END = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')
const MOST_BOUNDARY = 70

/**
 * The first file of a form that is sent as multipart/form-data, without keeping more of it than a chunk.
 * Null: it has none. Malformed: it is no such form, or breaks off.
 */
export async function openFormFile(
  body: AsyncIterable<Buffer>,
  content_type: string,
): Promise<FormFile | null> {
  const text = boundaryIn(content_type)
  if (text === '' || text.length > MOST_BOUNDARY) throw new Malformed('malformed_body.multipart')
  const reader = new Reader(body, Buffer.from(`\r\n--${text}`))
  while (await reader.toNextPart()) {
    const name = fileNameIn(await reader.headers())
    if (name !== null) return { name, content: reader.content() }
  }
  return null
}

/** What separates the parts of a form. Empty: it is no form with files. */
function boundaryIn(content_type: string): string {
  if (!/^multipart\/form-data\s*;/i.test(content_type)) return ''
  const [, found = '', quoted] = /;\s*boundary=("([^"]+)"|[^\s;"]+)/i.exec(content_type) ?? []
  return quoted ?? found
}

/** The name of the file that a part holds. Null: it holds none; browsers send an empty name then. */
function fileNameIn(headers: string): string | null {
  const disposition = headers.split('\r\n').find((line) => /^content-disposition:/i.test(line)) ?? ''
  const [, name = ''] = /;\s*filename="([^"]*)"/i.exec(disposition) ?? []
  return name === '' ? null : name
}

class Reader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #mark: Buffer
  // The first boundary has no line before it.
  #held: Buffer = LINE_END

  constructor(body: AsyncIterable<Buffer>, mark: Buffer) {
    this.#chunks = body[Symbol.asyncIterator]()
    this.#mark = mark
  }

  /** Skips what comes before the next part. False: there is none. */
  async toNextPart(): Promise<boolean> {
    for await (const _ of this.content());
    while (this.#held.length < 2) await this.#more()
    return this.#held.subarray(0, 2).equals(LINE_END)
  }

  async headers(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf(HEADERS_END)
      if (end >= 0) {
        const text = this.#held.subarray(0, end).toString('utf8').trim()
        this.#held = this.#held.subarray(end + HEADERS_END.length)
        return text
      }
      if (this.#held.length > MOST_HEADER_BYTES) throw new Malformed('malformed_body.multipart')
      await this.#more()
    }
  }

  /** What comes until the next boundary. */
  async *content(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#held.indexOf(this.#mark)
      if (end >= 0) {
        const last = this.#held.subarray(0, end)
        this.#held = this.#held.subarray(end + this.#mark.length)
        if (last.length > 0) yield last
        return
      }
      // The boundary may have begun at the end of what is there.
      const sure = this.#held.length - this.#mark.length + 1
      if (sure > 0) {
        const part = this.#held.subarray(0, sure)
        this.#held = this.#held.subarray(sure)
        yield part
      }
      await this.#more()
    }
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next()
    if (done === true) throw new Malformed('malformed_body.multipart')
    this.#held = Buffer.concat([this.#held, value])
  }
}
