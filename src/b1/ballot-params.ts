import { clipped, firstFew, type Problem, problem, refuse } from '../errors.ts'
import { type Named, readByName } from '../http/by-name.ts'
import { readFields } from '../http/fields.ts'
import type { Body } from '../http/forms.ts'
import type { Choices, Reason } from '../polls/ballots/ballot.ts'
import { type NamedVoter, voterProblems } from '../polls/ballots/vote.ts'
import { MAX_OPTIONS } from '../polls/poll-option.ts'
import { CastParams } from './poll-act-params.ts'

const FIELD = 'choices'

export type AskedBallot = { who: NamedVoter; choices: Choices; reason: Reason | null; ignored: string[] }

/**
 * The ballot in a body: `{"choices": {"agree": 1}}`, as a form `choices[agree]=1`, or the JSON text as one
 * field. Invalid: unreadable; later code checks it against the poll.
 */
export function readBallotParams(body: Body): AskedBallot {
  const { entries, rest } = readByName(FIELD, body)
  const { values, problems, ignored } = readFields(CastParams, rest)
  const read = readChoices(entries)
  const { user_id = null, email = null, reason = null, reason_format = 'md' } = values
  const who = { user_id, email }
  if (problems.length + read.problems.length > 0) refuse([...voterProblems(who), ...read.problems], problems)
  return {
    who,
    choices: read.choices,
    reason: reason === null ? null : { text: reason, format: reason_format },
    ignored,
  }
}

function readChoices(given: Named['entries']): { choices: Choices; problems: Problem[] } {
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

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}
