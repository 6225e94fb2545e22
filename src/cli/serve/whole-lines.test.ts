import { once } from 'node:events'
import { expect, test } from 'vitest'
import { wholeLines } from './whole-lines.ts'

/** The output, write by write. */
async function handedOn(chunks: Buffer[]): Promise<string[]> {
  const written: string[] = []
  const lines = wholeLines().on('data', (chunk: Buffer) => written.push(String(chunk)))
  for (const chunk of chunks) lines.write(chunk)
  lines.end()
  await once(lines, 'end')
  return written
}

test('a line that arrives in pieces is passed on when it is complete', async () => {
  const chunks = ['on', 'e\ntw', 'o\nthree\nfo', 'ur\n'].map((text) => Buffer.from(text))
  expect(await handedOn(chunks)).toEqual(['one\n', 'two\nthree\n', 'four\n'])
})

test('characters split between chunks stay intact, and the last line gets a line end', async () => {
  const bytes = Buffer.from('für\nlast')
  expect(await handedOn([bytes.subarray(0, 2), bytes.subarray(2)])).toEqual(['für\n', 'last\n'])
})
