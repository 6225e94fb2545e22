import type { Count, Round } from '@folkmoot/count'
import type { CountedBallots } from './counting.ts'

/** A count as JSON text, and the places of the elected options beside it. */
export type CountedText = { text: string; elected: number[] }

/** The same count with votes as text: they may be larger than JSON's numbers. */
type Written<T> = T extends bigint ? string : T extends object ? { [K in keyof T]: Written<T[K]> } : T

/** A count to store or to pass on. Null: there is none. */
export function countedText(counted: CountedBallots | null): CountedText | null {
  if (counted === null) return null
  const text = JSON.stringify(counted, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
  return { text, elected: counted.count.elected }
}

/** The count in such a text. It may hold many votes: they are read where they are known to be. */
export function readCountText(text: string): CountedBallots {
  const { count, others }: Written<CountedBallots> = JSON.parse(text)
  return { count: countOf(count), others }
}

function countOf(count: Written<Count>): Count {
  return {
    ...count,
    quota: votesOrNull(count.quota),
    exhausted: votes(count.exhausted),
    rounds: count.rounds.map(roundOf),
  }
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
