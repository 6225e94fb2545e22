import { expect, test } from 'vitest'
import { readRules } from './rule-fields-part.tsx'

const condition = { option: 'agree', at: 'least', of: 'cast' } as const
const typed = (percent: string) => ({
  'thresholds[0][option]': 'agree',
  'thresholds[0][at]': 'least',
  'thresholds[0][of]': 'cast',
  'thresholds[0][percent]': percent,
})
const percentOf = (fields: ReturnType<typeof typed>, stored: number[]) => {
  const { rules, problems } = readRules(
    fields,
    stored.map((percent) => ({ ...condition, percent })),
  )
  expect(problems).toEqual([])
  return rules.thresholds.map(({ percent }) => percent)
}

test('66.67 percent that somebody types is two thirds', () => {
  expect(percentOf(typed('66.67'), [])).toEqual([66.66])
  expect(percentOf(typed('66,67'), [50])).toEqual([66.66])
})

test('a condition that was left as it was shown stays as it is stored', () => {
  expect(percentOf(typed('66.67'), [66.67])).toEqual([66.67])
  expect(percentOf(typed('66.67'), [66.66])).toEqual([66.66])
})

test('a problem is at the field of its condition, also after one that is left empty', () => {
  const second = Object.fromEntries(
    Object.entries(typed('ten')).map(([name, value]) => [name.replace('[0]', '[1]'), value]),
  )
  const { problems } = readRules({ ...typed(''), ...second }, [])
  expect(problems).toEqual([{ field: 'thresholds[1][percent]', code: 'no_number', params: {} }])
})
