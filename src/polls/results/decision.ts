import type { DecisionRules } from './decision-rules.ts'
import { type Ruling, type VerdictFacts, verdictOf } from './verdict.ts'

/** A closed poll's rules and whether it met them; `eligible`: how many people could vote. */
export type Decision = DecisionRules & {
  eligible: number
  rules: (Omit<Ruling, 'actual'> & { part: number; whole: number })[]
  passed: boolean | null
}

/** The decision on a poll whose final results are visible. */
export function decisionOf(facts: VerdictFacts): Decision {
  const { quorum_pct, thresholds, no_block } = facts.poll
  const { rulings, passed } = verdictOf(facts)
  return {
    eligible: facts.voters_count,
    quorum_pct,
    thresholds,
    no_block,
    rules: rulings.map(({ actual, ...rule }) => ({
      ...rule,
      part: actual?.part ?? 0,
      whole: actual?.whole ?? 0,
    })),
    passed,
  }
}
