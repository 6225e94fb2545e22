import { randomBytes } from 'node:crypto'
import { writeInParts } from '../db/savepoint.ts'
import { NONCE_BYTES, sealedBallots } from '../polls/urn/sealed-ballot.ts'
import { eachPage, PAGE, type Work } from './carry-pages.ts'
import { keepOurs, reserveIds } from './lines-store.ts'
import { ballotScores, type Choice } from './loomio/ballot.ts'
import type { OutcomeData, VoteData } from './loomio/line.ts'
import type { PollShape } from './loomio/map-poll.ts'
import type { NewNote } from './report.ts'
import {
  insertOutcomes,
  insertSealed,
  insertVotes,
  type LostVote,
  type NewOutcome,
  type NewSealed,
  type NewVote,
  type OutcomeLine,
  pageOfLostVotes,
  pageOfOutcomes,
  pageOfVotes,
  tallyPage,
  type VoteLine,
} from './votes-store.ts'

/** The votes of polls that were imported closed, and their totals. Those of anonymous polls have no names. */
export async function carryVotes(work: Work): Promise<void> {
  const { tx } = work.act
  await eachPage(
    work,
    (asked) => pageOfVotes(tx, asked),
    async (rows) => {
      await carryNamed(
        work,
        rows.filter(({ anonymous }) => !anonymous),
      )
      await carrySealed(
        work,
        rows.filter(({ anonymous }) => anonymous),
      )
    },
  )
  await eachPage(
    work,
    (asked) => pageOfLostVotes(tx, asked),
    async (rows) => leaveOutLost(work, rows),
  )
  for (let after: number | null = 0; after !== null; ) after = await tallyPage(tx, { after, most: PAGE })
}

const placeOf = ({ line, source_id, kind }: VoteLine) => ({
  line,
  table: kind === 'vote' ? 'stances' : 'anonymous_ballots',
  id: source_id,
})

async function carryNamed({ act: { tx, now }, report }: Work, rows: VoteLine[]): Promise<void> {
  const votes = rows.flatMap((row) => {
    const read = namedVote(row, now)
    if (read === null) return []
    if ('code' in read) {
      report.leaveOut('vote', { ...placeOf(row), ...read })
      return []
    }
    return [{ row, vote: read }]
  })
  await writeInParts(tx, votes, {
    write: async (part) => {
      const given = await insertVotes(
        tx,
        onePerPerson(part).map(({ vote }) => vote),
      )
      const places = new Set(given.map(({ poll_id, user_id }) => `${poll_id} ${user_id}`))
      report.counts.vote.imported += given.filter(({ voted }) => voted).length
      for (const { row, vote } of part)
        if (!places.delete(`${vote.poll_id} ${vote.user_id}`) && vote.scores !== null)
          report.leaveOut('vote', { ...placeOf(row), code: 'same_person' })
    },
    refuse: ({ row }, why) => report.leaveOut('vote', { ...placeOf(row), code: 'refused', params: { why } }),
  })
}

type Read = { row: VoteLine; vote: NewVote }

/** The first vote of each person, those that were cast before those that were not. */
function onePerPerson(votes: Read[]): Read[] {
  const cast = [
    ...votes.filter(({ vote }) => vote.scores !== null),
    ...votes.filter(({ vote }) => vote.scores === null),
  ]
  const first = new Map<string, Read>()
  for (const one of cast) {
    const key = `${one.vote.poll_id} ${one.vote.user_id}`
    if (!first.has(key)) first.set(key, one)
  }
  return [...first.values()]
}

/** The vote as it is here, or why it is left out; null: a later one took its place. */
function namedVote(row: VoteLine, now: Date): NewVote | NewNote | null {
  const data = JSON.parse(row.data) as VoteData
  if (!data.latest) return null
  const is_cast = data.cast_at !== null
  if (row.user_id === null)
    return is_cast ? { code: 'missing', params: { what: 'users', id: row.owner ?? '' } } : null
  const scores = is_cast ? scoresOf(row, data.none) : null
  if (is_cast && scores === null) return { code: 'bad_ballot' }
  const said_at = row.said_at ?? now
  return {
    poll_id: row.poll_id,
    user_id: row.user_id,
    inviter_id: row.inviter_id,
    issued_as: row.member ? 'member' : 'named',
    issued_at: said_at,
    scores,
    reason: data.reason,
    reason_format: data.reason_format,
    cast_at: said_at,
  }
}

