import type { PlainKey } from '../../locales/say.ts'
import type { CountMethodName } from '../counts/index.ts'
import type { Counting } from '../counts/method.ts'

/**
 * What a type of poll is: what may be voted on, what one ballot may hold, what a choice scores, in which
 * order results stand, and the words that mails, feeds, webhooks, programs and pages need of it. Each type is
 * one file of this folder; what only pages need is its file in src/web/ballots. Source: the table "Polls by
 * type" of the interface.
 */
export type PollType = {
  words: TypeWords
  /** Names that may be options; null: any text. */
  allowed_options: readonly string[] | null
  /** The options when none are given; null: there is no default. */
  default_options: readonly string[] | null
  least_options: number
  /** Options are ISO 8601 dates or date-times. */
  options_are_times: boolean
  /** Options that every poll of the type means alike, and that have a sign: by name. */
  signs: Signs
  /** The positions one takes on what is proposed; null: options are none. */
  positions: { readonly [name: string]: Position } | null
  /** An outcome may settle on one of the options: they are what is decided on, not answers to it. */
  settles_on_option: boolean
  /** What a ballot says of an option: that it is chosen, or a number. */
  answered_by: 'choosing' | 'numbers'
  /** A ballot always chooses one option, so that a link can. */
  single_choice: boolean
  /** How many options one ballot names. */
  choices: (settings: ChoiceSettings, options: number) => Range
  /** That number is settled when voting opens, as options may be added later. */
  choices_fixed_at_opening: boolean
  /** Which number a voter may give an option named on the ballot. */
  number: (settings: ChoiceSettings, options: number) => Range
  /** What a number within that range stands for, where the poll's settings do not offer it. Null: they do. */
  withheld: (number: number, settings: ChoiceSettings) => 'if_need_be' | null
  /** Each number is given once. */
  numbers_differ: boolean
  /** The most that the numbers of one ballot may add up to. */
  budget: (settings: ChoiceSettings) => number | null
  /** What the number a voter gives an option scores. Null: it is kept as unanswered. */
  score: (number: number, settings: ChoiceSettings, options: number) => number | null
  /** The number that was given, from what it scores. */
  numberOf: (score: number, settings: ChoiceSettings, options: number) => number
  /** A score of 0 is an answer that is told, as a no is. */
  tells_zeros: boolean
  /** Pages show each ballot in a row of its own beside its voter's name, where ballots may be seen. */
  shows_ballots: boolean
  /** Pages show how many ballots give an option which score. */
  shows_spread: boolean
  /** How ballots are counted; the first unless another is asked for. */
  count_methods: readonly [CountMethodName, ...CountMethodName[]]
  /** The rules that a poll of the type may set for its verdict. */
  verdict_rules: readonly VerdictRule[]
} & Counting

export type Range = { least: number; most: number }

/** The settings a poll type's limits depend on. */
export type ChoiceSettings = {
  minimum_stance_choices: number | null
  maximum_stance_choices: number | null
  min_score: number
  max_score: number
  dots_per_person: number
  can_respond_maybe: boolean
}

export type VerdictRule = 'threshold' | 'no_block' | 'quorum'

/** How people read an option with a sign; `label`: the key of the text. */
export type Sign = { label: PlainKey }
export type Signs = { readonly [name: string]: Sign }

/** What one may say to a proposal; `color` is how programs may show it. */
export type Position = Sign & { color: string }

/** What those who are counted for an option do with it. */
export type Support =
  | 'agree'
  | 'abstain'
  | 'disagree'
  | 'block'
  | 'choose'
  | 'give_dots'
  | 'can_make'
  | 'rank'
  | 'score'

/** What one option got. */
export type Amount = { score: number; voter_count: number; average: number | null }

/**
 * Words that more than pages need, most as keys of texts; those that only pages need are in src/web/ballots.
 */
export type TypeWords = {
  /** What kind of poll it is, in a word or two. */
  title: PlainKey
  /** What it is for, in a sentence. */
  summary: PlainKey
  options_heading: PlainKey
  /** The number beside an option on a ballot, told to programs, in English. */
  number: string
  support: (option: string) => Support
  /** What an option got, in the language that is spoken. */
  amount: (amount: Amount) => string
  /** Amounts are clauses of their own ("3 can come"), to be set apart from names and from each other. */
  amount_is_clause: boolean
}
