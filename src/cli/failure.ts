import type { Environment } from '../config.ts'
import { faultWords, Halt, Invalid, type Problem, type ProblemCode, Refusal, sentence } from '../errors.ts'
import { UsageFault } from './args/command.ts'
import { COMMANDS } from './args/commands.ts'
import { fitted, shown } from './print.ts'
import { lineWidth, painted } from './terminal.ts'

const OPTIONS = new Set(COMMANDS.flatMap(({ options }) => Object.keys(options)))

/** Problems caused by the content of the database; all others are found in the command line alone. */
const OF_DATABASE: ReadonlySet<ProblemCode> = new Set([
  'handle_taken',
  'invites_limited',
  'no_group',
  'too_many_keys',
  'too_many_webhooks',
])

/** The message, wrapped for the terminal, and the exit status: 2 for an invalid command line, else 1. */
export async function failureOf(thrown: unknown, env: Environment): Promise<{ text: string; status: 1 | 2 }> {
  // Loaded late: help and most failures do not need the database.
  const error = isTold(thrown) ? thrown : (await import('../db/failures.ts')).asUnavailable(thrown)
  const words = fitted(shown(wordsOf(error)), lineWidth(process.stderr))
  return {
    text: `${painted('bad', words, process.stderr)}${stackOf(error, env)}`,
    status: isOfLine(error) ? 2 : 1,
  }
}

function isOfLine(error: unknown): boolean {
  return (
    error instanceof UsageFault ||
    (error instanceof Invalid && error.problems.some(({ code }) => !OF_DATABASE.has(code)))
  )
}

function wordsOf(error: unknown): string {
  if (error instanceof Invalid) return error.problems.map((one) => `${asOption(one)}.`).join('\n')
  if (isTold(error)) return error.message
  const words = error instanceof Error ? error.message : String(error)
  return `Something went wrong: ${words.split('\n')[0]} (LOG_LEVEL=debug shows where).`
}

function isTold(error: unknown): error is Error {
  return error instanceof Halt || error instanceof Refusal || error instanceof UsageFault
}

/** On the command line a field is an option. */
function asOption(problem: Problem): string {
  const option = problem.field.replaceAll('_', '-')
  return OPTIONS.has(option) ? `--${option} ${faultWords(problem)}` : sentence(problem)
}

function stackOf(error: unknown, env: Environment): string {
  const wanted = ['debug', 'trace'].includes(env['LOG_LEVEL']?.trim() ?? '')
  return wanted && error instanceof Error && error.stack !== undefined ? `\n${error.stack}` : ''
}
