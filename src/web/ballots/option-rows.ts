import { clipped, type Problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { isLongMeaning, isLongName, MAX_OPTIONS } from '../../polls/poll-option.ts'
import { isBlank } from '../../text/blank.ts'

// The options of a new poll as rows of its form: each has a field and buttons that move it.

/** The form after one of its buttons was pressed; `focus`: the id of the field to focus. */
export type Changed = { values: Fields; focus: string }

/** A row: an option's name, description and cost. */
export type Row = { name: string; meaning: string; cost: string }

export const NO_ROW: Row = { name: '', meaning: '', cost: '' }

/**
 * The rows, including empty ones. Several lines in one field become several rows, of which the first keeps
 * the description and the cost.
 */
export function rowsIn({ options = [], option_meanings = [], option_costs = [] }: Fields): Row[] {
  const meanings = [option_meanings].flat()
  const costs = [option_costs].flat()
  return [options].flat().flatMap((text, place) =>
    String(text)
      .split(/\r?\n/)
      .map((name, line) => ({
        name,
        meaning: line === 0 ? String(meanings[place] ?? '') : '',
        cost: line === 0 ? String(costs[place] ?? '') : '',
      })),
  )
}

/** The id of the field of a row, counted from 1. */
export const rowId = (row: number) => `option-${row}`

/** Whether a row is one of those that a problem with the options is about. */
export function isWrong(
  { name, meaning, cost }: Row,
  rows: readonly Row[],
  problems: readonly Problem[],
): boolean {
  const text = name.trim()
  return problems.some(({ field, code }) => {
    if (field !== 'options') return false
    switch (code) {
      case 'option_twice':
        return text !== '' && rows.filter((row) => row.name.trim() === text).length > 1
      case 'too_long_option':
        return isLongName(text)
      // A row with nothing at all is no option.
      case 'blank_option':
        return isBlank(name) && [name, meaning, cost].some((typed) => typed.trim() !== '')
      case 'too_few':
      case 'blank':
        return text === ''
      default:
        return false
    }
  })
}

/** Whether the problems say that a row's description is too long. */
export function isMeaningWrong({ meaning }: Row, problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === 'too_long_meaning') && isLongMeaning(meaning)
}

/** The problems with costs: those of each row's option, by the row's place, and those about no single row. */
export function costFaults(
  rows: readonly Row[],
  problems: readonly Problem[],
): { of_rows: Problem[][]; whole: Problem[] } {
  const about = problems.filter(({ field }) => field === 'option_costs')
  const of_rows = rows.map(({ name }) => {
    const text = clipped(name.trim())
    return about.filter(({ params }) => text !== '' && 'text' in params && params.text === text)
  })
  const placed = new Set(of_rows.flat())
  return { of_rows, whole: about.filter((one) => !placed.has(one)) }
}

/** The values of the buttons at a row. */
export const STEPS = {
  add: 'rows-add',
  up: (row: number) => `rows-move-${row}-${row - 1}`,
  down: (row: number) => `rows-move-${row}-${row + 1}`,
  remove: (row: number) => `rows-remove-${row}`,
}

/** The form after one of these buttons. Null: not one of them. */
export function changeRows(values: Fields, step: string): Changed | null {
  const rows = rowsIn(values)
  const row = changed(rows, step)
  if (row === null) return null
  const options = rows.map(({ name }) => name)
  const option_meanings = rows.map(({ meaning }) => meaning)
  const option_costs = rows.map(({ cost }) => cost)
  return { values: { ...values, options, option_meanings, option_costs }, focus: rowId(Math.max(1, row)) }
}

/** Changes the rows and returns the row to focus. Null: no such button. */
function changed(rows: Row[], step: string): number | null {
  if (step === STEPS.add) return rows.length < MAX_OPTIONS ? rows.push(NO_ROW) : rows.length
  const [, from = '', to] = /^rows-(?:move|remove)-(\d{1,3})(?:-(\d{1,3}))?$/.exec(step) ?? []
  if (from === '' || step.startsWith('rows-move') !== (to !== undefined)) return null
  const [row] = rows.splice(Number(from) - 1, 1)
  if (row === undefined) return 1
  if (to === undefined) return Math.min(Number(from), rows.length)
  const place = Math.min(Math.max(Number(to), 1), rows.length + 1)
  rows.splice(place - 1, 0, row)
  return place
}
