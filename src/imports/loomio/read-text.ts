import type { FileFault } from '../report.ts'

/** A file that is no export, as its first bytes tell. */
export class NoExport extends Error {
  readonly fault: FileFault
  constructor(fault: FileFault) {
    super(`not an export: ${fault}`)
    this.fault = fault
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

const ENOUGH_BYTES = 512
const ZIP = Buffer.from('PK')
const GZIP = Buffer.from([0x1f, 0x8b])

/**
 * The bytes of a file as UTF-8: editors and shells of some systems write UTF-16. Throws NoExport when its
 * beginning shows that it is something else.
 */
export async function* readText(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  let decoder: TextDecoder | null = null
  for await (const chunk of chunks) {
    if (head === null) {
      yield decoder === null ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }))
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < ENOUGH_BYTES) continue
    decoder = decoderFor(head)
    yield decoder === null ? head : Buffer.from(decoder.decode(head, { stream: true }))
    head = null
  }
  if (head === null) {
    if (decoder !== null) yield Buffer.from(decoder.decode())
    return
  }
  if (head.length === 0) throw new NoExport('empty')
  const last = decoderFor(head)
  yield last === null ? head : Buffer.from(last.decode(head))
}

/** Null: it is UTF-8. */
function decoderFor(head: Buffer): TextDecoder | null {
  if (head.subarray(0, ZIP.length).equals(ZIP)) throw new NoExport('zip')
  if (head.subarray(0, GZIP.length).equals(GZIP)) throw new NoExport('gzip')
  const encoding = encodingOf(head)
  const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding)
  const text = decoder === null ? head.toString('utf8') : new TextDecoder(encoding).decode(head)
  // Every line of an export is a JSON object.
  if (
    text
      .replace(/^\ufeff/, '')
      .trimStart()
      .startsWith('<')
  )
    throw new NoExport('html')
  return decoder
}

/** By its mark, or by the place of the zeros in its first brace. */
function encodingOf(head: Buffer): Encoding {
  const [first = 0, second = 0] = head
  if ((first === 0xff && second === 0xfe) || (first === 0x7b && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x7b)) return 'utf-16be'
  return 'utf-8'
}
