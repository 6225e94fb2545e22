import { clipped, type Problem, problem } from '../errors.ts'
import { isBlank } from '../text/blank.ts'
import { rewrittenText, withLineFeeds } from '../text/line-breaks.ts'
import { LAST_INSTANT } from '../text/local-time.ts'
import { type PollTypeName, pollType, signOf } from './types/index.ts'
import { answerCalled } from './types/sign-words.ts'

/** `slot` (1, 2, …) is the option's place in every ballot's array; `priority` is for display only. */
export type PollOption = {
  id: number
  poll_id: number
  slot: number
  priority: number
  name: string
  /** Its description besides the name; null: none. */
  meaning: string | null
  /** For equal shares; null: none. */
  cost: number | null
}

/** The costs of options, by their names. */
export type OptionCosts = Readonly<Record<string, number>>

export type NewOption = Omit<PollOption, 'id' | 'poll_id'>

/** Descriptions of all options of a poll in their order, or of some by slot; '': none. */
export type Meanings = readonly string[] | ReadonlyMap<number, string>

export const MAX_OPTIONS = 200
export const MAX_OPTION_NAME = 250
export const MAX_OPTION_MEANING = 500

const OPTIONS = 'options'
const MEANINGS = 'option_meanings'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i

/**
 * The instant of an ISO 8601 date or date-time (no zone: UTC; a bare date: its first instant, UTC), in
 * milliseconds. Null when it is neither, or a day that does not exist.
 */
export function readInstant(text: string): number | null {
  if (DATE.test(text)) return realDay(text) ? Date.parse(`${text}T00:00:00Z`) : null
  if (!DATE_TIME.test(text) || !realDay(text.slice(0, 10))) return null
  const zoned = /(Z|[+-]\d{2}(:?\d{2})?)$/i.exec(text.slice(10))?.[0] ?? ''
  const time = text.slice(11, text.length - zoned.length).replace(',', '.')
  const zone =
    zoned === ''
      ? 'Z'
      : zoned.length === 3
        ? `${zoned}:00`
        : zoned.length === 5
          ? `${zoned.slice(0, 3)}:${zoned.slice(3)}`
          : zoned
  const instant = Date.parse(
    `${text.slice(0, 10)}T${time.length === 5 ? `${time}:00` : time}${zone.toUpperCase()}`,
  )
  return Number.isNaN(instant) || instant > LAST_INSTANT ? null : instant
}

/** Whether this is a date without a time, which is the same day in every zone. */
export function isBareDay(text: string): boolean {
  return DATE.test(text)
}

/** Whether such a date exists: Date.parse reads 30 February as 1 March. */
export function realDay(day: string): boolean {
  const parsed = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().slice(0, 10) === day
}

/**
 * The options of a new poll: the posted ones or the type's own, each with its slot, priority and description.
 */
export function newOptions(
  type: PollTypeName,
  posted: string[] | null,
  { meanings = [], costs = {} }: { meanings?: readonly string[]; costs?: OptionCosts } = {},
): NewOption[] {
  const rules = pollType(type)
  const names = posted === null || posted.length === 0 ? (rules.default_options ?? []) : posted
  const options = names.map((name, index) => ({
    option: {
      name,
      slot: index + 1,
      priority: index,
      meaning: meaningOf(meanings[index]),
      cost: costIn(costs, name),
    },
    at: rules.options_are_times ? (readInstant(name) ?? 0) : 0,
  }))
  options.sort((a, b) => a.at - b.at)
  for (const [place, { option }] of options.entries()) option.priority = place
  return options.map(({ option }) => option).sort((a, b) => a.slot - b.slot)
}