function scoresOf({ shape, choices, given }: VoteLine, none: boolean) {
  const known = JSON.parse(choices) as Choice[]
  return known.length < given ? null : ballotScores(JSON.parse(shape) as PollShape, known, none)
}

async function carrySealed({ act: { tx }, report }: Work, rows: VoteLine[]): Promise<void> {
  const ballots = rows.flatMap((row) => {
    const data = JSON.parse(row.data) as Partial<VoteData>
    if (row.kind === 'vote' && (data.latest !== true || data.cast_at === null)) return []
    const choices = scoresOf(row, data.none === true)
    if (choices !== null) return [{ row, choices }]
    report.leaveOut('vote', { ...placeOf(row), code: 'bad_ballot' })
    return []
  })
  const sealed = sealedBallots(
    ballots.map(({ choices }) => choices),
    randomBytes(ballots.length * NONCE_BYTES),
  )
  const made = ballots.map(({ row, choices }, index) => {
    const [hash = '', nonce = ''] = [
      sealed[index]?.hash.toString('hex'),
      sealed[index]?.nonce.toString('hex'),
    ]
    return { row, ballot: { poll_id: row.poll_id, hash, choices, nonce } satisfies NewSealed }
  })
  await writeInParts(tx, made, {
    write: async (part) => {
      await insertSealed(
        tx,
        part.map(({ ballot }) => ballot),
      )
      report.counts.vote.imported += part.length
    },
    refuse: ({ row }, why) => report.leaveOut('vote', { ...placeOf(row), code: 'refused', params: { why } }),
  })
}

function leaveOutLost({ report }: Work, rows: LostVote[]): void {
  for (const { line, source_id, ref } of rows) {
    const params = { what: 'polls', id: ref }
    report.leaveOut('vote', { line, table: 'stances', id: source_id, code: 'missing', params })
  }
}

/** Outcomes of polls that are closed here. */
export async function carryOutcomes(work: Work): Promise<void> {
  await eachPage(
    work,
    (asked) => pageOfOutcomes(work.act.tx, asked),
    (rows) => carryOutcomePage(work, rows),
  )
}

async function carryOutcomePage(work: Work, rows: OutcomeLine[]): Promise<void> {
  const { act, report } = work
  const { tx } = act
  await keepOurs(
    tx,
    rows.flatMap(({ place, known }) => (known === null ? [] : [{ place, our_id: known, fresh: false }])),
  )
  const wished = rows.filter((row) => row.known === null && mayConclude(work, row))
  const ids = await reserveIds(tx, 'outcomes', wished.length)
  const made: { row: OutcomeLine; outcome: NewOutcome }[] = []
  for (const [index, row] of wished.entries()) {
    const author_id = row.author_id ?? (await work.nobody())
    made.push({ row, outcome: outcomeOf(row, { id: ids[index] ?? 0, author_id, now: act.now }) })
  }
  await writeInParts(tx, made, {
    write: async (part) => {
      await insertOutcomes(
        tx,
        part.map(({ outcome }) => outcome),
      )
      await keepOurs(
        tx,
        part.map(({ row, outcome }) => ({ place: row.place, our_id: outcome.id, fresh: true })),
      )
    },
    refuse: ({ row }, why) =>
      report.leaveOut('outcome', { ...outcomePlace(row), code: 'refused', params: { why } }),
  })
}

const outcomePlace = ({ line, source_id }: OutcomeLine) => ({ line, table: 'outcomes', id: source_id })

function mayConclude({ report }: Work, row: OutcomeLine): boolean {
  if (row.closed_at !== null) return true
  const params = { what: 'polls', id: row.ref }
  const note: NewNote = row.poll_id === null ? { code: 'missing', params } : { code: 'draft_outcome' }
  report.leaveOut('outcome', { ...outcomePlace(row), ...note })
  return false
}

function outcomeOf(
  row: OutcomeLine,
  { now, ...given }: Pick<NewOutcome, 'id' | 'author_id'> & { now: Date },
): NewOutcome {
  const { statement, statement_format, review_on } = JSON.parse(row.data) as OutcomeData
  return {
    ...given,
    poll_id: row.poll_id ?? 0,
    poll_option_id: row.option_id,
    group_id: row.group_id ?? 0,
    statement,
    statement_format,
    review_on,
    created_at: row.said_at ?? row.closed_at ?? now,
  }
}
