import type { FastifyReply } from 'fastify'
import type { BallotExport } from '../../polls/results/ballot-export.ts'
import { loadBallotExport } from '../../polls/results/load-ballot-export.ts'
import { type Cell, csvOf } from '../parts/csv.ts'
import type { Exchange } from '../request/exchange.ts'
import { visitPoll } from '../visits/poll-visit.ts'

/** GET /p/KEY/ballots.json: a closed poll with its ballots, to be counted again by `folkmoot recount`. */
export async function sendBallotsJson(exchange: Exchange): Promise<FastifyReply> {
  const file = await exportOf(exchange)
  return attach(exchange, file, 'json').type('application/json; charset=utf-8').send(JSON.stringify(file))
}

/** GET /p/KEY/ballots.csv: the same ballots for a spreadsheet; a score is empty where an option was left unanswered. */
export async function sendBallotsCsv(exchange: Exchange): Promise<FastifyReply> {
  const file = await exportOf(exchange)
  return attach(exchange, file, 'csv')
    .type('text/csv; charset=utf-8')
    .send(csvOf(rowsOf(file)))
}

async function exportOf(exchange: Exchange): Promise<BallotExport> {
  const { visit } = await visitPoll(exchange)
  return loadBallotExport(exchange.services.db.pool, visit.loaded)
}

function attach({ reply }: Exchange, { poll }: BallotExport, ending: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="ballots-${poll.key}.${ending}"`)
}

function rowsOf({ poll, ballots }: BallotExport): Cell[][] {
  const names = poll.options.map((option) => option.name)
  const scoresOf = (scores: (number | null)[]) => poll.options.map(({ slot }) => scores[slot - 1] ?? null)
  const head: Cell[] = poll.anonymous
    ? ['hash', ...names, 'nonce']
    : ['voter', ...names, 'reason', 'cast_by_key']
  return [
    head,
    ...ballots.map((ballot): Cell[] =>
      'hash' in ballot
        ? [ballot.hash, ...scoresOf(ballot.scores), ballot.nonce]
        : [ballot.voter, ...scoresOf(ballot.scores), ballot.reason, ballot.cast_by_key ?? null],
    ),
  ]
}
