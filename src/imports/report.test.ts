import { expect, test } from 'vitest'
import { Reporter } from './report.ts'

test('ten thousand attachments keep nothing else out', () => {
  const reporter = new Reporter()
  for (let line = 0; line < 10_001; line++) reporter.note({ line, code: 'attachment' })
  reporter.leaveOut('vote', { line: 20_000, code: 'bad_ballot' })
  const { notes, more_notes } = reporter.report(true)
  expect([notes.length, notes[0]?.code, more_notes]).toEqual([10_001, 'bad_ballot', 1])
})

test('what was left out comes first, then what was changed, and last what may concern very many records', () => {
  const reporter = new Reporter()
  reporter.note({ line: 1, code: 'tags' })
  reporter.note({ line: 2, code: 'shortened' })
  reporter.leaveOut('vote', { line: 4, code: 'bad_ballot' })
  reporter.leaveOut('vote', { line: 3, code: 'twice' })
  const { notes } = reporter.report(true)
  expect(notes.map(({ code, line }) => [code, line])).toEqual([
    ['twice', 3],
    ['bad_ballot', 4],
    ['shortened', 2],
    ['tags', 1],
  ])
})
