import type { PlainKey } from '../../locales/say.ts'
import { t } from '../../locales/say.ts'
import { clauses } from '../../text/clauses.ts'
import { type PollTypeName, pollType } from '../types/index.ts'
import type { Support } from '../types/poll-type.ts'
import { type DecisionRules, hasRules } from './decision-rules.ts'
import {
  percentBeside,
  percentOf,
  type Ruling,
  rulesOf,
  thirdsOf,
  type Verdict,
  type VerdictFacts,
} from './verdict.ts'

/** The label of an option for the reader. */
export type Label = (name: string) => string

/** "at least 66% of those who vote agree" */
const RULES = {
  agree: 'verdict.rule_agree',
  abstain: 'verdict.rule_abstain',
  disagree: 'verdict.rule_disagree',
  block: 'verdict.rule_block',
  choose: 'verdict.rule_choose',
  give_dots: 'verdict.rule_give_dots',
  can_make: 'verdict.rule_can_make',
  rank: 'verdict.rule_rank',
  score: 'verdict.rule_score',
} as const satisfies Record<Support, PlainKey>

/** "8 of 11 who voted agree (72.7%, at least 66% needed)" */
const RULINGS = {
  agree: 'verdict.ruling_agree',
  abstain: 'verdict.ruling_abstain',
  disagree: 'verdict.ruling_disagree',
  block: 'verdict.ruling_block',
  choose: 'verdict.ruling_choose',
  give_dots: 'verdict.ruling_give_dots',
  can_make: 'verdict.ruling_can_make',
  rank: 'verdict.ruling_rank',
  score: 'verdict.ruling_score',
} as const satisfies Record<Support, PlainKey>

type Ruled = DecisionRules & { poll_type: PollTypeName }
type Rule = Pick<Ruling, 'rule' | 'option' | 'percent' | 'of' | 'at'>

/**
 * "It passes when at least 66% of those who vote agree and nobody blocks." Null: no rules. `voters`: how many
 * may vote.
 */
export function rulesWords(poll: Ruled, voters: number, label: Label): string | null {
  if (!hasRules(poll)) return null
  const rules = rulesOf(poll)
  const names = rules.map((rule) =>
    ruleWords(rule, boundWords(rule, voters), { type: poll.poll_type, label }),
  )
  return asksForVotes(rules) ? t('verdict.passes_when', { names }) : t('verdict.rules_met_when', { names })
}

function ruleWords(
  { rule, option, percent, of, at }: Rule,
  bound: string,
  { type, label }: { type: PollTypeName; label: Label },
): string {
  if (rule === 'no_block') return t('verdict.rule_no_block')
  if (option === null) return t('verdict.rule_quorum', { percent: percent / 100 })
  const supported = { at, of, bound, option: label(option) }
  return t(RULES[pollType(type).words.support(option)], supported)
}

/** "66%", or "two thirds" if it is the same for at most so many people. */
export function boundWords(bound: Pick<Rule, 'percent' | 'at'>, people: number): string {
  return t('verdict.bound', { thirds: thirdsOf(bound, people) ?? 'other', percent: bound.percent / 100 })
}

/**
 * "Passed", "Not passed", "Not decided" or, while it is still open, "Not decided yet". For rules that hold
 * even if everyone disagrees, such as a quorum alone: "Rules met" or "Rules not met".
 */
export function verdictHead({ passed, standing, rulings }: Verdict): string {
  if (passed === null) return t(standing === 'closed' ? 'verdict.not_decided' : 'verdict.not_decided_yet')
  if (!asksForVotes(rulings)) return t(passed ? 'verdict.rules_met' : 'verdict.rules_not_met')
  return t(passed ? 'verdict.passed' : 'verdict.not_passed')
}

function asksForVotes(rules: Pick<Ruling, 'rule'>[]): boolean {
  return rules.some(({ rule }) => rule === 'threshold')
}

/** Whether voting has ended without a decision because nobody voted. */
export function isUndecided({ passed, standing, rulings }: Verdict): boolean {
  return standing === 'closed' && rulings.length > 0 && passed === null
}

/**
 * A rule with its result: "8 of 11 who voted agree (72.7%, at least 66% needed)". Null: hidden, or nothing is
 * counted yet.
 */
export function rulingWords(ruling: Ruling, facts: VerdictFacts, label: Label): string | null {
  const { rule, option, of, at, actual } = ruling
  if (actual === null || (option !== null && actual.whole === 0)) return null
  const { part, whole } = actual
  const reached = percentBeside(actual, ruling.percent, 1) / 100
  if (option === null)
    return t('verdict.ruling_quorum', { part, whole, reached, percent: ruling.percent / 100 })
  if (rule === 'no_block') return t('verdict.ruling_no_block', { part })
  const supported = { part, whole, of, at, reached, bound: boundWords(ruling, whole), option: label(option) }
  return t(RULINGS[pollType(facts.poll.poll_type).words.support(option)], supported)
}

/**
 * The verdict as a sentence: "Passed: 8 of 11 who voted agree (72.7%, at least 66% needed); 11 of 14 voted
 * (78.6%, quorum 50%)." Failed rules come first.
 */
export function verdictSentence(verdict: Verdict, facts: VerdictFacts, label: Label): string {
  const said = () => rulingsWords(verdict, facts, label)
  switch (verdict.standing) {
    case 'draft':
      return t('verdict.draft')
    case 'counting':
      return t('verdict.counting')
    case 'open':
      return t('verdict.open', { clauses: said() })
    case 'closed': {
      if (verdict.rulings.length === 0) return t('verdict.no_rules', { turnout: turnout(facts) })
      const head = verdictHead(verdict)
      if (facts.decided_count === 0) return t('verdict.nobody_voted', { head, voters: facts.voters_count })
      return t('verdict.closed', { head, clauses: said() })
    }
  }
}

function rulingsWords({ rulings }: Verdict, facts: VerdictFacts, label: Label): string {
  const failed = rulings.filter(({ passed }) => passed === false)
  const words = [...failed, ...rulings.filter(({ passed }) => passed !== false)]
    .map((ruling) => rulingWords(ruling, facts, label))
    .filter((said) => said !== null)
  const says_turnout = rulings.some(({ rule }) => rule === 'quorum')
  return clauses([...words, ...(says_turnout ? [] : [turnout(facts)])])
}

function turnout({ decided_count: part, voters_count: whole }: VerdictFacts): string {
  return t('verdict.turnout', { part, whole, share: percentOf({ part, whole }) / 100 })
}
