// Everything but line ends and tabs that a terminal would obey instead of showing.
const COMMANDING = /(?![\n\t])[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu
const GAP = '  '

/** Prints a line, or several. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints one JSON document on one line. */
export function printJson(document: object): void {
  print(JSON.stringify(document))
}

/** What people wrote, safe to show: nothing in it commands the terminal. */
export function shown(text: string): string {
  return text.replace(COMMANDING, '\ufffd')
}

/** An instant in ISO 8601, UTC, whole seconds; a dash for none. */
export function instant(at: Date | null): string {
  return at === null ? '-' : at.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Prints rows under headings in aligned columns, or `empty` when there are none. */
export function printTable(headings: string[], rows: string[][], empty: string): void {
  print(rows.length === 0 ? empty : tableOf([headings, ...rows]))
}

/** Rows in aligned columns. */
export function tableOf(rows: string[][]): string {
  const clean = rows.map((row) => row.map((cell) => shown(cell).replaceAll(/[\n\t]/g, ' ')))
  const widths: number[] = []
  for (const row of clean) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, lengthOf(cell))
  }
  const padded = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell))
  return clean.map((row) => row.map(padded).join(GAP).trimEnd()).join('\n')
}

function lengthOf(text: string): number {
  return [...text].length
}
