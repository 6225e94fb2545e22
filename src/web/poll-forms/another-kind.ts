import type { Fields } from '../../http/forms.ts'
import { POLL_TYPE_NAMES, type PollTypeName } from '../../polls/types/index.ts'
import { pageOf } from '../ballots/index.ts'
import { rowsIn } from '../ballots/option-rows.ts'
import { textsOf } from '../request/form-text.ts'
import { TYPED_NAMES } from './poll-form.ts'

// The form of a new poll can be switched to another type. It keeps the fields that both types have.

/** The form before the switch, and the one after it. */
type Kinds = { from: PollTypeName; to: PollTypeName }

/** The kinds that the poll of a form, an address or a draft was before, the latest first. */
export function formerKinds(fields: Fields): PollTypeName[] {
  const named = new Set(textsOf(fields, 'from'))
  return [...named].flatMap((name) => POLL_TYPE_NAMES.find((type) => type === name) ?? [])
}

const OF_SOME_KINDS = new Set(POLL_TYPE_NAMES.flatMap((type) => pageOf(type).form.fields))
/** Of these, the ones that mean the same in every type that has them. */
const SAME_IN_ALL = ['shuffle_options', 'voter_can_add_options']
/** Options, and what refers to them. */
const ABOUT_OPTIONS = /^(options$|option_meanings$|thresholds)/

/** The fields that mean the same in both. */
function sharedNames({ from, to }: Kinds): string[] {
  const [was, is] = [pageOf(from).form, pageOf(to).form]
  const same_options = was.readOptions === is.readOptions
  return TYPED_NAMES.filter((name) => {
    if (ABOUT_OPTIONS.test(name)) return same_options
    return !OF_SOME_KINDS.has(name) || (SAME_IN_ALL.includes(name) && is.fields.includes(name))
  })
}

/** A form with the fields it takes over from another type; a box that was not ticked there stays unticked. */
export function withShared(form: Fields, typed: Fields, kinds: Kinds): Fields {
  const names = sharedNames(kinds)
  const own = Object.entries(form).filter(([name]) => !names.includes(name))
  const taken = names.flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name]] as const]))
  return { ...Object.fromEntries(own), ...Object.fromEntries(taken) }
}

/** Fields besides the options that are empty in a new form. */
const EMPTY_AT_FIRST = ['title', 'details', 'tags', 'days', 'recipient_emails', 'recipient_message']

/** Whether anything was typed: an untouched form is not worth keeping. */
export function isBegun(values: Fields, type: PollTypeName): boolean {
  const given = rowsIn(pageOf(type).form.starts_with ?? {}).map(({ name }) => name)
  const options = rowsIn(values).filter(({ name }) => name.trim() !== '' && !given.includes(name))
  const texts = EMPTY_AT_FIRST.flatMap((name) => values[name] ?? [])
  return options.length > 0 || texts.some((text) => String(text).trim() !== '')
}
