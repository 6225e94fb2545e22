import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { passesVotes } from '../../polls/counts/methods.ts'
import { isFinal, type Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { LastRound } from '../drawings/round-bars-part.tsx'
import { WinnerDuels } from '../drawings/winner-duels-part.tsx'
import { namesOf } from './election-part.tsx'

type Props = {
  of: { poll: Poll; options: PollOption[]; now: Date }
  counted: CountedBallots
  zone: string
  brief: boolean
  /** The reader's own rank of the option at a place. */
  own: (place: number) => string | null
}

/**
 * What a count without sums decided by: the duels of its winner, or in a thread its last round. Null: all its
 * rounds are drawn below (election-part.tsx).
 */
export function CountPicture({ of: { poll, options, now }, counted, zone, brief, own }: Props): VNode | null {
  const { count } = counted
  const names = namesOf(poll, options, zone)
  if (!passesVotes(count.method)) return <WinnerDuels of={{ count, names, brief, own }} />
  if (!brief) return null
  const round = count.rounds.length
  return (
    <>
      <p class="small">{round === 1 ? t('count.brief_first') : t('count.brief_last', { round })}</p>
      <LastRound count={count} names={names} final={isFinal(poll, now)} />
    </>
  )
}