/** A poll's options with these added at the end, or sorted in by time; the others keep their slots. */
export function placeOptions(type: PollTypeName, present: NewOption[], names: string[]): NewOption[] {
  const last = Math.max(0, ...present.map((option) => option.slot))
  const added = names.map((name, index) => ({
    name,
    slot: last + index + 1,
    priority: 0,
    meaning: null,
    cost: null,
  }))
  const all = [...present].sort((a, b) => a.priority - b.priority).concat(added)
  if (pollType(type).options_are_times)
    all.sort((a, b) => (readInstant(a.name) ?? 0) - (readInstant(b.name) ?? 0))
  return all.map((option, priority) => ({ ...option, priority }))
}

/** Problems of the posted options. `mayBeEmpty`: a draft, or a poll whose voters add options. */
export function checkOptions(type: PollTypeName, posted: string[] | null, mayBeEmpty: boolean): Problem[] {
  return check({ type, names: posted ?? [], mayBeEmpty, senseOf: sensesAmong(type, posted ?? []) })
}

/** The same of a poll's own options: earlier versions took some that read like one of the type's answers. */
export function checkStored(type: PollTypeName, names: string[], mayBeEmpty: boolean): Problem[] {
  return check({ type, names, mayBeEmpty, senseOf: (name) => senseOf(type, name) })
}

type Sense = (name: string) => string
type Checked = { type: PollTypeName; names: string[]; mayBeEmpty: boolean; senseOf: Sense }

function check({ type, names, mayBeEmpty, senseOf }: Checked): Problem[] {
  const rules = pollType(type)
  if (names.length > MAX_OPTIONS) return [problem(OPTIONS, 'too_many', { most: MAX_OPTIONS })]

  const given = names.length === 0 ? (rules.default_options ?? []) : names
  const problems = names.flatMap((name) => checkName(type, name))
  problems.push(...duplicates(names, senseOf).map((name) => twice(type, name)))
  if (given.length < rules.least_options && !mayBeEmpty) problems.push(tooFew(rules.least_options))
  return problems
}

/** Problems of options that are added to these. */
export function checkAdded(type: PollTypeName, present: string[], added: string[]): Problem[] {
  if (present.length + added.length > MAX_OPTIONS)
    return [problem(OPTIONS, 'too_many', { most: MAX_OPTIONS })]
  const sense = sensesAmong(type, [...present, ...added])
  const known = new Set(present.map(sense))
  const isKnown = (name: string) => known.has(sense(name))
  const others = added.filter((name) => !isKnown(name))
  return [...added.filter(isKnown).map((name) => exists(type, name)), ...checkOptions(type, others, true)]
}

function tooFew(least: number): Problem {
  return least === 1 ? problem(OPTIONS, 'blank') : problem(OPTIONS, 'too_few', { least })
}

function twice(type: PollTypeName, name: string): Problem {
  const time = timeIn(type, name)
  if (time === null) return problem(OPTIONS, 'option_twice', { text: clipped(name) })
  return problem(OPTIONS, 'time_twice', { time })
}

function exists(type: PollTypeName, name: string): Problem {
  const time = timeIn(type, name)
  if (time === null) return problem(OPTIONS, 'option_exists', { text: clipped(name) })
  return problem(OPTIONS, 'time_exists', { time })
}

/** A proposed time, for texts that write it as their reader does. Null: it is none. */
function timeIn(type: PollTypeName, name: string) {
  const instant = pollType(type).options_are_times ? readInstant(name) : null
  return instant === null ? null : { sent: clipped(name), at: new Date(instant), is_day: isBareDay(name) }
}

/**
 * The instant of an option; null where it counts as text: a bare day, or an option of another kind of poll.
 */
export function instantOf(type: PollTypeName, name: string): number | null {
  return pollType(type).options_are_times && !DATE.test(name) ? readInstant(name) : null
}

