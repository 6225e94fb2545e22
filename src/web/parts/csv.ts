/** One cell: text that people wrote, or a number of ours; null: empty. */
export type Cell = string | number | null

// With spaces before them, and in their wide forms, they begin a formula too.
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

/** Rows as CSV (RFC 4180). Text that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvOf(rows: Cell[][]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  // A number below 0 is a number.
  if (typeof cell === 'number') return String(cell)
  return `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
}
