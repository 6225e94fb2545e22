import { t } from '../locales/say.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { settledOn } from '../polls/outcomes/outcome.ts'
import type { Poll } from '../polls/poll.ts'
import { isBareDay } from '../polls/poll-option.ts'
import { listedTime, optionTime } from '../polls/poll-words.ts'
import { pollType } from '../polls/types/index.ts'
import { signLabel } from '../polls/types/sign-words.ts'
import { oneLine } from '../text/one-line.ts'
import { zoneName } from '../text/time-words.ts'

/** An option in messages: a position's label, or a meeting's time in the reader's zone. */
export function optionWords({ poll_type }: Pick<Poll, 'poll_type'>, name: string, time_zone: string): string {
  return signLabel(poll_type, name) ?? optionTime(poll_type, name, time_zone) ?? oneLine(name)
}

/** The names of options for sentences about a count: a name may be several words, or a sentence itself. */
export function quotedOptions(names: readonly string[]): string[] {
  return names.map((name) => t('count.quoted', { name }))
}

/** The option that the poll's outcome chooses. Null: none, or there is no outcome. */
export function chosenWords(
  { poll, options, outcome }: Pick<LoadedPoll, 'poll' | 'options' | 'outcome'>,
  time_zone: string,
): string | null {
  const option = outcome === null ? null : settledOn(outcome.outcome, options)
  return option === null ? null : optionWords(poll, option.name, time_zone)
}

/** The same as `optionWords` in a list whose heading names the zone of all its times: see `listHeading`. */
export function listedWords({ poll_type }: Pick<Poll, 'poll_type'>, name: string, time_zone: string): string {
  return listedTime(poll_type, name, time_zone) ?? optionWords({ poll_type }, name, time_zone)
}

/** The heading of a list of options; of one with hours it names the zone: "Times (Germany Time)". */
export function listHeading(
  heading: string,
  { poll, options }: { poll: Pick<Poll, 'poll_type'>; options: readonly { name: string }[] },
  time_zone: string,
): string {
  const timed = pollType(poll.poll_type).options_are_times && options.some(({ name }) => !isBareDay(name))
  return timed ? t('time.heading', { heading, zone: zoneName(time_zone) }) : heading
}
