import type { Choices, Manifest } from '@folkmoot/check'
import { type BallotProblem, type BallotRules, readBallot, type Scores } from '../ballots/ballot.ts'
import { COUNT_METHOD_NAMES, type CountSettings } from '../counts/methods.ts'
import type { PollOption } from '../poll-option.ts'
import { POLL_TYPE_NAMES, type PollTypeName } from '../types/index.ts'

/** The poll of a record: its ballots' rules and its options. */
export type RecordedPoll = {
  rules: BallotRules & CountSettings & { key: string; poll_type: PollTypeName }
  options: PollOption[]
}

/** The poll that a manifest describes. Null: of a type, or with a count method, that this program lacks. */
export function recordedPoll({
  poll,
  poll_type,
  anonymous,
  settings,
  options,
}: Manifest): RecordedPoll | null {
  const type = POLL_TYPE_NAMES.find((name) => name === poll_type)
  const count_method = COUNT_METHOD_NAMES.find((name) => name === settings.count_method) ?? null
  if (type === undefined || count_method !== settings.count_method) return null
  return {
    rules: {
      ...settings,
      key: poll,
      poll_type: type,
      count_method,
      anonymous,
      stance_reason_required: 'optional',
    },
    options: options.map((option, place) => ({ ...option, id: option.slot, poll_id: 0, priority: place })),
  }
}

/**
 * The scores of a ballot. Null: it breaks the poll's rules. A named ballot may answer fewer options than the
 * rules ask for: some may have been added after it was cast.
 */
export function scoresOf({ rules, options }: RecordedPoll, choices: Choices): Scores | null {
  const names = new Map(options.map(({ slot, name }) => [slot, name]))
  if (choices.some(([slot]) => !names.has(slot))) return null
  // Earlier releases took votes in anonymous polls that had no options yet.
  if (options.length === 0) return []
  const named = Object.fromEntries(choices.map(([slot, number]) => [names.get(slot) ?? '', number]))
  const { scores, problems } = readBallot(rules, options, { choices: named, reason: null })
  const wrong = rules.anonymous ? problems : problems.filter((found) => !isShort(found))
  return wrong.length === 0 ? scores : null
}

function isShort(found: BallotProblem): boolean {
  if (found.code !== 'choice_count' && found.code !== 'choice_count_exact') return false
  const { count, least, most } = found.params as { count: number; least?: number; most: number }
  return count < (least ?? most)
}
