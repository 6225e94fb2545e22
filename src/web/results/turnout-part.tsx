import type { VNode } from 'preact'
import { Bar } from '../drawings/bars-part.tsx'

type Turnout = { decided_count: number; voters_count: number }

/** How many voted of how many. */
export function TurnoutPart({ of: { decided_count, voters_count } }: { of: Turnout }): VNode {
  if (decided_count === 0) return <p>Nobody voted.</p>
  return (
    <p class="turnout">
      <Bar share={decided_count / voters_count} look="quiet" />
      <span>{`${decided_count} of ${voters_count} voted.`}</span>
    </p>
  )
}
