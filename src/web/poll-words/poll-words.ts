import type { Problem } from '../../errors.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import type { HideResults, Poll, PollSettings } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { listedTime, optionTime } from '../../polls/poll-words.ts'
import { offersBlock } from '../../polls/results/decision-rules.ts'
import { type PollTypeName, pollType } from '../../polls/types/index.ts'
import { calledOf } from '../../polls/types/sign-words.ts'
import { withWholeDates } from '../../text/time-words.ts'

const RESULTS_RULES: Record<HideResults, PlainKey> = {
  off: 'poll.results_off',
  until_vote: 'poll.results_until_vote',
  until_closed: 'poll.results_until_closed',
}

/** When results become visible. */
export function resultsRule({ hide_results, anonymous }: PollSettings): string {
  return t(anonymous ? 'poll.results_anonymous' : RESULTS_RULES[hide_results])
}

/** An option's label for voters: positions in words, times in their own zone, all others as written. */
export function optionLabel(type: PollTypeName, name: string, zone: string): string {
  const time = optionTime(type, name, zone)
  return time === null ? calledOf(type, name) : withWholeDates(time)
}

/** The same in a list that names the zone once for all its times. */
export function listedLabel(type: PollTypeName, name: string, zone: string): string {
  const time = listedTime(type, name, zone)
  return time === null ? optionLabel(type, name, zone) : withWholeDates(time)
}

const NAME_OPTIONS = ['options', 'thresholds']

/** The problems as a form words them: with its options as readers see them. */
export function inFormsWords(type: PollTypeName, problems: readonly Problem[]): Problem[] {
  return problems.map((one) => {
    const { field, params } = one
    if (!NAME_OPTIONS.includes(field) || !('text' in params) || typeof params.text !== 'string') return one
    return { ...one, params: { ...params, text: calledOf(type, params.text) } } as Problem
  })
}

/** A warning for voters about choosing this option. Null: none. */
export function optionNote({ poll_type, no_block }: PollSettings, name: string): string | null {
  if (!offersBlock(poll_type, [name])) return null
  return t(no_block ? 'poll.block_stops' : 'poll.block_is_counted')
}

/**
 * Options in this voter's order: shuffled if the poll says so, and always the same for one voter. `voter`:
 * the id of a person, or the token of a browser that votes by an open link.
 */
export function inVotersOrder(poll: Poll, options: PollOption[], voter: number | string): PollOption[] {
  if (!poll.shuffle_options || pollType(poll.poll_type).options_are_times) return options
  const place = new Map(options.map((option) => [option, scatter(`${voter} ${poll.id} ${option.slot}`)]))
  return [...options].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
}

const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** A pseudo-random number from the text alone (FNV-1a, its bits mixed once more at the end). */
function scatter(text: string): number {
  let hash = FNV_START
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 15)) >>> 0
}
