import { expect, test } from 'vitest'
import { commandLines, wrapped } from './terminal.ts'

test('text wraps between words, but a date keeps its time', () => {
  expect(wrapped('since 2026-11-23 04:15Z', 12)).toEqual(['since', '2026-11-23 04:15Z'])
})

const COMMAND = 'npx folkmoot group create --name "Mill Lane Co-op" --admin-email you@example.org'

test('a long command continues in further lines, which a shell joins, and its options keep their values', () => {
  expect(commandLines(COMMAND, 50).split('\n')).toEqual([
    '  npx folkmoot group create \\',
    '    --name "Mill Lane Co-op" \\',
    '    --admin-email you@example.org',
  ])
})

test('a command that fits has one line', () => {
  expect(commandLines(COMMAND, Number.POSITIVE_INFINITY)).toBe(`  ${COMMAND}`)
})
