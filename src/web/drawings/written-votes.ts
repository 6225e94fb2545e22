import { type Count, type Round, readableVotes } from '@folkmoot/count'
import { t } from '../../locales/say.ts'

type Figures = Pick<Count, 'rounds' | 'decimals' | 'quota'>

const votesIn = ({ rounds }: Figures): bigint[] =>
  rounds.flatMap(({ votes, exhausted }) => [exhausted, ...votes.filter((own) => own !== null)])

/** Whether any votes of the count are written with a fraction. */
export function hasFractions(count: Figures): boolean {
  return votesIn(count).some((votes) => !Number.isInteger(Number(readableVotes(votes, count))))
}

/** Votes as people read them: rounded to two decimals. The files of ballots have them exactly. */
export function writtenVotes(votes: bigint, count: Count): string {
  return t('count.number', { number: Number(readableVotes(votes, count)) })
}

/** The same for votes that were gained or, below 0, lost: in brackets, with the sign. */
export function gainedVotes(votes: bigint, count: Count): string {
  const [size, sign] = votes < 0n ? [-votes, -1] : [votes, 1]
  return t('count.gained', { number: sign * Number(readableVotes(size, count)) })
}

/** What a seat takes, as a number that is written: it is not cut, as votes below it are. */
export function neededVotes(quota: bigint, count: Count): number {
  return Number(readableVotes(quota, { ...count, quota: null }))
}

/**
 * Whether an option has more votes than a seat takes, and is written with the same number: by Meek's rule it
 * has to have more, and keeps hardly more.
 */
export function looksTooFew({ votes, quota }: Round, count: Count): boolean {
  if (count.method !== 'stv_meek' || quota === null) return false
  const needed = neededVotes(quota, count)
  return votes.some((own) => own !== null && own >= quota && Number(readableVotes(own, count)) <= needed)
}
