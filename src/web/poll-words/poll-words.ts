import { choiceLimits, type HideResults, type Poll, type PollSettings } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import type { PollType } from '../../polls/poll-types.ts'
import { optionTime } from '../../polls/poll-words.ts'

/** What one ballot says, in a sentence. */
export function howToVote(poll: PollSettings, options: number): string {
  const { least, most } = choiceLimits(poll, options)
  switch (poll.poll_type) {
    case 'proposal':
      return 'Each voter takes one position.'
    case 'count':
      return 'Each voter gives one answer.'
    case 'poll':
      return `Each voter chooses ${amount(least, most)}.`
    case 'score':
      return `Each voter gives ${least >= options ? 'every option' : 'options'} a score from ${poll.min_score} to ${poll.max_score}.`
    case 'ranked_choice':
      return most < options
        ? `Each voter ranks ${most} of the options, the best first.`
        : 'Each voter ranks the options, the best first.'
    case 'meeting':
      return poll.can_respond_maybe
        ? 'Each voter says for every time: yes, if need be, or no.'
        : 'Each voter says for every time: yes or no.'
    case 'dot_vote':
      return `Each voter has ${count(poll.dots_per_person, 'dot')} to share out among the options.`
  }
}

function amount(least: number, most: number): string {
  if (least === most) return count(most, 'option')
  return least <= 1 ? `up to ${count(most, 'option')}` : `${least} to ${count(most, 'option')}`
}

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

const POSITIONS = new Map([
  ['agree', 'Agree'],
  ['abstain', 'Abstain'],
  ['disagree', 'Disagree'],
  ['block', 'Block'],
])
const ANSWERS = new Map([
  ['accept', 'Accept'],
  ['decline', 'Decline'],
])

/** An option as voters read it: positions as words, times in their own zone, everything else as it was written. */
export function optionLabel(type: PollType, name: string, zone: string): string {
  if (type === 'proposal') return POSITIONS.get(name) ?? name
  if (type === 'count') return ANSWERS.get(name) ?? name
  return optionTime(type, name, zone) ?? name
}

/** "1 vote", "3 votes". */
export function count(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`
}

/** "1 has voted", "3 have voted": the verb for so many people. */
export function have(people: number): string {
  return people === 1 ? 'has' : 'have'
}

/** Options in the order this voter sees them: shuffled, where the poll says so, and always alike for one voter. */
export function inVotersOrder(poll: Poll, options: PollOption[], user_id: number): PollOption[] {
  if (!poll.shuffle_options || poll.poll_type === 'meeting') return options
  const place = new Map(options.map((option) => [option, scatter(`${user_id} ${poll.id} ${option.slot}`)]))
  return [...options].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
}

const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** A number that looks random and follows from the text alone (FNV-1a, its bits stirred once more at the end). */
function scatter(text: string): number {
  let hash = FNV_START
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 15)) >>> 0
}
