import type { VNode } from 'preact'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import type { Lead } from '../../polls/counts/lead.ts'
import { isElection } from '../../polls/counts/methods.ts'
import { insteadOfLead, type Reached } from '../../sentences/result-words.ts'
import { MethodWords } from './election-part.tsx'
import { leadWords, tellsPositions } from './result-words.ts'

/** `decided`: a verdict stands above it. */
type Props = {
  of: Reached
  lead: Lead | null
  counted: CountedBallots | null
  zone: string
  decided?: boolean
}

/**
 * Who leads, or what is said instead; of an election whose ballots are not counted for this reader, only how
 * they are counted: its sums do not tell. Null: nobody leads, or the verdict of the positions taken says
 * more.
 */
export function LeadPart({ of, lead, counted, zone, decided = false }: Props): VNode | null {
  const { poll } = of
  if (decided && tellsPositions(poll)) return null
  const instead = insteadOfLead(of)
  if (instead !== null) return <strong>{instead}</strong>
  if (lead !== null) return <strong>{leadWords(poll, lead, { zone })}</strong>
  return isElection(poll) && counted === null ? <MethodWords poll={poll} /> : null
}
