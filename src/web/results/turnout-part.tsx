import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { Bar } from '../drawings/bars-part.tsx'

type Turnout = Pick<LoadedPoll, 'decided_count' | 'voters_count' | 'open_count'>

/** How many of the voters have voted. */
export function TurnoutPart({ of: { decided_count, voters_count, open_count } }: { of: Turnout }): VNode {
  if (decided_count === 0) return <p>{t(open_count > 0 ? 'open_link.only' : 'result.nobody_voted')}</p>
  return (
    <p class="turnout">
      <Bar share={decided_count / voters_count} look="quiet" />
      <span>{t('result.turnout', { voted: decided_count, voters: voters_count })}</span>
    </p>
  )
}
