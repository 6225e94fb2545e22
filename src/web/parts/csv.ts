/** One cell: user text, or a number of ours; null: empty. */
export type Cell = string | number | null

// With leading spaces or in full-width forms, they begin a formula too.
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

/** Rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function csvOf(rows: Cell[][]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  // A negative number is no formula.
  if (typeof cell === 'number') return String(cell)
  return `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
}
