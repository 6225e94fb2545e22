import type { Recipients } from '../discussions/recipients.ts'
import type { Problem } from '../errors.ts'
import type { PollSettings } from './poll.ts'

/** Who of a new poll's people are told of it: those given a ballot, those named, or nobody. */
export type Told = 'holders' | 'named' | 'nobody'

/** A poll that somebody asks for. */
export type NewPoll = {
  group_id: number
  discussion_id: number | null
  settings: PollSettings
  /** Null or empty: the type's own. */
  options: string[] | null
  /** Their descriptions in the same order; left out: none. */
  option_meanings?: string[]
  recipients: Recipients
  told: Told
  /** What was found wrong when the request was read. */
  problems: Problem[]
}
