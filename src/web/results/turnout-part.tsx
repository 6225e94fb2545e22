import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { Bar } from '../drawings/bars-part.tsx'

type Turnout = { decided_count: number; voters_count: number }

/** How many of the voters have voted. */
export function TurnoutPart({ of: { decided_count, voters_count } }: { of: Turnout }): VNode {
  if (decided_count === 0) return <p>{t('result.nobody_voted')}</p>
  return (
    <p class="turnout">
      <Bar share={decided_count / voters_count} look="quiet" />
      <span>{t('result.turnout', { voted: decided_count, voters: voters_count })}</span>
    </p>
  )
}
