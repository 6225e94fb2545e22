import type { Messages } from './locales/messages.ts'
import { type Filling, inLanguage, joined, type Key, sayTo, t, type Voice } from './locales/say.ts'

/**
 * The possible problems with a request, as codes. The catalogues have the sentence of each code; doors format
 * it for their readers: HTTP in a problem document, pages beside their fields, the command line on one line.
 */

type After<Prefix extends string> = { [K in Key]: K extends `${Prefix}.${infer Rest}` ? Rest : never }[Key]

type PlainCode = After<'problem'>

/**
 * A problem with a value: one code and its params make one sentence. For lists and records it has the
 * problems of their parts.
 */
export type Fault =
  | { [C in PlainCode]: { code: C; params: Messages[`problem.${C}`] } }[PlainCode]
  | { code: 'items'; params: { items: { item: number; fault: Fault }[] } }
  | { code: 'parts'; params: { parts: Problem[]; known: string[] | null } }

/** A problem with one field. */
export type Problem = Fault & { field: string }

export type ProblemCode = Fault['code']

/** A problem with a field, with the params of its sentence. */
export function problem<C extends PlainCode>(
  field: string,
  code: C,
  ...[params]: Filling<`problem.${C}`>
): { field: string; code: C; params: Messages[`problem.${C}`] } {
  // The compiler does not see that codes without params omit them.
  return { field, code, params: params ?? ({} as Messages[`problem.${C}`]) }
}

/** The state of a limit: `remaining` of `limit` are left, and all of them again after `reset_seconds`. */
export type Allowance = { limit: number; remaining: number; reset_seconds: number }

/** The kinds of failures a caller can act on: stable, and documented under /help/errors/CODE. */
export type RefusalCode =
  After<'refusal'> extends infer Rest ? (Rest extends `${infer C}.title` ? C : never) : never

/** A kind and its reason in this case: one reason and its params make one sentence. */
export type Reason = Exclude<After<'refusal'>, `${RefusalCode}.${'title' | 'fix'}`>

type Because<R extends Reason = Reason> = {
  [K in R]: [reason: K, ...Filling<`refusal.${K}`>]
}[R]

/** A failure a caller can act on. Its `message` is the English sentence, for logs. */
export abstract class Refusal extends Error {
  abstract readonly code: RefusalCode
  /** Null: no limit was reached, or there is nothing to report about it. */
  readonly allowance: Allowance | null = null

  /** The problem, in one sentence of the current language. */
  abstract wordsFor(voice?: Voice): string
}

// Formatted on demand: most doors format their own.
Object.defineProperty(Refusal.prototype, 'message', {
  configurable: true,
  get(this: Refusal) {
    return inLanguage('en', () => this.wordsFor())
  },
})

/** Reasons whose sentence goes on with the next step, or needs none. */
const STEPS: ReadonlySet<Reason> = new Set<Reason>([
  'poll_not_draft.open',
  'poll_not_draft.closed',
  'poll_not_closed.not_closed',
  'poll_closed.not_open',
  'poll_not_open.not_open',
  'poll_anonymous.options',
  'poll_anonymous.voters',
  'poll_anonymous.signed',
  'poll_anonymous.who_voted',
  'poll_anonymous.copied_links',
])

/** A failure that concerns no single field. */
export class Declined extends Refusal {
  readonly code: RefusalCode
  readonly reason: Reason
  readonly params: Because[1]

  constructor(...[reason, params]: Because) {
    super()
    this.reason = reason
    this.params = params
    this.code = codeOf(reason)
  }

  /** Whether its sentence only repeats the title of its kind. */
  get saysTitleOnly(): boolean {
    return this.reason.endsWith('.itself')
  }

  /** Whether its sentence says what to do instead of the fix of its kind. */
  get saysFix(): boolean {
    return this.reason.endsWith('.signed_in') || STEPS.has(this.reason)
  }

  override wordsFor(voice: Voice = {}): string {
    return sayTo(voice, `refusal.${this.reason}`, this.params)
  }
}

/** Every reason starts with its kind. */
function codeOf(reason: Reason): RefusalCode {
  return reason.slice(0, reason.indexOf('.')) as RefusalCode
}

/** The record does not exist, or this viewer may not know that it does: both look the same. */
export class NotFound extends Declined {
  constructor(...because: Because<Extract<Reason, `not_found.${string}`>> | []) {
    super(...(because.length === 0 ? (['not_found.record'] as const) : because))
  }
}

/** The service does not have the requested feature, for anyone. */
export class NotOffered extends Declined {}

/** The address exists, for other methods. */
export class NotAllowed extends Declined {}

export class Forbidden extends Declined {}

export class Conflict extends Declined {}

/** The error when a record changed after the client read it, and the request required that it had not. */
export function changedSinceRead(): Conflict {
  return new Conflict('precondition_failed.changed')
}

