import type { Poll } from '../polls/poll.ts'
import { optionTime, signLabel } from '../polls/poll-words.ts'
import { oneLine } from '../text/one-line.ts'

/** An option in messages: a position's label, or a meeting's time in the reader's zone. */
export function optionWords({ poll_type }: Pick<Poll, 'poll_type'>, name: string, time_zone: string): string {
  return signLabel(poll_type, name) ?? optionTime(poll_type, name, time_zone) ?? oneLine(name)
}
