import { type Count, readableVotes } from '@folkmoot/count'
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
