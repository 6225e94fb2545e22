import { is } from '../../db/row-types.ts'
import type { TextFormat } from '../../discussions/discussion.ts'
import { clipped, firstFew, type Problem, problem } from '../../errors.ts'
import { isBlank } from '../../text/blank.ts'
import { checkLength } from '../../text/length.ts'
import type { Poll } from '../poll.ts'
import { choiceLimits } from '../poll.ts'
import { instantOf, type PollOption } from '../poll-option.ts'
import { pollType } from '../types/index.ts'
import type { ChoiceSettings } from '../types/poll-type.ts'

/** Scores by option slot (slot 1 first); null: no answer to this option. */
export type Scores = (number | null)[]

export const SCORES = is.list(is.nullable(is.integer))

/** A voter's input: a number for each chosen option, by its name or id. */
export type Choices = Record<string, number>

export type Reason = { text: string; format: TextFormat }

export type Vote = { choices: Choices; reason: Reason | null }

/** The facts about a poll that decide whether a ballot is valid. */
export type BallotRules = ChoiceSettings & Pick<Poll, 'poll_type' | 'anonymous' | 'stance_reason_required'>

/** `slots`: the options it concerns; empty for the ballot as a whole, or its reason. */
export type BallotProblem = Problem & { slots: number[] }

export const MAX_REASON = 10_000
/** A number of options that people can scan at a glance. */
const FEW_OPTIONS = 8
const MAX_INT = 2 ** 31 - 1
const CHOICES = 'choices'

/**
 * Parses a vote for this poll: the scores to store, or all its problems. A key of `choices` is an option's
 * name or, when no option has that name, its id, or its time written in another way. In ranked choice the
 * number is the rank, 1 being the best, and is stored as points.
 */
export function readBallot(
  poll: BallotRules,
  options: PollOption[],
  { choices, reason }: Vote,
): { scores: Scores; problems: BallotProblem[] } {
  const { named, strangers, problems } = nameOptions(poll, options, choices)
  problems.push(...checkStrangers(options, strangers))
  problems.push(...checkNumbers(poll, options, { named, strangers }), ...checkReason(poll, reason))
  const size = Math.max(0, ...options.map((option) => option.slot))
  const scores: Scores = Array.from({ length: size }, () => null)
  const { score } = pollType(poll.poll_type)
  for (const [option, number] of named) scores[option.slot - 1] = score(number, poll, options.length)
  return { scores, problems }
}

/**
 * Whether one or two taps can cast a ballot of this poll: it chooses one of a few options, without a reason.
 * Not in anonymous polls: voters should first read about what they cannot undo.
 */
export function isQuickBallot(poll: Poll, options: number): boolean {
  return (
    pollType(poll.poll_type).answered_by === 'choosing' &&
    choiceLimits(poll, options).most === 1 &&
    options <= FEW_OPTIONS &&
    poll.stance_reason_required !== 'required' &&
    !poll.anonymous
  )
}

/**
 * The voter's input behind a stored ballot, a number for each answered option slot: points become ranks
 * again. `options`: the poll's number of options.
 */
export function saidBy(poll: Poll, options: number, scores: Scores): Map<number, number> {
  const { numberOf } = pollType(poll.poll_type)
  const said = new Map<number, number>()
  for (const [place, score] of scores.entries())
    if (score !== null) said.set(place + 1, numberOf(score, poll, options))
  return said
}

/** The options added after this ballot was cast: it has no slots for them. */
export function addedSince(scores: Scores, options: readonly PollOption[]): PollOption[] {
  return options.filter(({ slot }) => slot > scores.length)
}

/** A reason as stored with the ballot: null if it is blank. */
export function keptReason(reason: Reason | null): { reason: string | null; reason_format: TextFormat } {
  const text = reason === null || isBlank(reason.text) ? null : reason.text
  return { reason: text, reason_format: reason?.format ?? 'md' }
}

type Named = Map<PollOption, number>

/** What a vote names: options of the poll, and words that name none. */
type Sent = { named: Named; strangers: string[] }

function nameOptions(
  { poll_type }: BallotRules,
  options: PollOption[],
  choices: Choices,
): Sent & { problems: BallotProblem[] } {
  const named: Named = new Map()
  const strangers: string[] = []
  const problems: BallotProblem[] = []
  for (const [word, number] of Object.entries(choices)) {
    const option = optionNamed(poll_type, options, word)
    if (option === undefined) strangers.push(word)
    else if (named.has(option))
      problems.push(ofChoices(problem(CHOICES, 'choice_twice', { option: option.name }), [option]))
    else named.set(option, number)
  }
  return { named, strangers, problems }
}

