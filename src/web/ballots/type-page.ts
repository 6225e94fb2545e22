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

/** What pages show for a poll type, in addition to the shared texts in src/polls/types. */
export type TypePage = {
  /** A small picture of its ballot. */
  picture: VNode
  help: {
    /** For voters. */
    filling_in: PlainKey
    /** For people who start polls. */
    when_to_choose: PlainKey
  }
  form: PollForm
  ballot: BallotForm
  results: ResultWords
  /** Styles that only this type needs on a poll's page. */
  sheets?: (poll: Poll) => readonly Sheet[]
}

/** This type's part of the form for new polls. */
export type PollForm = {
  /** Styles that only this type needs in the form. */
  sheets?: readonly Sheet[]
  /** Which of the fields that only some types have. */
  fields: readonly string[]
  /** Fields with other labels in this type. */
  labels?: { [field: string]: PlainKey }
  new_title: PlainKey
  title_hint: PlainKey
  /** Initial values of fields, if they depend on the type. */
  starts_with?: Fields
  /** The options that rules may refer to; null: they are typed on the same form. */
  rule_options: (() => Listed[]) | null
  Options: (props: OptionFieldsProps) => VNode
  /** The form after a button among the options was pressed; null: an unknown button. */
  change?: (values: Fields, step: string) => Changed | null
  /** Settings of this type only, with defaults that suit most polls. */
  Settings?: (props: OptionFieldsProps) => VNode
  readOptions: (typed: TypedOptions, zone: string) => { names: string[]; problems: Problem[] }
  /** The problem of a form without options, for types whose options are not typed. */
  no_options?: Problem
}

export type OptionFieldsProps = {
  form: FormState
  label: (field: string) => string
  zone: string
  now: Date
}

/** How options are entered: as lines, ticked, or as times. */
export type TypedOptions = {
  lines: string[]
  positions: string[]
  times: string[]
}

/** Its ballot. */
export type BallotForm = {
  /** Instructions for the voter; `limits`: how many options to choose. */
  asks: (poll: Poll, options: number, limits: Range) => string
  /** The same, about all voters. */
  told: (poll: PollSettings, options: number, limits: Range) => string
  Fields: (props: FieldsOf) => VNode
  /** Scripts that make it easier to fill in. */
  islands?: Island[]
  /** For an option without an answer. */
  unanswered: PlainKey | null
  /** For an option, one of so many, whose number is out of range. */
  out_of_range: (range: Range, options: number) => string
  /** For too few or too many chosen options. */
  wrong_count: (named: Named) => string
}

/** What the fields of a ballot are rendered from; `options` in this voter's order. */
export type FieldsOf = {
  poll: Poll
  options: PollOption[]
  typed: Typed
  faults: Faults | null
  zone: string
  now: Date
}

/** `given` of `options` options are chosen. */
export type Named = Range & { given: number; options: number }

/** Its results in words. */
export type ResultWords = {
  /** Precedes the names of the leading options. */
  first: PlainKey
  /** The result in a sentence, if the type has one. */
  sentence?: (rows: ResultRow[], voters: number) => string | null
  /** The label for the right end of the bars' axis. */
  axis: (of: ResultsOf) => string
  /** What an option got, out of what the voters could have given it; `median`: where that decides. */
  row: (row: ResultRow, of: ResultsOf & { median: number | null }) => string
  /** The reader's own number for an option, if it is not of the kind of the result beside it. */
  own?: (number: number) => string
  /** How the result is drawn; bars on one axis by default. */
  Picture?: (props: { picture: Picture }) => VNode
  /** Who voted how, where ballots are visible: as wide as the page. */
  Ballots?: (props: BallotsProps) => VNode
}

/**
 * `voters`: how many ballots are counted; `most`: what an option gets if each of them gives it the maximum.
 */
export type ResultsOf = { poll: Poll; voters: number; most: number }

/** `own_id`: the reader's. */
export type BallotsProps = { loaded: LoadedPoll; names: Map<number, string>; zone: string; own_id: number }
