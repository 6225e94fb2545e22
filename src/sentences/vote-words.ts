import { apart, t } from '../locales/say.ts'
import { type Scores, saidBy } from '../polls/ballots/ballot.ts'
import type { Poll } from '../polls/poll.ts'
import { isBareDay, type PollOption } from '../polls/poll-option.ts'
import { listedTime } from '../polls/poll-words.ts'
import { pollType } from '../polls/types/index.ts'
import { withWholeDates } from '../text/time-words.ts'
import { optionWords } from './option-words.ts'

/** `zone_said`: the page names the zone of all its times beside the ballot. */
type Asked = { poll: Poll; options: PollOption[]; zone: string; zone_said?: boolean }

/**
 * A ballot on one line: "Agree", "1 Oak; 2 Ash", "Oak 3; Ash 5". Of several times, the last one names the
 * zone.
 */
export function voteWords(scores: Scores, { poll, options, zone, zone_said = false }: Asked): string {
  const said = saidBy(poll, options.length, scores)
  const last = zone_said ? null : lastTimed(poll, options, said)
  const named = options.flatMap(({ slot, name }) => {
    const number = said.get(slot)
    if (number === undefined) return []
    const listed = slot === last ? null : listedTime(poll.poll_type, name, zone)
    return [{ number, label: apart(listed ?? optionWords(poll, name, zone)) }]
  })
  if (named.length === 0) return t('ballot.nothing_chosen')
  const { words, options_are_times } = pollType(poll.poll_type)
  return options_are_times ? withWholeDates(words.said(named)) : words.said(named)
}

/** The option with an hour that is said last: a yes comes before an "if need be", and a no is not said. */
function lastTimed(
  { poll_type }: Poll,
  options: PollOption[],
  said: ReadonlyMap<number, number>,
): number | null {
  if (!pollType(poll_type).options_are_times) return null
  const timed = options.filter(({ slot, name }) => (said.get(slot) ?? 0) > 0 && !isBareDay(name))
  const least = Math.min(...timed.map(({ slot }) => said.get(slot) ?? 0))
  return timed.findLast(({ slot }) => said.get(slot) === least)?.slot ?? null
}
