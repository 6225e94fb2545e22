import {
  type Count,
  CountError,
  count,
  type Method,
  RANKED_METHODS,
  readBlt,
  readCsv,
  SEVERAL_SEATS,
} from '@folkmoot/count'
import { Halt } from '../../errors.ts'
import { countBallots } from '../../polls/counts/counting.ts'
import { isElection, methodOf } from '../../polls/counts/methods.ts'
import { type BallotExport, toCount } from '../../polls/results/ballot-export.ts'
import { pollType } from '../../polls/types/index.ts'
import { textOf } from '../files.ts'
import { readBallotExport } from './ballot-file.ts'

/** How to count: `seed` of the lots; undefined: what the file says. */
export type Asked = { method: Method; seats: number; seed: string | undefined }

/** An election in a file. */
export type FiledElection = {
  title: string
  /** Its options' names, in the order of a count's places. */
  options: readonly string[]
  seats: number
  /** The methods that can count its ballots. */
  methods: readonly Method[]
  /** The method by which it was held; null: the file names none. */
  method: Method | null
  /** Whether such a count elects: a poll whose author chose no method has ties, which its page shows. */
  elects(count: Pick<Count, 'method' | 'seats'>): boolean
  count(asked: Asked): Count
}

/**
 * Reads an election from the JSON of a poll's page, a CSV file of rankings or a BLT file: by what is in it,
 * not by its name. Halt: it cannot be read.
 */
export async function readElection(path: string): Promise<FiledElection> {
  const text = await textOf(path)
  return refusing(path, () => {
    if (/^\ufeff?\s*\{/.test(text)) return ofPoll(path, text)
    return isCsv(text) ? ofCsv(text) : ofBlt(text)
  })
}

/** A BLT file begins with two numbers, or with a comment before them. */
function isCsv(text: string): boolean {
  const [first = ''] = text.split(/\r?\n/, 1)
  return !/^\s*(#|\/[/*])/.test(first) && (first.includes(',') || !/^\ufeff?\s*\d+\s+\d+/.test(first))
}

function ofBlt(text: string): FiledElection {
  const { tie, ...election } = readBlt(text)
  return {
    ...election,
    methods: RANKED_METHODS,
    method: null,
    elects: () => true,
    // The file's [tie …] line breaks remaining ties, unless a seed is given.
    count: ({ seed = election.seed ?? undefined, ...asked }) =>
      count({
        ...election,
        ...asked,
        lot: seed === undefined && tie !== null ? { order: tie } : lotOf(seed, election.options),
      }),
  }
}

function ofCsv(text: string): FiledElection {
  // Of a ranked choice it has ranks, but up to 0.1.0 it had points in the same columns.
  if (/^\ufeff?"?(voter|hash)"?,/.test(text))
    throw new CountError('file', "this CSV of a poll's page is for spreadsheets: use its JSON or BLT instead")
  const { options, ballots } = readCsv(text)
  return {
    title: '',
    options,
    seats: 1,
    methods: RANKED_METHODS,
    method: null,
    elects: () => true,
    count: ({ seed, ...asked }) => count({ options, ballots, ...asked, lot: lotOf(seed, options) }),
  }
}

/** The id of an option in the lot is its place in the file. */
const lotOf = (seed: string | undefined, options: readonly string[]) => ({
  seed: seed ?? '',
  ids: options.map((_, place) => place + 1),
})

function ofPoll(path: string, text: string): FiledElection {
  const read = readBallotExport(parsed(text))
  if ('wrong' in read)
    throw new Halt(`${path} is not an export of a poll's ballots: see "${read.wrong}" in it.`)
  const { file } = read
  const { poll } = file
  const { count_method = null, seats = 1, budget = null } = poll.settings
  const held_by = methodOf({ ...poll, count_method })
  return {
    title: poll.title,
    options: [...poll.options].sort((one, other) => one.slot - other.slot).map(({ name }) => name),
    seats,
    methods: pollType(poll.poll_type).count_methods.filter(
      (method) => method !== 'equal_shares' || budget !== null,
    ),
    method: held_by,
    elects: (count) => count.method !== held_by || isElection({ ...poll, count_method, seats: count.seats }),
    count: (asked) => countPoll(file, asked),
  }
}

function countPoll(file: BallotExport, { method, seats, seed }: Asked): Count {
  if (seed !== undefined) throw new CountError('seed', 'the lots of a poll are drawn from its ballots')
  if (seats > 1 && !SEVERAL_SEATS.includes(method))
    throw new CountError('seats', `must be 1: ${method} elects one`)
  const count_method = method === 'approval' ? null : method
  const settings = { ...file.poll.settings, count_method, seats }
  const asked = toCount({ ...file, poll: { ...file.poll, settings } })
  const counted = asked === null ? null : countBallots({ ...asked, others: [] })
  if (counted === null) throw new CountError('ballots', 'there are none to count')
  return counted.count
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new CountError('file', 'it begins like JSON but is not valid JSON')
  }
}

/** Turns what is wrong with an election into one line. */
export function refusing<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CountError)) throw error
    throw new Halt(`${error.field === 'file' ? path : error.field}: ${error.message}.`)
  }
}
