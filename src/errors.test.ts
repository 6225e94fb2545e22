import { describe, expect, test } from 'vitest'
import { firstWords, Invalid, MOST_NAMED, moreOf, type Problem, quoted } from './errors.ts'

const problems = (count: number, field = 'options'): Problem[] =>
  Array.from({ length: count }, (_, at) => ({ field, code: 'invalid', message: `hold ${at}` }))

describe('what is wrong with a list', () => {
  test('is named whole, up to a hundred things', () => {
    const { problems: all } = new Invalid(problems(MOST_NAMED))
    expect([all.length, all.at(-1)?.message]).toEqual([100, 'hold 99'])
  })

  test('beyond a hundred things is counted, for each field by itself', () => {
    const { problems: all, message } = new Invalid([...problems(5_000), ...problems(101, 'emails')])
    expect(all.map(({ field }) => field).filter((field) => field === 'options')).toHaveLength(101)
    expect(all.slice(-2)).toEqual([
      { field: 'options', code: 'more', message: 'have 4900 more problems' },
      { field: 'emails', code: 'more', message: 'have 1 more problem' },
    ])
    expect(message).toContain('Options hold 99; ')
    expect(message.endsWith('Options have 4900 more problems; Emails have 1 more problem')).toBe(true)
  })

  test('that was counted already is not counted again', () => {
    const { problems: all } = new Invalid([...problems(100), moreOf('options', 7)])
    expect(all.at(-1)?.message).toBe('have 7 more problems')
    expect(all).toHaveLength(101)
  })
})

test('a list in a sentence names a hundred', () => {
  const words = Array.from({ length: 103 }, (_, at) => String(at))
  expect(firstWords(words)).toMatch(/^0, 1, .* 99 and 3 more$/)
  expect(firstWords(words.slice(0, 2))).toBe('0, 1')
})

test('what was sent is quoted as far as tells which it is, and torn nowhere', () => {
  expect(quoted('short')).toBe('"short"')
  expect(quoted('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(80)}…"`)
  expect(quoted(`${'x'.repeat(79)}\u{1F30D}y`).isWellFormed()).toBe(true)
})
