import type { FastifyReply } from 'fastify'
import { NotFound } from '../../errors.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import { saidBy } from '../../polls/ballots/ballot.ts'
import { loadHead } from '../../polls/heads/load-head.ts'
import type { Poll } from '../../polls/poll.ts'
import { loadRecord } from '../../polls/records/load-record.ts'
import { loadRollEntry } from '../../polls/records/load-roll-entry.ts'
import { bltOf } from '../../polls/results/ballot-blt.ts'
import type { BallotExport } from '../../polls/results/ballot-export.ts'
import { loadBallotExport } from '../../polls/results/load-ballot-export.ts'
import { type Cell, csvOf } from '../parts/csv.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { pollPage, type Visited } from '../visits/poll-visit.ts'
import { makeReopenedPage } from './reopened-page.tsx'

const NOT_FOUND = 404

/** A file of a final result. While a reopened poll is open, a page says that there is none any more. */
function fileOfResult(path: string, send: (exchange: Exchange, visited: Visited) => Promise<FastifyReply>) {
  return pollPage({
    path,
    show: async (exchange, visited) => {
      const page = await makeReopenedPage(exchange.services.db, visited)
      return page === null ? send(exchange, visited) : sendPage(exchange, page, NOT_FOUND)
    },
  })
}

export const ballotsJsonPage = fileOfResult('/p/:key/ballots.json', sendBallotsJson)
export const ballotsBltPage = fileOfResult('/p/:key/ballots.blt', sendBallotsBlt)
export const headPage = fileOfResult('/p/:key/head', sendHead)
export const recordPage = fileOfResult('/p/:key/record.json', sendRecord)
export const rollEntryPage = fileOfResult('/p/:key/roll-entry.json', sendRollEntry)
export const ballotsCsvPage = fileOfResult('/p/:key/ballots.csv', sendBallotsCsv)

/** GET /p/KEY/head: the signed head of the last closing. NotFound: there is none, or it is not signed yet. */
async function sendHead({ reply, services }: Exchange, { visit }: Visited): Promise<FastifyReply> {
  const published = await loadHead(services.db.pool, visit.loaded)
  if (published === null || published.head === null) throw new NotFound()
  return reply.type('text/plain; charset=utf-8').send(published.head)
}

/** GET /p/KEY/record.json: all that is needed to check the poll, for `folkmoot verify` and for /verify. */
async function sendRecord({ reply, services }: Exchange, { visit }: Visited): Promise<FastifyReply> {
  const reader = { sees_others: visit.visitor.member }
  const record = await loadRecord(services.db.pool, visit.loaded, reader)
  return reply
    .header('content-disposition', `attachment; filename="record-${visit.loaded.poll.key}.json"`)
    .type('application/json; charset=utf-8')
    .send(record)
}

/**
 * GET /p/KEY/roll-entry.json: the reader's own entry in the list of who could vote. NotFound: they could not,
 * or may not be told whether they did.
 */
async function sendRollEntry({ reply, services }: Exchange, { visit }: Visited): Promise<FastifyReply> {
  const { loaded, visitor } = visit
  const entry = hasRollEntry(visit) ? await loadRollEntry(services.db.pool, loaded, visitor.id) : null
  if (entry === null) throw new NotFound()
  return reply
    .header('content-disposition', `attachment; filename="roll-entry-${loaded.poll.key}.json"`)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(entry))
}

/** Whether the reader could vote, and may be told if they did: the entry leads to that mark in the record. */
export function hasRollEntry({ ballot }: Pick<PollVisit, 'ballot'>): boolean {
  return ballot !== null && !ballot.withdrawn && ballot.voted !== null
}

/**
 * GET /p/KEY/ballots.json: a closed poll with its ballots, for `folkmoot recount`. NotFound: its voters have
 * receipts, which only the record is for.
 */
async function sendBallotsJson(exchange: Exchange, visited: Visited): Promise<FastifyReply> {
  if (visited.visit.loaded.poll.receipts) throw new NotFound()
  const file = await exportOf(exchange, visited)
  return attach(exchange, file, 'json').type('application/json; charset=utf-8').send(JSON.stringify(file))
}

/** GET /p/KEY/ballots.blt: rankings, for programs that count elections. NotFound: of other ballots. */
async function sendBallotsBlt(exchange: Exchange, visited: Visited): Promise<FastifyReply> {
  const file = await exportOf(exchange, visited)
  const blt = bltOf(file)
  if (blt === null) throw new NotFound()
  return attach(exchange, file, 'blt').type('text/plain; charset=utf-8').send(blt)
}

/**
 * GET /p/KEY/ballots.csv: the same ballots for a spreadsheet, with the numbers that voters gave: of a ranked
 * choice ranks, where the JSON has points. An unanswered option has an empty cell.
 */
async function sendBallotsCsv(exchange: Exchange, visited: Visited): Promise<FastifyReply> {
  const file = await exportOf(exchange, visited)
  return attach(exchange, file, 'csv')
    .type('text/csv; charset=utf-8')
    .send(csvOf(rowsOf(file, visited.visit.loaded.poll)))
}

function exportOf(exchange: Exchange, { visit }: Visited): Promise<BallotExport> {
  return loadBallotExport(exchange.services.db.pool, visit.loaded)
}

function attach({ reply }: Exchange, { poll }: BallotExport, ending: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="ballots-${poll.key}.${ending}"`)
}

function rowsOf({ poll: { anonymous, options }, ballots }: BallotExport, poll: Poll): Cell[][] {
  const names = options.map((option) => option.name)
  const numbersOf = (scores: (number | null)[]) => {
    const said = saidBy(poll, options.length, scores)
    return options.map(({ slot }) => said.get(slot) ?? null)
  }
  const head: Cell[] = anonymous ? ['hash', ...names, 'nonce'] : ['voter', ...names, 'reason', 'cast_by_key']
  return [
    head,
    ...ballots.map((ballot): Cell[] =>
      'hash' in ballot
        ? [ballot.hash, ...numbersOf(ballot.scores), ballot.nonce]
        : [ballot.voter, ...numbersOf(ballot.scores), ballot.reason, ballot.cast_by_key ?? null],
    ),
  ]
}
