import { alignedRows, continuedRows, headedRows } from './table.ts'
import { lineWidth, painted, wrapped } from './terminal.ts'

// Control characters that a terminal would execute, except line ends and tabs.
const COMMANDING = /(?![\n\t])[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

/** Prints lines exactly as they are: for output that programs read or people copy. */
export function printExactly(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints sentences wrapped to the width of the terminal. */
export function print(text: string): void {
  printExactly(fitted(text, lineWidth()))
}

/** Says on standard error what people should know and programs may ignore. */
export function warn(text: string): void {
  const { stderr } = process
  stderr.write(`${painted('warning', fitted(text, lineWidth(stderr)), stderr)}\n`)
}

/** Prints sentences that belong to the line above: indented, and wrapped to the width of the terminal. */
export function printBelow(text: string): void {
  printExactly(hanging(text, INDENT, lineWidth()).join('\n'))
}

const INDENT = '  '
/** What begins an item of a list. */
const ITEM = /^(?:- |\d+\. )/

/** Sentences wrapped to this width; indented lines stay whole, and the lines of an item in a list align. */
export function fitted(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith(' ')) return line
      const [start = ''] = ITEM.exec(line) ?? []
      return hanging(line.slice(start.length), start, width)
    })
    .join('\n')
}

/** The lines of a text after `start`; the others are indented as far. */
function hanging(text: string, start: string, width: number): string[] {
  return wrapped(text, width - start.length).map(
    (line, place) => (place === 0 ? start : ' '.repeat(start.length)) + line,
  )
}

/** Prints one JSON document on one line. */
export function printJson(document: object): void {
  printExactly(JSON.stringify(document))
}

// They keep names in sentences apart from the direction of the text, and show nothing themselves.
const ISOLATES = /[\u2068\u2069]/g

/** User text, safe to show: it contains no terminal commands. */
export function shown(text: string): string {
  return text.replace(ISOLATES, '').replace(COMMANDING, '\ufffd')
}

/** An instant in ISO 8601, UTC, whole seconds; a dash for none. */
export function instant(at: Date | null): string {
  return at === null ? '-' : at.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** "2026-11-23 04:15Z": to the minute, for lists; a dash for none. */
export function minute(at: Date | null): string {
  return at === null ? '-' : at.toISOString().replace(/T(\d\d:\d\d).*/, ' $1Z')
}

/** Prints rows under headings in aligned columns, or `empty` if there are none. */
export function printTable(headings: string[], rows: string[][], empty: string): void {
  if (rows.length === 0) print(empty)
  else printExactly(headedRows(headings, rows.map(cleaned), lineWidth()))
}

/**
 * A table of cells without control characters but those that paint them. If its columns do not fit side by
 * side, it continues below, with the first column again.
 */
export function printPainted(headings: string[], rows: string[][]): void {
  printExactly(continuedRows(headings, rows, lineWidth()))
}

/** Rows in aligned columns, wrapped for the terminal. */
export function tableOf(rows: string[][]): string {
  return alignedRows(rows.map(cleaned), lineWidth())
}

function cleaned(row: string[]): string[] {
  return row.map((cell) => shown(cell).replaceAll(/[\n\t]/g, ' '))
}
