import { type Static, Type } from 'typebox'
import { count } from '../../text/counted.ts'
import type { PollTypeName } from '../types/index.ts'
import { decisionOf } from './decision.ts'
import { SHARES_AT, SHARES_OF } from './decision-rules.ts'
import type { ResultRow } from './tally/result-rows.ts'
import { type VerdictFacts, verdictOf } from './verdict.ts'
import { verdictSentence } from './verdict-words.ts'

const COUNT = Type.Integer({ minimum: 0 })
const OF = oneOf(SHARES_OF)
const AT = oneOf(SHARES_AT)
const PERCENT = Type.Number({ minimum: 0, maximum: 100 })
const PASSED = Type.Union([Type.Boolean(), Type.Null()])

const RULE = Type.Object({
  rule: oneOf(['threshold', 'no_block', 'quorum']),
  option: Type.Union([Type.String(), Type.Null()]),
  percent: PERCENT,
  of: OF,
  at: AT,
  part: COUNT,
  whole: COUNT,
  passed: PASSED,
})

/** A closed poll's rules and whether it met them; the number of voters does not follow from its ballots. */
export const DECISION = Type.Object({
  eligible: COUNT,
  quorum_pct: Type.Union([PERCENT, Type.Null()]),
  thresholds: Type.Array(Type.Object({ option: Type.String(), percent: PERCENT, of: OF, at: AT })),
  no_block: Type.Boolean(),
  rules: Type.Array(RULE),
  passed: PASSED,
})

export type DecisionExport = Static<typeof DECISION>
type Rule = Static<typeof RULE>

export type RecountedDecision = Pick<DecisionExport, 'rules' | 'passed'> & { sentence: string }

type Counted = { poll_type: PollTypeName; closed_at: string; cast_count: number; rows: ResultRow[] }

/** The decision after counting ballots again, and its deviations from an exported one. */
export function decideAgain(
  decision: DecisionExport,
  { poll_type, closed_at, cast_count, rows }: Counted,
): { decided: RecountedDecision; differences: string[] } {
  const closed = new Date(closed_at)
  const facts: VerdictFacts = {
    poll: { ...decision, poll_type, opened_at: null, closing_at: null, closed_at: closed },
    results: { shown: true, rows, sums: [], as_of: cast_count, named: false, open: null },
    voters_count: decision.eligible,
    decided_count: cast_count,
    now: closed,
  }
  const { rules, passed } = decisionOf(facts)
  const sentence = verdictSentence(verdictOf(facts), facts, (name) => name)
  const differences = differencesOf(decision, rules, passed)
  if (cast_count > decision.eligible)
    differences.push(
      `${count(cast_count, 'ballot is', 'ballots are')} counted, but ${decision.eligible} could be cast`,
    )
  return { decided: { rules, passed, sentence }, differences }
}

function differencesOf(said: DecisionExport, rules: Rule[], passed: boolean | null): string[] {
  const differences = rules.flatMap((rule, place) => ruleDifference(rule, said.rules[place]))
  if (said.rules.length > rules.length)
    differences.push('the file applies conditions that the poll does not have')
  if (passed !== said.passed)
    differences.push(
      `by its rules the poll ${OUTCOMES[`${passed}`]}, the file says it ${OUTCOMES[`${said.passed}`]}`,
    )
  return differences
}

const OUTCOMES = { true: 'passed', false: 'did not pass', null: 'was not decided' }

function ruleDifference(rule: Rule, said: Rule | undefined): string[] {
  const name = rule.option === null ? rule.rule : `${rule.rule} of "${rule.option}"`
  if (said === undefined) return [`the file has no result for the ${name}`]
  const fields = Object.keys(rule) as (keyof Rule)[]
  if (fields.every((field) => rule[field] === said[field])) return []
  return [`the ${name} is ${ruleWords(rule)}, but the file says ${ruleWords(said)}`]
}

function ruleWords({ part, whole, at, percent, passed }: Rule): string {
  return `${part} of ${whole} for at ${at} ${percent}% (${passed === null ? 'not decided' : passed ? 'kept' : 'not kept'})`
}

function oneOf<const T extends string>(names: readonly T[]) {
  return Type.Unsafe<T>(Type.Union(names.map((name) => Type.Literal(name))))
}
