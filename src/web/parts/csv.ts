/** One cell: user text, or a number of ours; null: empty. */
export type Cell = string | number | null

// With leading spaces or in full-width forms, they begin a formula too.
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

// A spreadsheet that separates cells by semicolons, as in German or French, begins one in the middle of ours,
// even after quotation marks. Takes all of these at once, so that no character is read twice.
const WITHIN = /([;\r\n][;"'\s]*)([=+\-@\uff1d\uff0b\uff0d\uff20]?)/gu
/** Begins one even when nothing but quotation marks is before it. */
const TAB_WITHIN = /[;\r\n]["']*(?=\t)/gu

/**
 * Rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe before it: at its
 * beginning, after a semicolon and after a line break. The JSON exports contain the texts as they are.
 */
export function csvOf(rows: Cell[][]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  // A negative number is no formula.
  if (typeof cell === 'number') return String(cell)
  return `"${asText(cell).replaceAll('"', '""')}"`
}

function asText(cell: string): string {
  const marked = cell.replace(WITHIN, (_, before: string, formula: string) => {
    const start = before.replace(TAB_WITHIN, "$&'")
    return formula === '' ? start : `${start}'${formula}`
  })
  return FORMULA.test(cell) ? `'${marked}` : marked
}
