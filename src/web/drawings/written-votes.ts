import { type Count, readableVotes } from '@folkmoot/count'
import { t } from '../../locales/say.ts'

/** Votes as people read them: rounded to two decimals. The files of ballots have them exactly. */
export function writtenVotes(votes: bigint, count: Count): string {
  return t('count.number', { number: Number(readableVotes(votes, count)) })
}
