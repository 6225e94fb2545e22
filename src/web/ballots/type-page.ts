import type { VNode } from 'preact'
import type { Problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import type { PlainKey } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { Poll, PollSettings } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'
import type { Range } from '../../polls/types/poll-type.ts'
import type { Island } from '../assets/islands.ts'
import type { Sheet } from '../assets/stylesheet.ts'
import type { Picture } from '../drawings/picture.ts'
import type { FormState, Listed } from '../parts/form-part.tsx'
import type { Faults, Typed } from './ballot-form.ts'
import type { Changed } from './option-rows.ts'

/** What pages show of a type of poll, besides what every outlet says of it (src/polls/types). */
export type TypePage = {
  /** What its ballot looks like, in small. */
  picture: VNode
  help: {
    /** Said to voters. */
    filling_in: PlainKey
    /** Said to those who ask. */
    when_to_choose: PlainKey
  }
  form: PollForm
  ballot: BallotForm
  results: ResultWords
  /** Styles that only this type needs on the page of a poll. */
  sheets?: readonly Sheet[]
}

/** What the form of a new poll has for this type. */
export type PollForm = {
  /** Of the fields that some types have and others have not, those it has. */
  fields: readonly string[]
  /** Fields that are called otherwise here. */
  labels?: { [field: string]: PlainKey }
  new_title: PlainKey
  title_hint: PlainKey
  /** What stands in fields before anything was typed, where that is a matter of the type. */
  starts_with?: Fields
  /** What conditions may be about; null: options are typed on the same form. */
  rule_options: (() => Listed[]) | null
  Options: (props: OptionFieldsProps) => VNode
  /** The form after a button among the options was pressed; null: none of its buttons. */
  change?: (values: Fields, step: string) => Changed | null
  /** Settings of this type alone, which have defaults that suit most polls. */
  Settings?: (props: OptionFieldsProps) => VNode
  readOptions: (typed: TypedOptions, zone: string) => { names: string[]; problems: Problem[] }
}

export type OptionFieldsProps = {
  form: FormState
  label: (field: string) => string
  zone: string
  now: Date
}

/** Where options are typed: as lines, or ticked, or as times. */
export type TypedOptions = {
  lines: string[]
  positions: string[]
  times: string[]
}

/** Its ballot. */
export type BallotForm = {
  /** What to do, said to the voter; `limits`: how many options it names. */
  asks: (poll: Poll, options: number, limits: Range) => string
  /** The same, said of all voters. */
  told: (poll: PollSettings, options: number, limits: Range) => string
  Fields: (props: FieldsOf) => VNode
  /** The scripts that make filling it in easier. */
  islands?: Island[]
  /** At an option that lacks an answer. */
  unanswered: PlainKey | null
  /** At an option whose number is none of these. */
  out_of_range: (range: Range) => string
  /** Too few or too many options are named. */
  wrong_count: (named: Named) => string
  /** What one ballot says, on one line; never of an empty one. */
  said: (named: Said[]) => string
}

/** What the fields of a ballot are made from; `options` in the order of this voter. */
export type FieldsOf = {
  poll: Poll
  options: PollOption[]
  typed: Typed
  faults: Faults | null
  zone: string
}

/** `given` options are named, of so many. */
export type Named = Range & { given: number; options: number }

/** What a ballot says of an option. */
export type Said = { number: number; label: string }

/** Its results in words. */
export type ResultWords = {
  /** Before the names of those on top. */
  first: PlainKey
  /** How it went in a sentence, where there is one. */
  sentence?: (rows: ResultRow[], voters: number) => string | null
  /** What the right end of the bars' axis stands for. */
  axis: (of: ResultsOf) => string
  /** How much an option got, of how much it could have got from those who voted. */
  row: (row: ResultRow, of: ResultsOf) => string
  /** How the result is drawn; bars on one axis unless given. */
  Picture?: (props: { picture: Picture }) => VNode
  /** Who said what, where ballots are shown. */
  Ballots?: (props: BallotsProps) => VNode | null
}

/**
 * `voters`: whose ballots are counted; `most`: what one option would get if all of them gave it the most they
 * could.
 */
export type ResultsOf = { poll: Poll; voters: number; most: number }

/** `own_id`: the reader's. */
export type BallotsProps = { loaded: LoadedPoll; names: Map<number, string>; zone: string; own_id: number }
