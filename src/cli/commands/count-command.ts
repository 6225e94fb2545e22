import { readFile } from 'node:fs/promises'
import {
  type Blt,
  type Count,
  CountError,
  count,
  countJson,
  decimal,
  explain,
  type Method,
  RANKED_METHODS,
  readBlt,
  SEVERAL_SEATS,
} from '@folkmoot/count'
import { Halt } from '../../errors.ts'
import type { Call } from '../args/command.ts'
import { print, printJson, printPainted, printTable, shown } from '../print.ts'
import { painted } from '../terminal.ts'

/** `count`: counts the ballots of a BLT file by one method, or by all that fit. Needs no service. */
export async function runCount(call: Call): Promise<void> {
  const [path = ''] = call.operands
  const election = fileAt(path, await textAt(path))
  const seats = seatsOf(call, election)
  const counts = methodsOf(call, seats).map((method) => counted({ ...election, seats }, method, call))
  if (call.switches.has('json')) {
    const all = counts.map((one) => countJson(one, election.options))
    printJson(call.switches.has('all') ? all : { ...all[0] })
  } else if (call.switches.has('all')) printAll(counts, election)
  else for (const one of counts) printCount(one, election)
}

async function textAt(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Halt(code === 'ENOENT' ? `There is no file ${path}.` : `Could not read ${path} (${code}).`)
  }
}

function fileAt(path: string, text: string): Blt {
  try {
    return readBlt(text)
  } catch (error) {
    if (error instanceof CountError) throw new Halt(`${path}: ${error.message}`)
    throw error
  }
}

function seatsOf({ values }: Call, { seats }: Blt): number {
  const [given] = values.get('seats') ?? []
  if (given === undefined) return seats
  if (!/^[1-9]\d{0,4}$/.test(given)) throw new Halt(`--seats must be a whole number above 0, not ${given}.`)
  return Number(given)
}

function methodsOf({ switches, values }: Call, seats: number): Method[] {
  if (switches.has('all'))
    return RANKED_METHODS.filter((method) => seats === 1 || SEVERAL_SEATS.includes(method))
  const [given] = values.get('method') ?? []
  const method = RANKED_METHODS.find((one) => one === given)
  if (method === undefined)
    throw new Halt(`Say by which method: --method ${RANKED_METHODS.join(', ')}; or --all for all that fit.`)
  return [method]
}

/** The file's [tie …] line breaks remaining ties, unless a seed is given. */
function counted(election: Blt, method: Method, { values }: Call): Count {
  const { tie } = election
  const seed = values.get('seed')?.[0] ?? election.seed ?? undefined
  const lot =
    seed === undefined && tie !== null ? { order: tie } : { seed: seed ?? '', ids: places(election) }
  try {
    return count({ ...election, method, lot })
  } catch (error) {
    if (error instanceof CountError) throw new Halt(`${error.field}: ${error.message}`)
    throw error
  }
}

/** The id of an option in the lot is its place in the file. */
const places = ({ options }: Blt): number[] => options.map((_, place) => place + 1)

function printCount(counted: Count, { title, options }: Blt): void {
  const { method, seats, valid, quota, decimals, rounds } = counted
  if (title !== '') print(shown(`${title}\n`))
  const elects = quota === null ? '' : `, quota ${decimal(quota, decimals)}`
  print(`${method}: ${valid} ballots, ${seats} ${seats === 1 ? 'seat' : 'seats'}${elects}\n`)
  if (counted.pairwise === null) {
    printRounds(counted, options)
    print('')
  } else printDuels(counted.pairwise.preferring, options)
  for (const [place, text] of explain(counted, options).entries())
    if (text !== '') print(shown(rounds.length === 1 ? text : `${place + 1}. ${text}`))
  print(shown(`\nElected: ${namesOf(counted.elected, options)}`))
}

function printRounds({ rounds, decimals }: Count, options: readonly string[]): void {
  const headings = ['OPTION', ...rounds.map((_, place) => `${place + 1}`)]
  const rows = options.map((name, place) => [
    shown(name).replaceAll(/[\n\t]/g, ' '),
    ...rounds.map(({ votes, elected, excluded }) => {
      const own = votes[place] ?? null
      if (own === null) return '-'
      const text = decimal(own, decimals)
      if (elected.includes(place)) return painted('good', text)
      return excluded.includes(place) ? painted('aside', text) : text
    }),
  ])
  rows.push(['(exhausted)', ...rounds.map(({ exhausted }) => decimal(exhausted, decimals))])
  printPainted(headings, rows)
}

/** How many prefer the option of a row to that of a column; columns are named by their row's number. */
function printDuels(preferring: number[][], options: readonly string[]): void {
  const headings = ['', 'OPTION', ...options.map((_, place) => `${place + 1}`)]
  const rows = options.map((name, row) => [
    `${row + 1}`,
    name,
    ...options.map((_, column) => (row === column ? '-' : `${preferring[row]?.[column] ?? 0}`)),
  ])
  printTable(headings, rows, 'There are no options.')
  print('')
}

function printAll(counts: Count[], { title, options }: Blt): void {
  if (title !== '') print(shown(`${title}\n`))
  const rows = counts.map(({ method, elected, ties }) => [
    method,
    namesOf(elected, options),
    ties.some(({ by }) => by === 'lot') ? 'by lot' : '-',
  ])
  printTable(['METHOD', 'ELECTED', 'TIES'], rows, 'No method fits.')
}

function namesOf(elected: readonly number[], options: readonly string[]): string {
  return elected.map((place) => options[place] ?? '').join(', ')
}