/** The whole request is unreadable, not just one field. */
export class Malformed extends Declined {}

/**
 * One or more fields fail; nothing was saved. Has every problem found, not just the first, as far as the
 * request is readable.
 */
export class Invalid extends Refusal {
  readonly code: RefusalCode
  readonly problems: Problem[]
  constructor(problems: Problem[], code: RefusalCode = 'invalid') {
    super()
    this.code = code
    this.problems = firstOf(problems)
  }

  override wordsFor(voice: Voice = {}): string {
    return this.problems.map((found) => sentence(found, voice)).join('; ')
  }
}

/**
 * The database is unreachable, or did not answer in time. Worth a retry. If it failed during a commit, nobody
 * knows whether that took effect.
 */
export class Unavailable extends Declined {
  constructor(...because: Because | []) {
    super(...(because.length === 0 ? (['unavailable.database'] as const) : because))
  }
}

/** The program cannot start or continue: one line for the terminal, exit status 1. */
export class Halt extends Error {}

/** An error about a list names this many items, and counts the rest. */
export const MOST_NAMED = 100

const COUNTING: ReadonlySet<ProblemCode> = new Set(['more', 'more_without_address'])

/** Each problem once, limited per field to what people read; the last one counts the others. */
export function firstOf(problems: Problem[]): Problem[] {
  const counts = new Map<string, number>()
  const named = eachOnce(problems).filter(({ field, code }) => {
    if (COUNTING.has(code)) return true
    const count = (counts.get(field) ?? 0) + 1
    counts.set(field, count)
    return count <= MOST_NAMED
  })
  const more = [...counts].filter(([, count]) => count > MOST_NAMED)
  return [...named, ...more.map(([field, count]) => problem(field, 'more', { count: count - MOST_NAMED }))]
}

/** Two conditions on the same missing option, say, are one problem. */
function eachOnce(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()]
}

/** The first items of a list, and how many more there are. */
export function firstFew<T>(list: T[]): { few: T[]; more: number } {
  return { few: list.slice(0, MOST_NAMED), more: Math.max(0, list.length - MOST_NAMED) }
}

const MOST_QUOTED = 80

/** An input as a message repeats it: shortened, but still recognizable. */
export function clipped(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED).toWellFormed()}…` : text
}

/** The problem as it follows the field's name in a sentence: "must be in the future". */
export function faultWords(fault: Fault, voice: Voice = {}): string {
  switch (fault.code) {
    case 'items': {
      const { items } = fault.params
      const words = items.map(({ item, fault }) =>
        t('problems.item', { item, message: faultWords(fault, voice) }),
      )
      return joined(words)
    }
    case 'parts':
      return joined(partWords(fault.params, voice))
    case 'out_of_range': {
      const { least, most } = fault.params
      return least === most ? t('problems.exactly', { most }) : t('problem.out_of_range', fault.params)
    }
    case 'choice_out_of_range': {
      const exact = fault.params.least === fault.params.most
      return sayTo(voice, exact ? 'problems.choice_exactly' : 'problem.choice_out_of_range', fault.params)
    }
    default:
      return sayTo(voice, `problem.${fault.code}`, fault.params)
  }
}

/** `known`: the allowed parts, if others were sent. */
function partWords({ parts, known }: { parts: Problem[]; known: string[] | null }, voice: Voice): string[] {
  const words = parts.map((part) => {
    const name = voice.field?.(part.field) ?? part.field
    return t('problems.part', { name, message: faultWords(part, voice) })
  })
  return known === null ? words : [...words, t('problem.unknown_parts', { list: known })]
}

/** "Closing at must be in the future": the field's label, then its problem. */
export function sentence(found: Problem, voice: Voice = {}): string {
  const words = found.field.replaceAll('_', ' ')
  const label = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  return t('problems.sentence', { label, message: faultWords(found, voice) })
}

const OF_ONE: ReadonlySet<ProblemCode> = new Set([
  'threshold_of_no_option',
  'threshold_twice',
  'too_fine_percent',
])

/**
 * Throws Invalid with all the problems if there are any. `earlier` ones are from parsing: they replace later
 * ones with the same fields, except those of another kind about single thresholds, which were readable.
 */
export function refuse(problems: Problem[], earlier: Problem[] = []): void {
  const all = afterReading(problems, earlier)
  if (all.length > 0) throw new Invalid(all)
}

/** The same problems without refusing: `earlier` ones, and those of fields that could be read. */
export function afterReading(problems: Problem[], earlier: Problem[]): Problem[] {
  const kindOf = ({ field, code }: Problem) => `${field} ${code}`
  const unread = new Set(earlier.map(({ field }) => field))
  const found = new Set(earlier.map(kindOf))
  const is_new = (one: Problem) => !unread.has(one.field) || (OF_ONE.has(one.code) && !found.has(kindOf(one)))
  return [...earlier, ...problems.filter(is_new)]
}
