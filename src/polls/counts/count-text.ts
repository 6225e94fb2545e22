import type { CountedBallots } from './counting.ts'

const BIG = /^-?\d+n$/

/** A count as JSON text: votes are text with an n behind, as they may be larger than JSON's numbers. */
export function countText(counted: CountedBallots): string {
  return JSON.stringify(counted, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
}

/** The count in such a text. */
export function readCountText(text: string): CountedBallots {
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' && BIG.test(value) ? BigInt(value.slice(0, -1)) : value,
  )
}
