import { apart, t } from '../../locales/say.ts'
import { type Scores, saidBy } from '../../polls/ballots/ballot.ts'
import { choiceLimits, type Poll, type PollSettings } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { hasHours } from '../poll-words/meeting-days.ts'
import { listedLabel, optionLabel } from '../poll-words/poll-words.ts'
import { pageOf } from './index.ts'

/** Instructions for the voter. */
export function ballotWords(poll: Poll, options: number): string {
  return pageOf(poll.poll_type).ballot.asks(poll, options, choiceLimits(poll, options))
}

/** What a voter does on a ballot, in a sentence. */
export function howToVote(poll: PollSettings, options: number): string {
  return pageOf(poll.poll_type).ballot.told(poll, options, choiceLimits(poll, options))
}

/** `zone_said`: the page names the zone of all its times beside the ballot. */
type Asked = { poll: Poll; options: PollOption[]; zone: string; zone_said?: boolean }

/**
 * A ballot on one line: "Agree", "1 Oak; 2 Ash", "Oak 3; Ash 5". Of several times, the last one names the
 * zone.
 */
export function voteWords(scores: Scores, { poll, options, zone, zone_said = false }: Asked): string {
  const { poll_type } = poll
  const said = saidBy(poll, options.length, scores)
  const last = zone_said ? null : lastTimed(options, said)
  const named = options.flatMap(({ slot, name }) => {
    const number = said.get(slot)
    const label = slot === last ? optionLabel(poll_type, name, zone) : listedLabel(poll_type, name, zone)
    return number === undefined ? [] : [{ number, label: apart(label) }]
  })
  return named.length === 0 ? t('ballot.nothing_chosen') : pageOf(poll_type).ballot.said(named)
}

/** The option with an hour that is said last: a yes comes before an "if need be", and a no is not said. */
function lastTimed(options: PollOption[], said: ReadonlyMap<number, number>): number | null {
  const timed = options.filter(({ slot, name }) => (said.get(slot) ?? 0) > 0 && hasHours([{ name }]))
  const least = Math.min(...timed.map(({ slot }) => said.get(slot) ?? 0))
  return timed.findLast(({ slot }) => said.get(slot) === least)?.slot ?? null
}
