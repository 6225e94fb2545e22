import { lengthOf, painted, type Tone, wordsOf, wrapped } from './terminal.ts'

const GAP = '  '
const NO_LIMIT = Number.POSITIVE_INFINITY

/** The columns with states, and the colours of their values. */
const STATE_COLUMNS = ['STATE', 'STATUS']
const STATES: Readonly<Record<string, Tone>> = {
  active: 'good',
  joined: 'good',
  on: 'good',
  sent: 'good',
  invited: 'warning',
  waiting: 'warning',
  expired: 'bad',
  failed: 'bad',
  failing: 'bad',
  off: 'bad',
  suspended: 'bad',
  deleted: 'aside',
  dropped: 'aside',
  revoked: 'aside',
}

/** How the lines of a cell are painted: its colour depends on all of it, and each of its lines has it. */
type Paint = (cell: string, column: number) => (line: string) => string

const asItIs: Paint = () => (line) => line
const asHeading: Paint = () => (line) => painted('heading', line)

/** Rows in aligned columns, wrapped to this width; words that do not fit stick out. */
export function alignedRows(rows: string[][], width: number): string {
  const widths = widthsOf(rows, width) ?? widthsBeside(rows, width)
  return rows.flatMap((row) => linesOf(row, widths, asItIs)).join('\n')
}

/** In narrow terminals this column goes under its row: its lines are longer than all the others. */
const NOTE_COLUMN = 'LAST ERROR'
/** A narrower column of sentences has a word in each line. */
const LEAST_NOTE = 30
const NOTE_INDENT = '    '
const NOTHING = '-'

/**
 * Rows under headings. If the columns do not fit side by side, those without any value are left out; if they
 * still do not fit, each row is a block of lines.
 */
export function headedRows(headings: string[], rows: string[][], width: number): string {
  const used = headings.map((_, column) => rows.some((row) => row[column] !== NOTHING))
  const ofUse = (row: string[]) => row.filter((_, column) => used[column])
  return widthOf([headings, ...rows]) <= width
    ? fittedRows(headings, rows, width)
    : fittedRows(ofUse(headings), rows.map(ofUse), width)
}

/** Rows under headings. Columns that do not fit side by side are in further tables, beside the first one. */
export function continuedRows(headings: string[], rows: string[][], width: number): string {
  const whole = [headings, ...rows]
  const [first = 0, ...others] = columnsOf(whole).map(longest)
  const tables: number[][] = []
  let left = 0
  for (const [place, own] of others.entries()) {
    if (left < own + GAP.length) {
      tables.push([0])
      left = width - first
    }
    tables.at(-1)?.push(place + 1)
    left -= own + GAP.length
  }
  return tables
    .map((places) => {
      const [heads = [], ...own] = whole.map((row) => places.map((place) => row[place] ?? ''))
      return headedRows(heads, own, width)
    })
    .join('\n\n')
}

function fittedRows(headings: string[], rows: string[][], width: number): string {
  const paint: Paint = (cell, column) => {
    if (!STATE_COLUMNS.includes(headings[column] ?? '')) return (line) => line
    const tone = toneOf(cell)
    return (line) => painted(tone, line)
  }
  const whole = [headings, ...rows]
  const noted =
    headings.at(-1) === NOTE_COLUMN &&
    !isReadable(
      whole.map((row) => row.at(-1) ?? ''),
      widthsOf(whole, width),
    )
  const [heads = [], ...beside] = noted ? whole.map((row) => row.slice(0, -1)) : whole
  const widths = widthsOf([heads, ...beside], width)
  if (widths === null) return rows.map((row) => blockOf(headings, row, { width, paint })).join('\n\n')
  const head = linesOf(heads, widths, asHeading)
  const body = beside.flatMap((row, place) => [
    ...linesOf(row, widths, paint),
    ...(noted ? noteOf(rows[place]?.at(-1) ?? NOTHING, width) : []),
  ])
  return [...head, ...body].join('\n')
}

/** Whether the last column, with these cells, is wide enough beside the others. */
function isReadable(notes: string[], widths: number[] | null): boolean {
  return (widths?.at(-1) ?? 0) >= Math.min(LEAST_NOTE, longest(notes))
}

function noteOf(note: string, width: number): string[] {
  return note === NOTHING ? [] : wrapped(note, width - NOTE_INDENT.length).map((line) => NOTE_INDENT + line)
}

/**
 * The widest columns shrink first, down to their longest words: words stay whole, so that people can copy
 * them. Null: the words need longer lines.
 */
function widthsOf(rows: string[][], width: number): number[] | null {
  const columns = columnsOf(rows)
  const least = columns.map((cells) => longest(cells.flatMap(wordsOf)))
  const widths = columns.map(longest)
  let excess = widthOf(rows) - width
  while (excess > 0) {
    const spare = widths.map((own, column) => (own > (least[column] ?? 0) ? own : 0))
    const widest = spare.indexOf(Math.max(...spare))
    if (spare[widest] === 0) return null
    widths[widest] = (widths[widest] ?? 0) - 1
    excess -= 1
  }
  return widths
}

/** The last column takes what the others leave: its words may stick out, as nothing is beside them. */
function widthsBeside(rows: string[][], width: number): number[] {
  const others = columnsOf(rows).slice(0, -1).map(longest)
  return [...others, width - others.reduce((sum, one) => sum + one + GAP.length, 0)]
}

function columnsOf(rows: string[][]): string[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''))
}

/** The width of rows whose cells are not wrapped. */
function widthOf(rows: string[][]): number {
  const widths = columnsOf(rows).map(longest)
  return widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1))
}

function longest(texts: string[]): number {
  return texts.reduce((most, text) => Math.max(most, lengthOf(text)), 0)
}

function linesOf(row: string[], widths: number[], paint: Paint): string[] {
  const cells = row.map((cell, column) => wrapped(cell, widths[column] ?? NO_LIMIT))
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => {
    const last = cells.findLastIndex((lines) => (lines[line] ?? '') !== '')
    return cells
      .slice(0, last + 1)
      .map((lines, column) => {
        const text = lines[line] ?? ''
        const fill = column === last ? 0 : (widths[column] ?? 0) - lengthOf(text)
        return (text === '' ? '' : paint(row[column] ?? '', column)(text)) + ' '.repeat(fill)
      })
      .join(GAP)
  })
}

/** A line for each value, with its heading. */
function blockOf(
  headings: string[],
  row: string[],
  { width, paint }: { width: number; paint: Paint },
): string {
  const beside = longest(headings)
  return headings
    .flatMap((heading, column) => {
      const value = row[column] ?? ''
      if (value === NOTHING) return []
      const paintLine = paint(value, column)
      const name = painted('heading', heading) + ' '.repeat(beside - lengthOf(heading))
      return wrapped(value, width - beside - GAP.length).map(
        (line, place) => (place === 0 ? name : ' '.repeat(beside)) + GAP + paintLine(line),
      )
    })
    .join('\n')
}

function toneOf(state: string): Tone {
  return STATES[/^\w*/.exec(state)?.[0] ?? ''] ?? 'aside'
}
