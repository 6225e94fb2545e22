import { count } from '../../text/counted.ts'
import { type PollTypeName, pollType } from '../types/index.ts'
import { type DecisionRules, hasRules } from './decision-rules.ts'
import { percentBeside, percentOf, type Ruling, rulesOf, type Verdict, type VerdictFacts } from './verdict.ts'

/** How an option is called where the words are read. */
export type Label = (name: string) => string

function doing(
  type: PollTypeName,
  name: string,
  { label, people }: { label: Label; people: number | null },
): string {
  return pollType(type).words.support({ name, label: label(name) }, people)
}

type Ruled = DecisionRules & { poll_type: PollTypeName }

/** "It passes when at least 66% of those who vote agree, and nobody blocks." Null: nothing was set. */
export function rulesWords(poll: Ruled, label: Label): string | null {
  if (!hasRules(poll)) return null
  const rules = rulesOf(poll).map(({ rule, option, percent, of, at }) => {
    if (rule === 'no_block') return 'nobody blocks'
    const what = option === null ? 'vote' : doing(poll.poll_type, option, { label, people: null })
    return `at ${at} ${percent}% of ${of === 'cast' ? 'those who vote' : 'all voters'} ${what}`
  })
  const last = rules.pop()
  const when = asksForVotes(rulesOf(poll)) ? 'It passes when' : 'Its rules are met when'
  return `${when} ${rules.length === 0 ? last : `${rules.join(', ')}, and ${last}`}.`
}

/**
 * "Passed", "Not passed", "Not decided" or, while it may be yet, "Not decided yet". Of rules that may all be
 * kept where everybody disagrees, such as a quorum alone: "Rules met" or "Rules not met".
 */
export function verdictHead({ passed, standing, rulings }: Verdict): string {
  if (passed === null) return standing === 'closed' ? 'Not decided' : 'Not decided yet'
  if (!asksForVotes(rulings)) return passed ? 'Rules met' : 'Rules not met'
  return passed ? 'Passed' : 'Not passed'
}

function asksForVotes(rules: Pick<Ruling, 'rule'>[]): boolean {
  return rules.some(({ rule }) => rule === 'threshold')
}

/** Whether voting is over and nothing was decided, for nobody voted. */
export function isUndecided({ passed, standing, rulings }: Verdict): boolean {
  return standing === 'closed' && rulings.length > 0 && passed === null
}

/**
 * A rule beside what came out: "8 of 11 who voted agree (73%, at least 66% needed)". Null: it may not be
 * seen, or nothing is counted yet.
 */
export function rulingWords(ruling: Ruling, facts: VerdictFacts, label: Label): string | null {
  const { rule, option, percent, of, at, actual } = ruling
  if (actual === null || (option !== null && actual.whole === 0)) return null
  const { part, whole } = actual
  const reached = `${percentBeside(actual, percent, 0)}%`
  if (option === null) return `${part} of ${whole} voted (${reached}, quorum ${percent}%)`
  const what = doing(facts.poll.poll_type, option, { label, people: part })
  if (rule === 'no_block') return part === 0 ? 'nobody blocks' : `${count(part, 'person', 'people')} ${what}`
  const bound = at === 'least' ? `at least ${percent}% needed` : `at most ${percent}% allowed`
  return `${part} of ${wholeWords(of, whole)} ${what} (${reached}, ${bound})`
}

function wholeWords(of: Ruling['of'], whole: number): string {
  return of === 'eligible' ? `all ${whole} voters` : `${whole} who voted`
}

/**
 * The verdict in a sentence: "Passed: 8 of 11 who voted agree (73%, at least 66% needed); 11 of 14 voted
 * (79%, quorum 50%)." What failed comes first.
 */
export function verdictSentence(verdict: Verdict, facts: VerdictFacts, label: Label): string {
  const head = verdictHead(verdict)
  switch (verdict.standing) {
    case 'draft':
      return `${head}: voting has not opened.`
    case 'counting':
      return `${head}: the votes are being counted.`
    case 'open':
      return `${head}: voting is open. So far ${numbers(verdict, facts, label)}.`
    case 'closed':
      if (verdict.rulings.length === 0) return `No rule was set for this poll: ${turnout(facts)}.`
      if (facts.decided_count === 0) return `${head}: nobody voted. ${facts.voters_count} could have.`
      return `${head}: ${numbers(verdict, facts, label)}.`
  }
}

function numbers({ rulings }: Verdict, facts: VerdictFacts, label: Label): string {
  const failed = rulings.filter(({ passed }) => passed === false)
  const words = [...failed, ...rulings.filter(({ passed }) => passed !== false)]
    .map((ruling) => rulingWords(ruling, facts, label))
    .filter((said) => said !== null)
  const says_turnout = rulings.some(({ rule }) => rule === 'quorum')
  return [...words, ...(says_turnout ? [] : [turnout(facts)])].join('; ')
}

function turnout({ decided_count: part, voters_count: whole }: VerdictFacts): string {
  return `${part} of ${whole} voted (${Math.round(percentOf({ part, whole }))}%)`
}
