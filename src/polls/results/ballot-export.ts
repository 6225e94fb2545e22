import { createHash } from 'node:crypto'
import type { Count } from '@folkmoot/count'
import { type Static, type TSchema, Type } from 'typebox'
import { count } from '../../text/counted.ts'
import type { Scores } from '../ballots/ballot.ts'
import { ballotsToCount } from '../counts/ballots-to-count.ts'
import { type BallotsToCount, countBallots, linesOf } from '../counts/counting.ts'
import { COUNT_METHOD_NAMES, isDecidedBySums, isElection } from '../counts/methods.ts'
import { MAX_OPTION_MEANING, MAX_OPTION_NAME, MAX_OPTIONS } from '../poll-option.ts'
import { POLL_TYPE_NAMES, type PollTypeName } from '../types/index.ts'
import type { CountMethodName } from '../types/poll-type.ts'
import { sealHash } from '../urn/sealed-ballot.ts'
import { DECISION, decideAgain, type RecountedDecision } from './decision-export.ts'
import { type ResultRow, resultRows, totalRow } from './tally/result-rows.ts'
import { tallyOf } from './tally/tally.ts'

const whole = (minimum: number) => Type.Integer({ minimum })
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const SLOT = Type.Integer({ minimum: 1, maximum: MAX_OPTIONS })
const HEX_HASH = Type.String({ pattern: '^[0-9a-f]{64}$' })
const HEX_NONCE = Type.String({ pattern: '^[0-9a-f]{32}$' })
// Empty in anonymous polls of earlier releases that closed without options.
const SCORES = Type.Array(orNull(Type.Integer()), { maxItems: MAX_OPTIONS })

const SETTINGS = Type.Object({
  minimum_stance_choices: orNull(whole(0)),
  maximum_stance_choices: orNull(whole(0)),
  min_score: Type.Integer(),
  max_score: Type.Integer(),
  dots_per_person: whole(0),
  can_respond_maybe: Type.Boolean(),
  // Missing in earlier files, like `elected`.
  count_method: Type.Optional(
    orNull(Type.Unsafe<CountMethodName>(Type.Union(COUNT_METHOD_NAMES.map((name) => Type.Literal(name))))),
  ),
  seats: Type.Optional(whole(1)),
  budget: Type.Optional(orNull(whole(1))),
})

const SEALED = Type.Object({ hash: HEX_HASH, scores: SCORES, nonce: HEX_NONCE })

const NAMED = Type.Object({
  voter: Type.String(),
  scores: SCORES,
  reason: orNull(Type.String()),
  reason_format: Type.Union([Type.Literal('md'), Type.Literal('html')]),
  // The name of the API key that cast it for its voter; null: its voter cast it. Missing in earlier files.
  cast_by_key: Type.Optional(orNull(Type.String())),
})

const TOTAL = Type.Object({
  slot: SLOT,
  rank: whole(1),
  score: Type.Integer(),
  voter_count: whole(0),
  average: orNull(Type.Number()),
})

/** The format of the file, for parsing it. */
export const EXPORT = Type.Object({
  format: Type.Literal('folkmoot-ballots'),
  version: Type.Literal(1),
  poll: Type.Object({
    key: Type.String(),
    title: Type.String(),
    poll_type: Type.Unsafe<PollTypeName>(Type.Union(POLL_TYPE_NAMES.map((name) => Type.Literal(name)))),
    anonymous: Type.Boolean(),
    closed_at: Type.String(),
    settings: SETTINGS,
    options: Type.Array(
      Type.Object({
        slot: SLOT,
        priority: whole(0),
        name: Type.String({ maxLength: MAX_OPTION_NAME }),
        // Missing in earlier files.
        meaning: Type.Optional(orNull(Type.String({ maxLength: MAX_OPTION_MEANING }))),
        cost: Type.Optional(orNull(whole(1))),
      }),
      { maxItems: MAX_OPTIONS },
    ),
  }),
  ballots: Type.Union([Type.Array(SEALED), Type.Array(NAMED)]),
  totals: Type.Object({ cast_count: whole(0), rows: Type.Array(TOTAL, { maxItems: MAX_OPTIONS }) }),
  // Missing in the earliest files.
  decision: Type.Optional(DECISION),
  // The slots of the elected options, in order.
  elected: Type.Optional(Type.Array(SLOT, { maxItems: MAX_OPTIONS })),
})

/**
 * A closed poll with everything needed to count it again: its ballots, and the announced totals and decision.
 */
export type BallotExport = Static<typeof EXPORT>
export type SealedBallot = Static<typeof SEALED>

/**
 * The hash that identifies an anonymous ballot after closing: SHA-256 of its choices and its nonce, in hex.
 */
export function sealOf({ scores, nonce }: Pick<SealedBallot, 'scores' | 'nonce'>): string {
  return sealHash(scores, Buffer.from(nonce, 'hex')).toString('hex')
}

/**
 * The sort key of a named ballot in an export: this order reveals neither when it was cast nor its voter's
 * place in a list.
 */
export function placeOf(poll_key: string, user_id: number, scores: Scores): string {
  return createHash('sha256')
    .update(`${poll_key} ${user_id} ${JSON.stringify(scores)}`)
    .digest('hex')
}

