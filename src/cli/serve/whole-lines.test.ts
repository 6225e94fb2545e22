import { once } from 'node:events'
import { expect, test } from 'vitest'
import { wholeLines } from './whole-lines.ts'

/** What is handed on, write by write. */
async function handedOn(chunks: Buffer[]): Promise<string[]> {
  const written: string[] = []
  const lines = wholeLines().on('data', (chunk: Buffer) => written.push(String(chunk)))
  for (const chunk of chunks) lines.write(chunk)
  lines.end()
  await once(lines, 'end')
  return written
}

test('a line that comes in pieces is handed on when it is whole', async () => {
  const chunks = ['on', 'e\ntw', 'o\nthree\nfo', 'ur\n'].map((text) => Buffer.from(text))
  expect(await handedOn(chunks)).toEqual(['one\n', 'two\nthree\n', 'four\n'])
})

test('signs that are cut in two stay what they are, and the last line gets an end', async () => {
  const bytes = Buffer.from('für\nlast')
  expect(await handedOn([bytes.subarray(0, 2), bytes.subarray(2)])).toEqual(['für\n', 'last\n'])
})
