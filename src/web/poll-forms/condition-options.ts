import { clipped, type Problem, problem } from '../../errors.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { instantOf, readInstant } from '../../polls/poll-option.ts'
import type { DecisionRules } from '../../polls/results/decision-rules.ts'
import { type PollTypeName, pollType } from '../../polls/types/index.ts'
import { calledOf, nameMeant } from '../../polls/types/sign-words.ts'
import type { FormState } from '../parts/form-part.tsx'
import { readTimes } from '../parts/time-fields.ts'
import { listedLabel, optionLabel } from '../poll-words/poll-words.ts'

// The options that conditions of a new poll are about: the same form proposes them.

type Proposed = { poll_type: PollTypeName; names: readonly string[]; zone: string }
type Thresholds = DecisionRules['thresholds']

/** The proposed times as a form offers them for a condition. Null: the options are no times. */
export function offeredTimes({ poll_type, names, zone }: Proposed): string[] | null {
  if (!pollType(poll_type).options_are_times) return null
  return names.filter((name) => readInstant(name) !== null).map((name) => listedLabel(poll_type, name, zone))
}

/**
 * Conditions with the options they mean: answers are typed as the page calls them, times also as "2026-12-08
 * 10:00" in the form's zone; a problem for each time that is none, in the words that were typed.
 */
export function aboutOptions(
  thresholds: Thresholds,
  proposed: Proposed,
): { thresholds: Thresholds; problems: Problem[] } {
  const { poll_type } = proposed
  if (!pollType(poll_type).options_are_times) {
    const meant = thresholds.map((one) => ({ ...one, option: nameMeant(poll_type, one.option) }))
    return { thresholds: meant, problems: [] }
  }
  const found = thresholds.map((one) => ({ ...one, typed: one.option, ...timeMeant(one.option, proposed) }))
  const unknown = found.filter(({ is_proposed }) => !is_proposed)
  return {
    thresholds: found.map(({ typed, is_proposed, ...threshold }) => threshold),
    problems: unknown.map(({ typed }) =>
      problem('thresholds', 'threshold_of_no_option', { text: clipped(typed) }),
    ),
  }
}

/** Conditions as a form shows them: with their times in words. */
export function timesWritten(
  { poll_type, thresholds }: Pick<PollSettings, 'poll_type' | 'thresholds'>,
  zone: string,
): Thresholds {
  if (!pollType(poll_type).options_are_times) return thresholds
  return thresholds.map((one) => ({ ...one, option: listedLabel(poll_type, one.option, zone) }))
}

/** The form as it is shown: its conditions are about answers as the page calls them. */
export function answersWritten(form: FormState, type: PollTypeName): FormState {
  const written = Object.entries(form.values).map(([name, value]) =>
    OPTION_OF_CONDITION.test(name) ? [name, calledOf(type, String(value))] : [name, value],
  )
  return { ...form, values: Object.fromEntries(written) }
}

const OPTION_OF_CONDITION = /^thresholds\[\d+\]\[option\]$/

/** Also of a time that is not proposed: a preview shows what was read. */
function timeMeant(
  typed: string,
  { poll_type, names, zone }: Proposed,
): { option: string; is_proposed: boolean } {
  const text = inOneLine(typed)
  const [read = text] = readTimes([text], zone).names
  const at = instantOf(poll_type, read)
  const meant = names.find(
    (name) =>
      name === read ||
      (at !== null && instantOf(poll_type, name) === at) ||
      [listedLabel, optionLabel].some((label) => inOneLine(label(poll_type, name, zone)) === text),
  )
  return { option: meant ?? read, is_proposed: meant !== undefined }
}

/** Labels keep dates together with spaces that nobody types. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
