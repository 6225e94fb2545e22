import type { Recipients } from '../discussions/recipients.ts'
import type { Problem } from '../errors.ts'
import type { PollSettings } from './poll.ts'
import type { OptionCosts } from './poll-option.ts'

/** The people notified of a new poll: everyone with a ballot, the people named, or nobody. */
export type Told = 'holders' | 'named' | 'nobody'

/** A request for a poll. */
export type NewPoll = {
  group_id: number
  discussion_id: number | null
  settings: PollSettings
  /** Null or empty: the type's default. */
  options: string[] | null
  /** Their descriptions in the same order; missing: none. */
  option_meanings?: string[]
  /** For equal shares. */
  option_costs?: OptionCosts
  recipients: Recipients
  /** Names; none by default. */
  tags?: readonly string[]
  told: Told
  /** Problems found when the request was parsed. */
  problems: Problem[]
}
