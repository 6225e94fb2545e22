import { type Count, guessedByLot, type Lots, type MethodCount, type Round } from '@folkmoot/count'
import type { CountedBallots } from './counting.ts'

/** A count as JSON text, and beside it the places of the elected options, and whether a lot decided them. */
export type CountedText = { text: string; elected: number[]; by_lot: boolean }

/** The same count with votes as text: they may be larger than JSON's numbers. */
type Written<T> = T extends bigint ? string : T extends object ? { [K in keyof T]: Written<T[K]> } : T

/** A count to store or to pass on. Null: there is none. */
export function countedText(counted: CountedBallots | null): CountedText | null {
  if (counted === null) return null
  const text = JSON.stringify(counted, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
  const { elected, by_lot } = counted.count
  return { text, elected, by_lot }
}

/** Earlier releases stored counts without what their lots decided. */
type Stored = {
  count: Written<MethodCount> & Partial<Lots>
  others: (Omit<CountedBallots['others'][number], 'by_lot'> & { by_lot?: boolean })[]
}

/** The count in such a text. It may hold many votes: they are read where they are known to be. */
export function readCountText(text: string): CountedBallots {
  const { count, others }: Stored = JSON.parse(text)
  return {
    count: countOf(count),
    others: others.map(({ by_lot = false, ...other }) => ({ ...other, by_lot })),
  }
}

function countOf({ by_lot, unnamed_tie = null, ...count }: Stored['count']): Count {
  const counted = {
    ...count,
    quota: votesOrNull(count.quota),
    exhausted: votes(count.exhausted),
    rounds: count.rounds.map(roundOf),
  }
  return { ...counted, ...(by_lot === undefined ? guessedByLot(counted) : { by_lot, unnamed_tie }) }
}

function roundOf(round: Written<Round>): Round {
  return {
    ...round,
    votes: round.votes.map(votesOrNull),
    quota: votesOrNull(round.quota),
    exhausted: votes(round.exhausted),
    transfers: round.transfers.map(({ from, to, votes: moved }) => ({ from, to, votes: votes(moved) })),
  }
}

const votes = (text: string): bigint => BigInt(text.slice(0, -1))
const votesOrNull = (text: string | null): bigint | null => (text === null ? null : votes(text))
