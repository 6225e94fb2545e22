import type { HideResults, Poll, PollSettings } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { optionTime, signLabel } from '../../polls/poll-words.ts'
import { offersBlock } from '../../polls/results/decision-rules.ts'
import { type PollTypeName, pollType } from '../../polls/types/index.ts'

const RESULTS_RULES: Record<HideResults, string> = {
  off: 'Results can be seen while voting goes on.',
  until_vote: 'You see the results once you have voted, or when voting has closed.',
  until_closed: 'Results are shown to everyone when voting has closed, and to nobody before.',
}

/** Why the results of an anonymous poll wait. */
export const ANONYMOUS_RESULTS_RULE =
  'Results of an anonymous poll are shown when voting has closed, and to nobody before: totals that move would give single votes away.'

/** From when on results can be seen. */
export function resultsRule({ hide_results, anonymous }: PollSettings): string {
  return anonymous ? ANONYMOUS_RESULTS_RULE : RESULTS_RULES[hide_results]
}

/**
 * An option as voters read it: positions as words, times in their own zone, everything else as it was
 * written.
 */
export function optionLabel(type: PollTypeName, name: string, zone: string): string {
  return signLabel(type, name) ?? optionTime(type, name, zone) ?? name
}

/** What a voter must know of choosing this option. Null: nothing. */
export function optionNote({ poll_type, no_block }: PollSettings, name: string): string | null {
  if (!offersBlock(poll_type, [name])) return null
  return no_block ? 'A single block stops the proposal.' : 'A block does not stop the proposal by itself.'
}

/**
 * Options in the order this voter sees them: shuffled, where the poll says so, and always alike for one
 * voter.
 */
export function inVotersOrder(poll: Poll, options: PollOption[], user_id: number): PollOption[] {
  if (!poll.shuffle_options || pollType(poll.poll_type).options_are_times) return options
  const place = new Map(options.map((option) => [option, scatter(`${user_id} ${poll.id} ${option.slot}`)]))
  return [...options].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
}

const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * A number that looks random and follows from the text alone (FNV-1a, its bits stirred once more at the end).
 */
function scatter(text: string): number {
  let hash = FNV_START
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 15)) >>> 0
}
