import { type Count, countJson, METHODS, type Method, SEVERAL_SEATS } from '@folkmoot/count'
import { Halt } from '../../errors.ts'
import { type Call, UsageFault } from '../args/command.ts'
import { print, printJson, printTable, shown } from '../print.ts'
import { type FiledElection, readElection, refusing } from './election-file.ts'
import { electedLine, printSteps, printVotes } from './print-steps.ts'
import { totalsWords } from './totals-words.ts'

/** `count`: counts the ballots of a file by one method, or by all that fit. Needs no service. */
export async function runCount(call: Call): Promise<void> {
  const [path = ''] = call.operands
  const election = await readElection(path)
  const seats = seatsOf(call, election)
  const seed = call.values.get('seed')?.[0]
  const counts = methodsOf(call, election, seats).map((method) =>
    refusing(path, () => election.count({ method, seats, seed })),
  )
  if (call.switches.has('json')) {
    const all = counts.map((one) => countJson(one, election.options))
    printJson(call.switches.has('all') ? all : { ...all[0] })
  } else if (call.switches.has('all')) printAll(counts, election)
  else for (const one of counts) printCount(one, election)
}

function seatsOf({ values }: Call, { seats }: FiledElection): number {
  const [given] = values.get('seats') ?? []
  if (given === undefined) return seats
  if (!/^[1-9]\d{0,4}$/.test(given))
    throw new UsageFault(`--seats must be a whole number above 0, not ${given}.`)
  return Number(given)
}

function methodsOf({ switches, values }: Call, { methods, method }: FiledElection, seats: number): Method[] {
  if (switches.has('all')) return methods.filter((one) => seats === 1 || SEVERAL_SEATS.includes(one))
  const given = values.get('method')?.[0] ?? null
  const found = methods.find((one) => one === (given ?? method))
  if (found !== undefined) return [found]
  if (methods.length === 0) throw new Halt('Polls of this type elect nothing.')
  const choice = `--method ${methods.join(', ')}; or --all for all that fit.`
  throw new UsageFault(given === null ? `Choose a method: ${choice}` : `${unfit(given)} Choose ${choice}`)
}

/** Why this method does not count the file. */
function unfit(method: string): string {
  const known: readonly string[] = METHODS
  return known.includes(method)
    ? `The method ${method} does not fit these ballots.`
    : `There is no method "${shown(method)}".`
}

function printCount(counted: Count, election: FiledElection): void {
  const { title, options } = election
  if (title !== '') print(shown(`${title}\n`))
  if (!election.elects(counted)) {
    printVotes(counted, options)
    const words = totalsWords(namesOf(bestOf(counted), options))
    print(shown(words === '' ? 'No option has a total above 0.' : words))
    return
  }
  printSteps(counted, options)
  print(shown(`\n${electedLine(counted, namesOf(counted.elected, options))}`))
}

/** The options with the highest total above 0, ties included. */
function bestOf({ rounds }: Count): number[] {
  const votes = rounds[0]?.votes ?? []
  const most = votes.reduce<bigint>((best, own) => (own !== null && own > best ? own : best), 0n)
  return most === 0n ? [] : votes.flatMap((own, place) => (own === most ? [place] : []))
}

function printAll(counts: Count[], election: FiledElection): void {
  const { title, options } = election
  if (title !== '') print(shown(`${title}\n`))
  const rows = counts.map((counted) => {
    const elects = election.elects(counted)
    const first = elects ? counted.elected : bestOf(counted)
    return [
      counted.method,
      namesOf(first, options).join(', '),
      counted.by_lot ? (elects ? 'by lot' : 'tied') : '-',
    ]
  })
  printTable(['METHOD', 'ELECTED', 'TIES'], rows, 'No method fits.')
}

function namesOf(elected: readonly number[], options: readonly string[]): string[] {
  return elected.map((place) => options[place] ?? '')
}
