import { count } from '../../text/counted.ts'
import type { PollType, Range, TypeWords } from './poll-type.ts'

// What most types have in common.

const ONE: Range = { least: 1, most: 1 }

/** A poll whose ballots choose one of any options. */
export const PLAIN = {
  allowed_options: null,
  default_options: null,
  least_options: 1,
  options_are_times: false,
  signs: {},
  positions: null,
  settles_on_option: true,
  answered_by: 'choosing',
  single_choice: false,
  choices: () => ONE,
  choices_fixed_at_opening: false,
  number: () => ONE,
  withheld: () => null,
  numbers_differ: false,
  budget: () => null,
  score: (number) => (number === 0 ? null : number),
  numberOf: (score) => score,
  tells_zeros: false,
  shows_ballots: false,
  shows_spread: false,
  count_methods: ['sums'],
  counted: 'supports',
  order: 'score',
  verdict_rules: ['threshold', 'quorum'],
} satisfies Omit<PollType, 'words'>

/** Words of polls that choose among options. */
export const CHOOSING = {
  options_heading: 'Options',
  number: '1',
  support: supporting('choose', 'chose'),
  amount: ({ voter_count }) => String(voter_count),
  amount_is_clause: false,
} satisfies Partial<TypeWords>

/** "choose “Blue”", and, once it is known how many they are, "chose “Blue”". */
export function supporting(many: string, did: string): TypeWords['support'] {
  return ({ label }, people) => `${people === null ? many : did} “${label}”`
}

/** "1 point", "3 points". */
export function points(score: number): string {
  return count(score, 'point')
}
