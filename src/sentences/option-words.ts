import type { Poll } from '../polls/poll.ts'
import { optionTime } from '../polls/poll-words.ts'
import { oneLine } from '../text/one-line.ts'

/** An option as messages name it: the times of a meeting in words and in the reader's zone. */
export function optionWords({ poll_type }: Pick<Poll, 'poll_type'>, name: string, time_zone: string): string {
  return optionTime(poll_type, name, time_zone) ?? oneLine(name)
}