function optionNamed(type: BallotRules['poll_type'], options: PollOption[], word: string) {
  const known = options.find((o) => o.name === word) ?? options.find((o) => String(o.id) === word)
  const instant = known === undefined ? instantOf(type, word) : null
  return instant === null ? known : options.find((o) => instantOf(type, o.name) === instant)
}

/** Each word that names no option, and after them the options there are. */
function checkStrangers(options: PollOption[], strangers: string[]): BallotProblem[] {
  if (strangers.length === 0) return []
  const { few, more } = firstFew(options.map(({ name }) => clipped(name)))
  return [
    ...strangers.map((word) => problem(CHOICES, 'choice_of_no_option', { text: clipped(word) })),
    problem(CHOICES, 'only_these_options', { quotes: few, more }),
  ].map((found) => ofChoices(found))
}

function checkNumbers(poll: BallotRules, options: PollOption[], sent: Sent): BallotProblem[] {
  const { named } = sent
  const rules = pollType(poll.poll_type)
  const range = rules.number(poll, options.length)
  const problems: BallotProblem[] = []
  for (const [option, number] of named) {
    if (!Number.isInteger(number) || number < range.least || number > Math.min(range.most, MAX_INT)) {
      problems.push(
        ofChoices(problem(CHOICES, 'choice_out_of_range', { option: option.name, number, ...range }), [
          option,
        ]),
      )
      continue
    }
    const withheld = rules.withheld(number, poll)
    if (withheld !== null)
      problems.push(
        ofChoices(problem(CHOICES, 'choice_withheld', { option: option.name, number, withheld }), [option]),
      )
  }
  if (problems.length > 0) return [...problems, ...checkRanks(poll, inRange(named, problems))]
  const count = checkCount(poll, options.length, named.size + sent.strangers.length)
  return [...count, ...(count.length > 0 ? [] : checkRanks(poll, named)), ...checkSum(poll, named)]
}

function inRange(named: Named, problems: BallotProblem[]): Named {
  const wrong = new Set(problems.flatMap(({ slots }) => slots))
  return new Map([...named].filter(([{ slot }]) => !wrong.has(slot)))
}

/** Checks the number of options that a vote names, or means to name. */
function checkCount(poll: BallotRules, options: number, count: number): BallotProblem[] {
  // The first vote in an anonymous poll ends the adding of options, so it would never have any.
  if (options === 0) return [ofChoices(problem(CHOICES, 'no_options_yet'))]
  const { least, most } = choiceLimits(poll, options)
  if (count < least || count > most) {
    const found =
      least === most
        ? problem(CHOICES, 'choice_count_exact', { count, most })
        : problem(CHOICES, 'choice_count', { count, least, most })
    return [ofChoices(found)]
  }
  return []
}

/** Checks that each rank occurs once. */
function checkRanks(poll: BallotRules, named: Named): BallotProblem[] {
  if (!pollType(poll.poll_type).numbers_differ) return []
  const numbers = [...named.values()]
  const again = [...named].filter(([, number]) => numbers.indexOf(number) !== numbers.lastIndexOf(number))
  if (again.length === 0) return []
  const doubled = again.map(([option]) => option)
  return [ofChoices(problem(CHOICES, 'rank_twice'), doubled)]
}

function checkSum(poll: BallotRules, named: Named): BallotProblem[] {
  const budget = pollType(poll.poll_type).budget(poll)
  const sum = [...named.values()].reduce((total, number) => total + number, 0)
  if (budget === null || sum <= budget) return []
  return [ofChoices(problem(CHOICES, 'too_many_dots', { sum, most: budget }))]
}

function checkReason(poll: BallotRules, reason: Reason | null): BallotProblem[] {
  return reasonProblems(poll, reason).map((found) => ({ ...found, slots: [] }))
}

function reasonProblems(poll: BallotRules, reason: Reason | null): Problem[] {
  const field = 'reason'
  if (reason === null || isBlank(reason.text)) {
    return poll.stance_reason_required === 'required' ? [problem(field, 'blank')] : []
  }
  if (poll.anonymous) return [problem(field, 'reason_in_anonymous')]
  if (poll.stance_reason_required === 'disabled') {
    return [problem(field, 'reason_not_asked')]
  }
  return checkLength(field, reason.text, MAX_REASON)
}

function ofChoices(found: Problem, about: PollOption[] = []): BallotProblem {
  return { ...found, slots: about.map((option) => option.slot) }
}
