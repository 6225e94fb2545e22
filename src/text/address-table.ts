// Lines of a table with an address in one cell and names in others: CSV, or copied from a spreadsheet.

/** What separates cells: tabs, else semicolons, else commas, also those of other keyboards. */
const SEPARATORS = ['\t', ';؛；', ',،，、､']

// Parts of such words in the languages of the service.
const NAME_HEADING = /name|naam|\bnom|prénom|nombre|apellido|nome|imię|nazwisko|ім.?я|прізвище|اسم|名|姓/iu
const MAIL_HEADING = /mail|correo|courriel|adres|poczt|пошт|بريد|メール|邮/iu

/** An address without its "@" is no name: bo.example.org. */
const DOMAIN = /^\S+\.\p{L}{2,}$/u
const LETTER = /\p{L}/u

/** A given name and a surname may be in two cells. */
const GIVEN_AND_SURNAME = 2

/** In a single line, "ann@mill.example, bo" is two addresses, of which one is wrong. */
const LEAST_ROWS = 2

/** A line with one address, and the text beside it; `is_name`: as far as can be told. */
export type TableRow = { address: string; text: string; is_name: boolean }

/**
 * What is in each of these lines: a row, headings of columns, or null: neither. The headings say which cells
 * have names; without them, all cells do.
 */
export function readTable(lines: readonly string[]): (TableRow | 'heading' | null)[] {
  const table = lines.map(cellsOf)
  const filled = table.filter((cells) => cells.some((cell) => cell !== ''))
  const heading = filled[0] !== undefined && isHeading(filled[0], filled[1]) ? filled[0] : null
  const columns = (heading ?? []).flatMap((cell, place) => (NAME_HEADING.test(cell) ? [place] : []))
  const rows = table.map((cells) => rowOf(cells, columns))
  const is_table = heading !== null || rows.filter((row) => row !== null).length >= LEAST_ROWS
  return rows.map((row, place) => {
    if (table[place] === heading) return 'heading'
    return is_table || lines[place]?.includes('\t') ? row : null
  })
}

function isHeading(cells: string[], next: string[] = []): boolean {
  const names = cells.some((cell) => NAME_HEADING.test(cell) || MAIL_HEADING.test(cell))
  return names && cells.length === next.length && rowOf(cells, []) === null && hasAddress(next)
}

const hasAddress = (cells: string[]) => cells.filter((cell) => cell.includes('@')).length === 1

function rowOf(cells: string[], columns: number[]): TableRow | null {
  const place = cells.findIndex((cell) => cell.includes('@'))
  const address = cells[place] ?? ''
  const others = cells.filter((_, at) => at !== place)
  if (others.length === 0 || others.some((cell) => cell.includes('@')) || !/^[^\s<>]+$/.test(address))
    return null
  const beside = columns.length === 0 ? others : columns.map((at) => cells[at] ?? '')
  const texts = beside.filter((cell) => LETTER.test(cell))
  if (texts.length === 0 || texts.some((text) => DOMAIN.test(text))) return null
  return { address, text: texts.join(' '), is_name: columns.length > 0 || isName(texts) }
}

function isName(texts: string[]): boolean {
  return texts.length === 1 || (texts.length === GIVEN_AND_SURNAME && !texts.some((one) => /\s/.test(one)))
}

function cellsOf(line: string): string[] {
  const splits = SEPARATORS.map((signs) => splitBy(line, signs))
  return splits.find((cells) => cells.length > 1) ?? [line.trim()]
}

/** Separators in quotation marks are text, unless a mark has no other: 6" Ann. */
function splitBy(line: string, signs: string): string[] {
  const quotes = (line.match(/"/g) ?? []).length % 2 === 0
  const cells = ['']
  let quoted = false
  for (const sign of line) {
    if (sign === '"' && quotes) quoted = !quoted
    if (signs.includes(sign) && !quoted) cells.push('')
    else cells[cells.length - 1] += sign
  }
  return cells.map(unquoted)
}

function unquoted(cell: string): string {
  const text = cell.trim()
  const inner = /^"(.*)"$/.exec(text)?.[1]
  return inner === undefined ? text : inner.replaceAll('""', '"').trim()
}
