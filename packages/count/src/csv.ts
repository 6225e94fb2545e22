import { FileError } from './blt.ts'
import type { RankedBallot } from './election.ts'

/** The content of a CSV file of rankings. */
export type CsvElection = { options: string[]; ballots: RankedBallot[] }

type Cell = { text: string; line: number; column: number }

const MOST_OPTIONS = 10_000
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]
const RANK_HEADING =
  /^(?:rank|choice|preference)?[ _]?(\d{1,4})(?:st|nd|rd|th)?(?:[ _](?:choice|preference))?$/i
const ORDINAL_HEADING = new RegExp(`^(${ORDINALS.join('|')})(?:[ _](?:choice|preference))?$`, 'i')
const WEIGHT_HEADING = /^(weight|count|votes|ballots)$/i
const WHOLE = /^\d{1,9}$/

/**
 * Reads a CSV file of rankings with a line of headings. Either columns are ranks ("1", "rank 2", "first
 * choice") and cells are names of options; or columns are options and cells are ranks, 1 the best, of which
 * equal ones are allowed. Empty cells rank nothing. A column "weight" says how many such ballots there are.
 * Throws a FileError at the first error.
 */
export function readCsv(text: string): CsvElection {
  const [head, ...lines] = rowsOf(text.replace(/^\ufeff/, ''))
  if (head === undefined) throw new FileError(1, 1, 'the file is empty')
  const weights = head.findIndex((cell) => WEIGHT_HEADING.test(cell.text))
  const columns = head.flatMap((_, place) => (place === weights ? [] : [place]))
  const ranks = columns.map((place) => rankOf(head[place]?.text ?? ''))
  for (const line of lines) checkWidth(line, head.length)
  const read = ranks.every((rank) => rank !== null)
    ? namesInCells(lines, columns, ranks)
    : ranksInCells(lines, columns, head)
  const ballots = lines.map((line, at) => ({ weight: weightOf(line[weights]), ranks: read.ranks[at] ?? [] }))
  return { options: read.options, ballots }
}

type Read = { options: string[]; ranks: number[][][] }

function namesInCells(lines: Cell[][], columns: number[], ranks: (number | null)[]): Read {
  const places = new Map<string, number>()
  const order = columns.map((column, at) => ({ column, rank: ranks[at] ?? 0 }))
  order.sort((one, other) => one.rank - other.rank)
  const all = lines.map((line) => {
    const ranked = new Set<number>()
    for (const { column } of order) {
      const cell = line[column]
      if (cell === undefined || cell.text === '') continue
      const place = places.get(cell.text) ?? places.size
      places.set(cell.text, place)
      if (places.size > MOST_OPTIONS) throw at(cell, `there are more than ${MOST_OPTIONS} options`)
      if (ranked.has(place)) throw at(cell, `"${cell.text}" is ranked twice`)
      ranked.add(place)
    }
    return [...ranked].map((place) => [place])
  })
  return { options: [...places.keys()], ranks: all }
}

function ranksInCells(lines: Cell[][], columns: number[], head: Cell[]): Read {
  const named = columns.map((column) => head[column]).filter((cell) => cell !== undefined)
  if (named.length > MOST_OPTIONS) throw new FileError(1, 1, `there are more than ${MOST_OPTIONS} options`)
  const known = new Set<string>()
  for (const cell of named) {
    if (cell.text === '') throw at(cell, 'an option needs a name')
    if (known.has(cell.text)) throw at(cell, `there are two options "${cell.text}"`)
    known.add(cell.text)
  }
  const ranks = lines.map((line) => {
    const groups = new Map<number, number[]>()
    for (const [place, column] of columns.entries()) {
      const cell = line[column]
      if (cell === undefined || cell.text === '') continue
      if (!WHOLE.test(cell.text) || Number(cell.text) === 0)
        throw at(cell, `"${cell.text}" is not a rank: ranks are 1, 2 and so on`)
      const rank = Number(cell.text)
      groups.set(rank, [...(groups.get(rank) ?? []), place])
    }
    return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group)
  })
  return { options: named.map(({ text }) => text), ranks }
}

function rankOf(heading: string): number | null {
  const number = RANK_HEADING.exec(heading)?.[1]
  if (number !== undefined) return Number(number)
  const word = ORDINAL_HEADING.exec(heading)?.[1]
  return word === undefined ? null : ORDINALS.indexOf(word.toLowerCase()) + 1
}

function weightOf(cell: Cell | undefined): number {
  if (cell === undefined) return 1
  if (!WHOLE.test(cell.text)) throw at(cell, `"${cell.text}" is not a number of ballots`)
  return Number(cell.text)
}

function checkWidth(line: Cell[], width: number): void {
  const [first] = line
  if (first !== undefined && line.length !== width)
    throw at(first, `the line has ${line.length} cells, but the header has ${width}`)
}

const at = ({ line, column }: Cell, problem: string) => new FileError(line, column, problem)

// A quoted cell, in which quotes are doubled, or a plain one; and what ends it.
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/** The rows of cells, without empty lines. */
function rowsOf(text: string): Cell[][] {
  const rows: Cell[][] = []
  let row: Cell[] = []
  let [line, start] = [1, 0]
  for (CELL.lastIndex = 0; CELL.lastIndex < text.length; ) {
    const from = CELL.lastIndex
    const found = CELL.exec(text)
    if (found === null) throw new FileError(line, from - start + 1, 'a quoted cell is not closed')
    const [whole, quoted, plain = '', end = ''] = found
    const cell = { text: (quoted?.replaceAll('""', '"') ?? plain).trim(), line, column: from - start + 1 }
    row.push(cell)
    const broken = whole.lastIndexOf('\n')
    if (broken >= 0) {
      line += whole.split('\n').length - 1
      start = from + broken + 1
    }
    if (end === ',' && CELL.lastIndex < text.length) continue
    if (end === ',') row.push({ text: '', line, column: CELL.lastIndex - start + 1 })
    if (row.length > 1 || cell.text !== '') rows.push(row)
    row = []
  }
  return rows
}
