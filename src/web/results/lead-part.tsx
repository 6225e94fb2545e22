import type { VNode } from 'preact'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import type { Lead } from '../../polls/counts/lead.ts'
import { isElection } from '../../polls/counts/methods.ts'
import type { Poll } from '../../polls/poll.ts'
import { MethodWords } from './election-part.tsx'
import { leadWords, tellsPositions } from './result-words.ts'

/** `decided`: a verdict stands above it. */
type Props = {
  poll: Poll
  lead: Lead | null
  counted: CountedBallots | null
  zone: string
  decided?: boolean
}

/**
 * Who leads; of an election whose ballots are not counted for this reader, only how they are counted: its
 * sums do not tell. Null: nobody leads, or the verdict of the positions taken says more.
 */
export function LeadPart({ poll, lead, counted, zone, decided = false }: Props): VNode | null {
  if (decided && tellsPositions(poll)) return null
  if (lead !== null) return <strong>{leadWords(poll, lead, { zone })}</strong>
  return isElection(poll) && counted === null ? <MethodWords poll={poll} /> : null
}
