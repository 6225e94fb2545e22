import { t } from '../../locales/say.ts'
import { listed } from '../../text/clauses.ts'
import type { PollType, Range, TypeWords } from './poll-type.ts'

// Common defaults of poll types.

const ONE: Range = { least: 1, most: 1 }

/** A poll whose ballots choose one of its options. */
export const PLAIN = {
  allowed_options: null,
  default_options: null,
  least_options: 1,
  options_are_times: false,
  signs: {},
  positions: null,
  settles_on_option: true,
  answered_by: 'choosing',
  wants_people: false,
  single_choice: false,
  choices: () => ONE,
  fixed_at_opening: () => ({}),
  number: () => ONE,
  withheld: () => null,
  numbers_differ: false,
  budget: () => null,
  score: (number) => (number === 0 ? null : number),
  numberOf: (score) => score,
  tells_zeros: false,
  shows_ballots: false,
  shows_spread: false,
  count_methods: [],
  counted_as: 'scores',
  counted: 'supports',
  order: 'score',
  verdict_rules: ['threshold', 'quorum'],
} satisfies Omit<PollType, 'words'>

/** Texts of polls that choose among options. */
export const CHOOSING = {
  options_heading: 'type.options',
  number: '1',
  support: () => 'choose',
  said: (named) => t('count.names', { names: named.map(({ label }) => label) }),
  amount: ({ voter_count }) => t('type.amount_voters', { voters: voter_count }),
  amount_is_clause: false,
} satisfies Partial<TypeWords>

/** Texts of polls that give options numbers. */
export const NUMBERING = {
  options_heading: 'type.options',
  said: (named) => listed(named.map(({ number, label }) => t('ballot.number_of', { label, number }))),
  amount_is_clause: false,
} satisfies Partial<TypeWords>
