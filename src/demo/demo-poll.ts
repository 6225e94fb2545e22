import type { Choices } from '../polls/ballots/ballot.ts'
import type { PollSettings } from '../polls/poll.ts'
import type { OptionCosts } from '../polls/poll-option.ts'
import type { PollTypeName } from '../polls/types/index.ts'

export type DemoVote = { by: number; choices: Choices; reason?: string }

export type DemoPoll = {
  thread: string
  by: number
  poll_type: PollTypeName
  title: string
  details: string
  options: string[] | null
  settings?: Partial<PollSettings>
  option_costs?: OptionCosts
  /** The guests vote too. */
  guests?: true
  /** Open for this many hours from now; null: closed after the votes. */
  hours: number | null
  votes: readonly DemoVote[]
  outcome?: DemoOutcome
}

/** `option`: the chosen one, by name; `review`: in this many days. */
export type DemoOutcome = { by: number; statement: string; option?: string; review?: number }

export const vote = (by: number, choices: Choices, reason?: string): DemoVote =>
  reason === undefined ? { by, choices } : { by, choices, reason }

export const ranks = (...names: string[]): Choices =>
  Object.fromEntries(names.map((name, index) => [name, index + 1]))
