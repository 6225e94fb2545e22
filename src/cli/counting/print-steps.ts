import { type Count, decimal, explain } from '@folkmoot/count'
import { count } from '../../text/counted.ts'
import { print, printPainted, printTable, shown } from '../print.ts'
import { painted } from '../terminal.ts'

/** A count: its method, the votes in each round or between each two options, and what happened. */
export function printSteps(counted: Count, options: readonly string[]): void {
  printVotes(counted, options)
  const { rounds } = counted
  for (const [place, text] of explain(counted, options).entries())
    if (text !== '') print(shown(rounds.length === 1 ? text : `${place + 1}. ${text}`))
  const { budget } = counted
  if (budget !== null) print(`${budget.spent} of ${budget.budget} is spent.`)
}

/** "Elected: Bench, Trees", or of a budget, as the page of the poll says it, "Funded: Bench, Trees". */
export function electedLine({ budget }: Pick<Count, 'budget'>, names: readonly string[]): string {
  if (budget === null) return `Elected: ${names.join(', ')}`
  return names.length === 0 ? 'No option is funded.' : `Funded: ${names.join(', ')}`
}

/** Its method, and the votes in each round or between each two options. */
export function printVotes(counted: Count, options: readonly string[]): void {
  const { method, seats, valid, quota, decimals, budget } = counted
  const elects = quota === null ? '' : `, quota ${decimal(quota, decimals)}`
  const chooses = budget === null ? count(seats, 'seat') : `budget ${budget.budget}`
  print(`${method}: ${count(valid, 'ballot')}, ${chooses}${elects}\n`)
  if (counted.pairwise === null) {
    printRounds(counted, options)
    print('')
  } else printDuels(counted.pairwise.preferring, options)
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
