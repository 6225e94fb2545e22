import { expect, test } from 'vitest'
import { problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { changeRows, isMeaningWrong, isWrong, rowsIn, STEPS } from './option-rows.ts'

const FORM = { title: 'Roof', options: ['Slate', 'Tile', 'Turf'] }
const names = (form: object) => rowsIn(form as Fields).map(({ name }) => name)
const rowsAfter = (step: string) => {
  const changed = changeRows(FORM, step)
  return changed && [changed.values['options'], changed.focus]
}

test('each line of a field is a row, and so is each field', () => {
  expect(names({ options: 'Slate\r\nTile\nTurf' })).toEqual(FORM.options)
  expect(names(FORM)).toEqual(FORM.options)
  expect(rowsIn({})).toEqual([])
})

test.each([
  [STEPS.add, ['Slate', 'Tile', 'Turf', ''], 'option-4'],
  [STEPS.up(2), ['Tile', 'Slate', 'Turf'], 'option-1'],
  [STEPS.down(1), ['Tile', 'Slate', 'Turf'], 'option-2'],
  [STEPS.up(1), FORM.options, 'option-1'],
  [STEPS.down(3), FORM.options, 'option-3'],
  [STEPS.remove(2), ['Slate', 'Turf'], 'option-2'],
  [STEPS.remove(3), ['Slate', 'Tile'], 'option-2'],
  [STEPS.remove(9), FORM.options, 'option-1'],
])('%s leaves %j, and goes on at %s', (step, options, focus) => {
  expect(rowsAfter(step)).toEqual([options, focus])
})

test('a row is added while more are allowed, and unknown buttons return null', () => {
  const full = { options: Array.from({ length: 200 }, (_, place) => `Option ${place}`) }
  expect(changeRows(full, STEPS.add)?.values['options']).toHaveLength(200)
  for (const step of ['start', 'rows', 'rows-add-x', 'rows-move-1', 'rows-remove-9999'])
    expect(rowsAfter(step)).toBeNull()
})

test('a description stays with its option', () => {
  const form = { options: ['Slate\nTile', 'Turf'], option_meanings: ['Lasts', 'Grows'] }
  const described = (values: object) =>
    rowsIn(values as Fields).map(({ name, meaning }) => `${name}: ${meaning}`)
  expect(described(form)).toEqual(['Slate: Lasts', 'Tile: ', 'Turf: Grows'])
  const after = (step: string) => described(changeRows(form, step)?.values ?? {})
  expect(after(STEPS.up(3))).toEqual(['Slate: Lasts', 'Turf: Grows', 'Tile: '])
  expect(after(STEPS.remove(1))).toEqual(['Tile: ', 'Turf: Grows'])
  expect(after(STEPS.add)).toEqual(['Slate: Lasts', 'Tile: ', 'Turf: Grows', ': '])
})

test('the rest of the form stays unchanged', () => {
  expect(changeRows(FORM, STEPS.add)?.values['title']).toBe('Roof')
})

test('the rows that a problem is about are known', () => {
  const rows = rowsIn({ options: ['Slate', 'Tile', ' Slate', '', 'x'.repeat(251), ''] })
  const wrong = (...problems: Parameters<typeof isWrong>[2]) =>
    rows.flatMap((row, place) => (isWrong(row, rows, problems) ? [place + 1] : []))
  expect(wrong()).toEqual([])
  expect(wrong(problem('options', 'option_twice', { text: 'Slate' }))).toEqual([1, 3])
  expect(wrong(problem('options', 'too_long_option', { text: 'x', most: 250 }))).toEqual([5])
  expect(wrong(problem('options', 'too_few', { least: 2 }))).toEqual([4, 6])
  expect(wrong(problem('title', 'blank'))).toEqual([])
})

test('a row without a name is wrong if it has something else', () => {
  const form = {
    options: ['Slate', '', '', ' '],
    option_meanings: ['', '', 'Grows', ''],
    option_costs: ['', '5', '', ''],
  }
  const rows = rowsIn(form)
  const blank = [problem('options', 'blank_option')]
  expect(rows.map((row) => isWrong(row, rows, blank))).toEqual([false, true, true, false])
})

test('the rows whose description is too long are known', () => {
  const long = problem('option_meanings', 'too_long_meaning', { text: 'Turf', most: 500 })
  const rows = rowsIn({ options: ['Slate', '', 'Turf'], option_meanings: ['Lasts', '', 'x'.repeat(501)] })
  expect(rows.map((row) => isMeaningWrong(row, [long]))).toEqual([false, false, true])
  expect(rows.some((row) => isMeaningWrong(row, []))).toBe(false)
})
