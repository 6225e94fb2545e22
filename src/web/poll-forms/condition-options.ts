import type { PollSettings } from '../../polls/poll.ts'
import { instantOf, readInstant } from '../../polls/poll-option.ts'
import type { DecisionRules, Threshold } from '../../polls/results/decision-rules.ts'
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
 * 10:00" in the form's zone. Null instead of a condition whose option nobody proposes.
 */
export function aboutOptions(thresholds: Thresholds, proposed: Proposed): (Threshold | null)[] {
  const meant = pollType(proposed.poll_type).options_are_times ? timeMeant : optionMeant
  return thresholds.map((one) => {
    const option = meant(one.option, proposed)
    return option === null ? null : { ...one, option }
  })
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

function optionMeant(typed: string, { poll_type, names }: Proposed): string | null {
  const meant = nameMeant(poll_type, typed)
  return names.includes(meant) ? meant : null
}

function timeMeant(typed: string, { poll_type, names, zone }: Proposed): string | null {
  const text = inOneLine(typed)
  const [read = text] = readTimes([text], zone).names
  const called = text.toLowerCase()
  const at = instantOf(poll_type, read)
  const meant = names.find(
    (name) =>
      name === read ||
      (at !== null && instantOf(poll_type, name) === at) ||
      [listedLabel, optionLabel].some(
        (label) => inOneLine(label(poll_type, name, zone)).toLowerCase() === called,
      ),
  )
  return meant ?? null
}

/** Labels keep dates together with spaces that nobody types. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
