import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { addsUp, passesVotes } from '../../polls/counts/methods.ts'
import { isFinal, type Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { LastRound } from '../drawings/round-bars-part.tsx'
import { WinnerDuels } from '../drawings/winner-duels-part.tsx'
import { namesOf } from './election-part.tsx'

type Props = {
  of: { poll: Poll; options: PollOption[]; now: Date }
  /** Null: not loaded, as where results are hidden. */
  counted: CountedBallots | null
  zone: string
}

/**
 * In a thread, what a count without sums decided by: its last round, or the duels of its winner. Null: it is
 * not counted for this reader, or its sums are drawn.
 */
export function BriefCount({ of: { poll, options, now }, counted, zone }: Props): VNode | null {
  if (counted === null || addsUp(poll)) return null
  const { count } = counted
  const names = namesOf(poll, options, zone)
  if (!passesVotes(count.method)) return <WinnerDuels count={count} names={names} />
  const round = count.rounds.length
  return (
    <>
      <p class="small">{round === 1 ? t('count.brief_first') : t('count.brief_last', { round })}</p>
      <LastRound count={count} names={names} final={isFinal(poll, now)} />
    </>
  )
}
