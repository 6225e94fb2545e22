import { readRecord } from '@folkmoot/check'
import { countJson } from '@folkmoot/count'
import { Halt } from '../../errors.ts'
import { type BallotExport, type Recount, recount } from '../../polls/results/ballot-export.ts'
import { isBest, type ResultRow } from '../../polls/results/tally/result-rows.ts'
import { count } from '../../text/counted.ts'
import type { Call } from '../args/command.ts'
import { textOf } from '../files.ts'
import { print, printJson, printTable, shown } from '../print.ts'
import { withProgress } from '../progress.ts'
import { readBallotExport } from './ballot-file.ts'
import { electedLine, printSteps } from './print-steps.ts'
import { totalsWords } from './totals-words.ts'

const DECIMALS = 2
const HEADINGS = ['RANK', 'OPTION', 'SCORE', 'VOTERS', 'AVERAGE']

/**
 * `recount`: counts the ballots of an export again; fails and lists the differences if the file has other
 * totals.
 */
export async function runRecount(call: Call): Promise<void> {
  const file = await fileAt(call.operands[0] ?? '')
  const counted = await withProgress(call, 'Counting', async (progress) => recount(file, progress))
  if (call.switches.has('json')) printJson(asJson(file, counted))
  else printCount(file, counted)
  const { differences } = counted
  if (differences.length > 0) throw new Halt(`The file is inconsistent: ${differences.join('; ')}.`)
}

async function fileAt(path: string): Promise<BallotExport> {
  const document = parsed(path, await textOf(path))
  const read = readBallotExport(document)
  if ('file' in read) return read.file
  if (isRecord(document))
    throw new Halt(
      `${path} is the record of a poll, which "verify" checks. "recount" needs the export of the ballots from the closed poll's page.`,
    )
  throw new Halt(
    `${path} is not a JSON export of a poll's ballots: see "${read.wrong}" in it. You can download it from the closed poll's page.`,
  )
}

function isRecord(document: unknown): boolean {
  const read = readRecord(document)
  return !('wrong' in read && read.wrong === 'format')
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new Halt(`${path} is not JSON. "recount" needs the JSON file from a closed poll's page.`)
  }
}

function printCount({ poll, ballots }: BallotExport, counted: Recount): void {
  const { cast_count, rows, decision, by_sums, count: steps, differences } = counted
  const told = count(cast_count, poll.anonymous ? 'sealed ballot' : 'named ballot')
  print(shown(`${poll.title} (${poll.key}): ${told}\n`))
  if (by_sums) printTable(HEADINGS, rows.map(cells), 'The poll has no options.')
  else if (steps !== null) printSteps(steps, namesIn(poll))
  if (decision !== null) print(shown(`\n${decision.sentence}`))
  const lead = leadWords(counted)
  if (lead !== '') print(shown(`\n${lead}`))
  if (differences.length > 0) return
  const compared = decision === null ? 'the totals' : 'the totals and the decision'
  const fitting = poll.anonymous && ballots.length > 0 ? ' Every ballot matches its hash.' : ''
  print(`\nRecounted: equal to ${compared} in the file.${fitting}`)
}

/** Whom the poll elects, or who has the most, as its page says it. Empty: it says neither. */
function leadWords({ elects, rows, by_sums, count: steps, elected }: Recount): string {
  if (steps === null || elected === null || elected.length === 0) return ''
  if (!elects) return totalsWords(rows.filter(isBest).map(({ option }) => option.name))
  const lot = by_sums && steps.by_lot ? ' (a tie was decided by lot)' : ''
  return `${electedLine(steps, elected)}${lot}`
}

/** In the order of a count's places. */
function namesIn({ options }: BallotExport['poll']): string[] {
  return [...options].sort(bySlot).map(({ name }) => name)
}

function cells({ rank, option, score, voter_count, average }: ResultRow): string[] {
  return [rank, option.name, score, voter_count, average?.toFixed(DECIMALS) ?? '-'].map(String)
}

/** Rows with the sums, or, where these decide nothing, the count as `count --json` has it. */
function asJson({ poll }: BallotExport, counted: Recount): object {
  const { cast_count, by_sums, count: steps, decision, elected, differences } = counted
  return {
    poll: { key: poll.key, title: poll.title },
    cast_count,
    rows: by_sums ? counted.rows.map(rankedRow) : counted.rows.map(plainRow).sort(bySlot),
    ...(by_sums ? {} : { count: steps === null ? null : countJson(steps, namesIn(poll)) }),
    decision,
    elected,
    equal: differences.length === 0,
    differences,
  }
}

const rankedRow = ({ option: { slot, name }, rank, score, voter_count, average }: ResultRow) => ({
  slot,
  name,
  rank,
  score,
  voter_count,
  average,
})
const plainRow = ({ option: { slot, name }, voter_count }: ResultRow) => ({ slot, name, voter_count })
const bySlot = (one: { slot: number }, other: { slot: number }) => one.slot - other.slot
