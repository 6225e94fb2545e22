import type { Poll } from '../src/polls/poll.ts'
import type { PollOption } from '../src/polls/poll-option.ts'
import { type DecisionRules, NO_RULES, type Threshold } from '../src/polls/results/decision-rules.ts'
import { resultsFor } from '../src/polls/results/results.ts'
import { tallyOf } from '../src/polls/results/tally/tally.ts'
import { type VerdictFacts, verdictOf } from '../src/polls/results/verdict.ts'
import { verdictSentence } from '../src/polls/results/verdict-words.ts'

const NOW = new Date('2027-01-02T00:00:00Z')
const PAST = new Date('2027-01-01T00:00:00Z')

export const NAMES = ['agree', 'abstain', 'disagree', 'block']
const OPTIONS: PollOption[] = NAMES.map((name, place) => ({
  id: place + 1,
  poll_id: 1,
  slot: place + 1,
  priority: place,
  name,
  meaning: null,
  cost: null,
}))

type Wish = { rules?: Partial<DecisionRules>; votes?: string[]; voters?: number; poll?: Partial<Poll> }

/** By default, a poll that closed yesterday with these votes. */
export function factsOf({
  rules = {},
  votes = [],
  voters = votes.length,
  poll: settings = {},
}: Wish): VerdictFacts {
  const poll = {
    poll_type: 'proposal',
    hide_results: 'off',
    anonymous: false,
    opened_at: PAST,
    closing_at: PAST,
    closed_at: PAST,
    sealed_at: null,
    ...NO_RULES,
    ...rules,
    ...settings,
  } as Poll
  const exact = tallyOf(votes.map((vote) => OPTIONS.map(({ name }) => (name === vote ? 1 : null))))
  const results = resultsFor({ poll, options: OPTIONS, tally: exact }, { has_voted: false }, NOW)
  return { poll, results, voters_count: voters, decided_count: votes.length, now: NOW }
}

export const votesOf = (counts: { [name: string]: number }) =>
  Object.entries(counts).flatMap(([name, times]) => Array<string>(times).fill(name))

export const threshold = (changes: Partial<Threshold> = {}): Threshold => ({
  option: 'agree',
  percent: 66,
  of: 'cast',
  at: 'least',
  ...changes,
})
export const passed = (wish: Wish) => verdictOf(factsOf(wish)).passed
export const sentence = (wish: Wish) => {
  const facts = factsOf(wish)
  return verdictSentence(verdictOf(facts), facts, (name) => name)
}
