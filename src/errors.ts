/**
 * What can be wrong with a request, in the words of the service. Doors translate: HTTP to a problem
 * document, the command line to one line.
 */

/**
 * One thing wrong with one field: `message` follows the field's name in a sentence ("can't be blank"). `other` is the
 * field besides that the message names.
 */
export type Problem = { field: string; code: string; message: string; other?: string }

/** A limit that was reached: `remaining` of `limit` are left, and all of them again after `reset_seconds`. */
export type Allowance = { limit: number; remaining: number; reset_seconds: number }

/** A failure a caller can act on. `code` is stable and documented under /help/errors/CODE. */
export class Refusal extends Error {
  readonly code: string
  /** Null: no limit was reached, or there is nothing to tell of it. */
  readonly allowance: Allowance | null
  constructor(code: string, message: string, allowance: Allowance | null = null) {
    super(message)
    this.code = code
    this.allowance = allowance
  }
}

/** The record does not exist, or this viewer may not know that it does: the two look the same. */
export class NotFound extends Refusal {
  constructor(message = 'There is no such record, or your key does not belong to its group.') {
    super('not_found', message)
  }
}

/** The service has no part for what is asked, whoever asks. */
export class NotOffered extends Refusal {
  constructor(message: string) {
    super('not_offered', message)
  }
}

export class Forbidden extends Refusal {}

export class Conflict extends Refusal {}

/** What is thrown when a change was made on condition that nothing changed since it was read, and something has. */
export function changedSinceRead(): Conflict {
  return new Conflict(
    'precondition_failed',
    'It was changed since you read it. Read it again, and decide anew.',
  )
}

/** The request cannot be read at all: not a matter of one field. */
export class Malformed extends Refusal {
  constructor(message: string, code = 'malformed_body') {
    super(code, message)
  }
}

/** One or more fields fail; nothing was done. Carries every problem found, not the first, as far as they can be read. */
export class Invalid extends Refusal {
  readonly problems: Problem[]
  constructor(problems: Problem[], code = 'invalid', allowance: Allowance | null = null) {
    const named = firstOf(problems)
    super(code, named.map(sentence).join('; '), allowance)
    this.problems = named
  }
}

/** Of a list that is wrong so many things are named; the rest are counted. */
export const MOST_NAMED = 100

const MORE = 'more'

/** The problem that tells how many more there are of those that were named: `what` follows their number. */
export function moreOf(field: string, count: number, what = count === 1 ? 'problem' : 'problems'): Problem {
  return { field, code: MORE, message: `have ${count} more ${what}` }
}

/** The problems, of one field no more than anybody reads; how many more there are is said last. */
export function firstOf(problems: Problem[]): Problem[] {
  const counts = new Map<string, number>()
  const named = problems.filter(({ field, code }) => {
    if (code === MORE) return true
    const count = (counts.get(field) ?? 0) + 1
    counts.set(field, count)
    return count <= MOST_NAMED
  })
  const more = [...counts].filter(([, count]) => count > MOST_NAMED)
  return [...named, ...more.map(([field, count]) => moreOf(field, count - MOST_NAMED))]
}

/** A list in a sentence: the first of it, and how many more there are. */
export function firstWords(words: string[]): string {
  const more = words.length - MOST_NAMED
  return words.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const MOST_QUOTED = 80

/** What was sent, as a message repeats it: no longer than tells which it is. */
export function quoted(text: string): string {
  return `"${text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED).toWellFormed()}…` : text}"`
}

/**
 * The database cannot be reached, or did not answer in time. Worth trying again. When it went away during a commit, nobody
 * can know whether that was the end of it.
 */
export class Unavailable extends Refusal {
  constructor(
    code = 'unavailable',
    message = 'The database cannot be reached at the moment. Try again shortly: what was under way may or may not have been done.',
  ) {
    super(code, message)
  }
}

/** A start or a command that cannot go on: one line for the terminal, exit status 1. */
export class Halt extends Error {}

/** "Closing at must be in the future": the field as a person reads it, then what is wrong with it. */
export function sentence(problem: Problem): string {
  const words = problem.field.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${problem.message}`
}

/**
 * Throws Invalid with all the problems when there are any. `earlier` ones were found when the request was read: what
 * is said of a field that could not be read is left out.
 */
export function refuse(problems: Problem[], earlier: Problem[] = []): void {
  const unread = new Set(earlier.map((problem) => problem.field))
  const all = [...earlier, ...problems.filter((problem) => !unread.has(problem.field))]
  if (all.length > 0) throw new Invalid(all)
}
