import type { Body, Fields } from './forms.ts'

/** Values by names that clients choose: `entries` null: there are none; `rest`: the other fields. */
export type Named = { entries: [string, unknown][] | 'unreadable' | null; rest: Body }

/**
 * The values of a field such as `{"choices": {"agree": 1}}`: in a form `choices[agree]=1`, or the JSON text
 * as one field.
 */
export function readByName(field: string, { encoding, fields, numbered = {} }: Body): Named {
  const isOf = (name: string) => name === field || nameIn(field, name) !== null
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !isOf(name)))
  return { entries: entriesOf(field, fields, numbered), rest: { encoding, fields: rest } }
}

function entriesOf(field: string, fields: Fields, numbered: Fields): Named['entries'] {
  const byNumber = valuesIn(field, numbered)
  const single = [...valuesIn(field, fields), ...byNumber]
  const list = fields[field]
  // A form's `choices[7]=1` also parses as the first of a list: then the number is the name.
  const given = Array.isArray(list) && list.length === byNumber.length ? null : parsed(list)
  if (given === undefined || given === null) return single.length === 0 ? null : single
  return typeof given !== 'object' || Array.isArray(given)
    ? 'unreadable'
    : [...Object.entries(given), ...single]
}

function valuesIn(field: string, fields: Fields): [string, unknown][] {
  return Object.entries(fields).flatMap(([whole, value]): [string, unknown][] => {
    const name = nameIn(field, whole)
    return name === null ? [] : [[name, value]]
  })
}

/** `agree` of `choices[agree]`. */
function nameIn(field: string, whole: string): string | null {
  return whole.startsWith(`${field}[`) && whole.endsWith(']') ? whole.slice(field.length + 1, -1) : null
}

function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