function checkName(type: PollTypeName, name: string): Problem[] {
  const { allowed_options, options_are_times } = pollType(type)
  if (isBlank(name)) return [problem(OPTIONS, 'blank_option')]
  if (isLongName(name))
    return [problem(OPTIONS, 'too_long_option', { text: clipped(name), most: MAX_OPTION_NAME })]
  if (allowed_options !== null && !allowed_options.includes(name)) {
    const allowed = { text: clipped(name), poll_type: type, list: allowed_options }
    return [problem(OPTIONS, 'option_not_allowed', allowed)]
  }
  if (options_are_times && readInstant(name) === null) {
    return [problem(OPTIONS, 'option_no_time', { text: clipped(name) })]
  }
  return []
}

export const isLongName = (name: string) => [...name].length > MAX_OPTION_NAME

/** Whether a description is too long, as it is stored. */
export const isLongMeaning = (text: string) => [...(meaningOf(text) ?? '')].length > MAX_OPTION_MEANING

type Described = Pick<PollOption, 'slot' | 'name'>

/** Problems of the descriptions of these options. Surplus descriptions describe none. */
export function checkMeanings(meanings: Meanings, options: readonly Described[]): Problem[] {
  if ([...meanings.values()].length > options.length)
    return [problem(MEANINGS, 'too_many', { most: options.length })]
  return options
    .filter(({ slot }, place) => isLongMeaning(givenMeaning(meanings, slot, place) ?? ''))
    .map(({ name }) =>
      problem(MEANINGS, 'too_long_meaning', { text: clipped(name), most: MAX_OPTION_MEANING }),
    )
}

const givenMeaning = (meanings: Meanings, slot: number, place: number): string | undefined =>
  'get' in meanings ? meanings.get(slot) : meanings[place]

/** The options whose descriptions change with these. */
export function changedMeanings(
  options: PollOption[],
  meanings: Meanings,
): Pick<PollOption, 'slot' | 'meaning'>[] {
  return options.flatMap(({ slot, meaning: earlier }, place) => {
    const text = givenMeaning(meanings, slot, place)
    const meaning = rewrittenText(earlier, meaningOf(text))
    return text === undefined || meaning === earlier ? [] : [{ slot, meaning }]
  })
}

/** The cost of the option with this name, which may be one that every object inherits. Null: it has none. */
export function costIn(costs: OptionCosts, name: string): number | null {
  return Object.hasOwn(costs, name) ? (costs[name] ?? null) : null
}

/** The costs of options that have one, by name. */
export function costsOf(options: readonly Pick<PollOption, 'name' | 'cost'>[]): OptionCosts {
  return Object.fromEntries(options.flatMap(({ name, cost }) => (cost === null ? [] : [[name, cost]])))
}

/** A description as stored. */
function meaningOf(text = ''): string | null {
  const meaning = withLineFeeds(text).trim()
  return meaning === '' ? null : meaning
}

// The two that join letters and pictures change what is seen: after letters of some scripts, and pictures.
const UNSEEN =
  /(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|[^\P{L}\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}])[\u200c\u200d]|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

/** What a reader sees of a name: the same for names that nobody can tell apart. */
const seenOf = (name: string): string => name.replace(UNSEEN, '').replace(/\s+/g, ' ').normalize('NFC').trim()

/** The same for names that look the same, or for meetings are the same instant; '' for a blank one. */
function senseOf(type: PollTypeName, name: string): string {
  const instant = instantOf(type, name)
  return instant === null ? seenOf(name) : `at ${instant}`
}

/** The same; beside an answer of the type, its label in any language means that answer. */
function sensesAmong(type: PollTypeName, names: readonly string[]): Sense {
  const answers = new Set(names.filter((name) => signOf(type, name) !== null))
  return (name) => {
    const called = answers.size === 0 || answers.has(name) ? null : answerCalled(type, seenOf(name))
    return called !== null && answers.has(called) ? called : senseOf(type, name)
  }
}

/** Names that mean the same as an earlier one. */
function duplicates(names: string[], senseOf: Sense): string[] {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const name of names) {
    const sense = senseOf(name)
    if (sense !== '' && seen.has(sense)) again.add(name)
    seen.add(sense)
  }
  return [...again]
}