export type Recount = {
  cast_count: number
  rows: ResultRow[]
  /** Null: the file contains none. */
  decision: RecountedDecision | null
  /** Whether the sums in the rows elect; otherwise the count does. */
  by_sums: boolean
  /** Whether the poll's page says who is elected; otherwise it says who has the most, ties included. */
  elects: boolean
  /** Null: there is nothing to count. */
  count: Count | null
  /** The names of the elected options. Null: the file contains none. */
  elected: string[] | null
  differences: string[]
}

/**
 * Counts the ballots of an export again. `differences`: deviations from the file; none when all is right.
 * Calls `progress` with a number of ballots.
 */
export function recount(
  file: BallotExport,
  progress: (done: number, of: number) => void = () => undefined,
): Recount {
  const { poll, ballots, totals } = file
  const options = poll.options.map((option) => ({
    meaning: null,
    cost: null,
    ...option,
    id: option.slot,
    poll_id: 0,
  }))
  const tally = tallyOf(ballots.map((ballot) => ballot.scores))
  const rows = resultRows(poll.poll_type, options, tally)
  const differences = sealProblems(ballots, progress)
  if (tally.cast_count !== totals.cast_count)
    differences.push(
      `${count(tally.cast_count, 'ballot is', 'ballots are')} counted, but the file says ${totals.cast_count}`,
    )
  differences.push(...totalsProblems(rows, totals.rows))
  const { cast_count } = tally
  const decision = decisionOf(file, { ...poll, cast_count, rows })
  const asked = toCount(file)
  const counted = asked === null ? null : (countBallots(asked)?.count ?? null)
  const again = electAgain(file, counted)
  const settings = { count_method: null, seats: 1, ...poll, ...poll.settings }
  return {
    cast_count,
    rows,
    decision: decision?.decided ?? null,
    by_sums: isDecidedBySums(settings),
    elects: isElection(settings),
    count: counted,
    elected: again?.elected ?? null,
    differences: [...differences, ...(decision?.differences ?? []), ...(again?.differences ?? [])],
  }
}

/** The ballots of the file, ready to count. Null: polls of its type elect nothing. */
export function toCount({ poll, ballots }: BallotExport): BallotsToCount | null {
  const { count_method = null, seats = 1, budget = null } = poll.settings
  return ballotsToCount(
    { ...poll, ...poll.settings, count_method, seats, budget },
    poll.options.map(({ slot, cost = null }) => ({ slot, cost })),
    linesOf(ballots.map(({ scores }) => scores)),
  )
}

/** The elected options of this count of the file. Null: the file names none. */
function electAgain({ poll, elected }: BallotExport, counted: Count | null) {
  if (elected === undefined) return null
  const slots = (counted?.elected ?? []).map((place) => place + 1)
  const nameOf = (wanted: number) =>
    poll.options.find(({ slot }) => slot === wanted)?.name ?? `slot ${wanted}`
  const [found, announced] = [slots.map(nameOf), elected.map(nameOf)]
  const differs = found.join('\n') !== announced.join('\n')
  return {
    elected: found,
    differences: differs
      ? [
          `the count elects ${found.join(', ') || 'nobody'}, but the file says ${announced.join(', ') || 'nobody'}`,
        ]
      : [],
  }
}

function decisionOf({ decision }: BallotExport, counted: Parameters<typeof decideAgain>[1]) {
  return decision === undefined ? null : decideAgain(decision, counted)
}

function totalsProblems(rows: ResultRow[], told: BallotExport['totals']['rows']): string[] {
  const announced = new Map(told.map((row) => [row.slot, row]))
  const problems: string[] = []
  for (const row of rows) {
    problems.push(...rowDifferences(row, announced.get(row.option.slot)))
    announced.delete(row.option.slot)
  }
  for (const slot of announced.keys())
    problems.push(`the file has a total for slot ${slot}, which is not an option`)
  if (told.length > rows.length && announced.size === 0)
    problems.push('the file has two totals for one option')
  return problems
}

function rowDifferences(row: ResultRow, announced: Static<typeof TOTAL> | undefined): string[] {
  if (announced === undefined) return [`the file has no total for "${row.option.name}"`]
  const counted = totalRow(row)
  return (['score', 'rank', 'voter_count', 'average'] as const)
    .filter((field) => counted[field] !== announced[field])
    .map(
      (field) =>
        `the ${field.replace('_', ' ')} of "${row.option.name}" is ${counted[field] ?? 'none'}, but the file says ${announced[field] ?? 'none'}`,
    )
}

/** An altered sealed ballot no longer matches its hash; a copied one has the hash of another. */
function sealProblems(
  ballots: BallotExport['ballots'],
  progress: (done: number, of: number) => void,
): string[] {
  const seen = new Set<string>()
  const problems: string[] = []
  for (const [index, ballot] of ballots.entries()) {
    progress(index + 1, ballots.length)
    if (!('hash' in ballot)) continue
    if (sealOf(ballot) !== ballot.hash) problems.push(`ballot ${ballot.hash} does not match its hash`)
    if (seen.has(ballot.hash)) problems.push(`ballot ${ballot.hash} appears twice`)
    seen.add(ballot.hash)
  }
  return problems
}
