import { Transform } from 'node:stream'

const NEWLINE = 10

/** Passes on text in whole lines only: otherwise the output of several processes would mix within a line. */
export function wholeLines(): Transform {
  let begun: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const text = Buffer.concat([begun, chunk])
      const end = text.lastIndexOf(NEWLINE) + 1
      begun = text.subarray(end)
      if (end > 0) this.push(text.subarray(0, end))
      done()
    },
    flush(done) {
      if (begun.length > 0) this.push(`${begun}\n`)
      done()
    },
  })
}
