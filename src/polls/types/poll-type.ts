import type { Method } from '@folkmoot/count'
import type { PlainKey } from '../../locales/say.ts'

/** How the ballots of a poll may be counted; `approval` is no choice: polls of type `poll` count so. */
export type CountMethodName = Exclude<Method, 'approval'>

/**
 * The definition of a poll type: its options, the limits of a ballot, the score of a choice, the order of
 * results, and the texts about it in mails, feeds, webhooks, programs and pages. Each type is one file of
 * this folder; src/web/ballots has the parts that only pages need. Source: the table "Polls by type" of the
 * interface.
 */
export type PollType = {
  words: TypeWords
  /** Allowed names of options; null: any text. */
  allowed_options: readonly string[] | null
  /** The options when none are given; null: there is no default. */
  default_options: readonly string[] | null
  least_options: number
  /** Options are ISO 8601 dates or date-times. */
  options_are_times: boolean
  /** Options with the same meaning in every poll of the type, and their signs, by name. */
  signs: Signs
  /** The positions on a proposal; null: options are not positions. */
  positions: { readonly [name: string]: Position } | null
  /** An outcome may choose one of the options: they are alternatives, not answers. */
  settles_on_option: boolean
  /** How a ballot answers an option: by choosing it, or with a number. */
  answered_by: 'choosing' | 'numbers'
  /** It may want a number of people to give its first answer. */
  wants_people: boolean
  /** A ballot always chooses one option, so that a link can. */
  single_choice: boolean
  /** How many options one ballot may choose. */
  choices: (settings: ChoiceSettings, options: number) => Range
  /** The limits that are fixed when voting opens, as options may be added later. */
  fixed_at_opening: (settings: ChoiceSettings, options: number) => Partial<ChoiceLimits>
  /** The numbers a voter may give an option. */
  number: (settings: ChoiceSettings, options: number) => Range
  /** The meaning of a number within that range that the poll's settings withhold. Null: they offer it. */
  withheld: (number: number, settings: ChoiceSettings) => 'if_need_be' | null
  /** Each number may be used once. */
  numbers_differ: boolean
  /** The maximum sum of the numbers on one ballot. */
  budget: (settings: ChoiceSettings) => number | null
  /** The score of a voter's number for an option. Null: it is stored as unanswered. */
  score: (number: number, settings: ChoiceSettings, options: number) => number | null
  /** The voter's number, from its score. */
  numberOf: (score: number, settings: ChoiceSettings, options: number) => number
  /** A score of 0 is an answer to be shown, like a no. */
  tells_zeros: boolean
  /** Pages show each ballot in its own row beside its voter's name, if ballots are visible. */
  shows_ballots: boolean
  /** Pages show how many ballots give an option each score. */
  shows_spread: boolean
  /** The methods by which it may elect options, the default first; empty: it elects none. */
  count_methods: readonly Method[]
  /** The kind of ballot for a count: an order of options, their scores, or which ones are chosen. */
  counted_as: 'ranks' | 'scores' | 'choices'
  /** The people in an option's `voter_count`: everyone who answered it, or who gave it more than 0. */
  counted: 'answers' | 'supports'
  /** The order of the results. */
  order: 'posted' | 'score' | 'time'
  /** The decision rules that a poll of the type may set. */
  verdict_rules: readonly VerdictRule[]
}

export type Range = { least: number; most: number }

export type ChoiceLimits = {
  minimum_stance_choices: number | null
  maximum_stance_choices: number | null
}

/** The settings that determine a poll type's limits. */
export type ChoiceSettings = ChoiceLimits & {
  min_score: number
  max_score: number
  dots_per_person: number
  can_respond_maybe: boolean
  count_method: CountMethodName | null
}

export type VerdictRule = 'threshold' | 'no_block' | 'quorum'

/** How people see an option with a sign; `label`: the key of the text. */
export type Sign = { label: PlainKey }
export type Signs = { readonly [name: string]: Sign }

/** A position on a proposal; `color` is a suggestion for programs. */
export type Position = Sign & { color: string }

/** The verb for the voters in an option's count. */
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

/** A ballot's answer for one option. */
export type Said = { number: number; label: string }

/** The result of one option; `answer_count`: the ballots that answer it. */
export type Amount = { score: number; voter_count: number; answer_count: number; average: number | null }

/** Texts for more than pages, most as keys of the catalogue; those only for pages are in src/web/ballots. */
export type TypeWords = {
  /** The name of the type. */
  title: PlainKey
  /** The same for polls with anonymous votes. */
  anonymous_title: PlainKey
  /** Its purpose, in a sentence. */
  summary: PlainKey
  options_heading: PlainKey
  /** A description of the number beside an option on a ballot, for programs, in English. */
  number: string
  /** What such a number stands for, in the current language. None: it is an amount, a rank or a choice. */
  answer?: (number: number) => string
  support: (option: string) => Support
  /** A ballot on one line, in the current language; never called for an empty one. */
  said: (named: Said[]) => string
  /** An option's result, in the current language; `voters`: the ballots cast. */
  amount: (amount: Amount, voters: number) => string
  /** Amounts are clauses ("3 can come"), to be separated from names and from each other. */
  amount_is_clause: boolean
}
