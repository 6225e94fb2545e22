import { clipped, firstFew, type Problem, problem, refuse } from '../errors.ts'
import { readFields } from '../http/fields.ts'
import type { Body, Fields } from '../http/forms.ts'
import type { Choices, Reason } from '../polls/ballots/ballot.ts'
import type { NamedVoter } from '../polls/ballots/load-voter.ts'
import { MAX_OPTIONS } from '../polls/poll-option.ts'
import { CastParams } from './poll-act-params.ts'

const FIELD = 'choices'
/** In forms each choice is its own field. */
const CHOICE = /^choices\[(.*)\]$/s

export type AskedBallot = { who: NamedVoter; choices: Choices; reason: Reason | null; ignored: string[] }

/**
 * The ballot in a body: `{"choices": {"agree": 1}}`, as a form `choices[agree]=1`, or the JSON text as one
 * field. Invalid: unreadable; later code checks it against the poll.
 */
export function readBallotParams(body: Body): AskedBallot {
  const { encoding, fields } = body
  const isChoice = (name: string) => name === FIELD || CHOICE.test(name)
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !isChoice(name)))
  const { values, problems, ignored } = readFields(CastParams, { encoding, fields: others })
  const read = readChoices(body)
  refuse(read.problems, problems)
  const { user_id = null, email = null, reason = null, reason_format = 'md' } = values
  return {
    who: { user_id, email },
    choices: read.choices,
    reason: reason === null ? null : { text: reason, format: reason_format },
    ignored,
  }
}

function readChoices(body: Body): { choices: Choices; problems: Problem[] } {
  const given = entriesOf(body)
  const refused = (found: Problem) => ({ choices: {}, problems: [found] })
  if (given === 'unreadable') return refused(problem(FIELD, 'unreadable_choices'))
  if (given === null) return refused(problem(FIELD, 'blank'))
  if (given.length > MAX_OPTIONS)
    return refused(problem(FIELD, 'too_many_choices', { count: given.length, most: MAX_OPTIONS }))
  const numbers = given.map(([name, value]) => [name, numberOf(value)] as const)
  const wrong = numbers.filter(([, number]) => number === null).map(([name]) => name)
  if (wrong.length > 0) {
    const { few, more } = firstFew(wrong)
    return refused(problem(FIELD, 'choices_no_integer', { quotes: few.map(clipped), more }))
  }
  return { choices: Object.fromEntries(numbers.map(([name, number]) => [name, number ?? 0])), problems: [] }
}

/** Null: no choices. */
function entriesOf({ fields, numbered = {} }: Body): [string, unknown][] | 'unreadable' | null {
  const byNumber = choicesIn(numbered)
  const single = [...choicesIn(fields), ...byNumber]
  const list = fields[FIELD]
  // A form's `choices[7]=1` also parses as the first of a list: then the number is the option.
  const given = Array.isArray(list) && list.length === byNumber.length ? null : parsed(list)
  if (given === undefined || given === null) return single.length === 0 ? null : single
  return typeof given !== 'object' || Array.isArray(given)
    ? 'unreadable'
    : [...Object.entries(given), ...single]
}

function choicesIn(fields: Fields): [string, unknown][] {
  return Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const option = CHOICE.exec(name)?.[1]
    return option === undefined ? [] : [[option, value]]
  })
}

function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}
