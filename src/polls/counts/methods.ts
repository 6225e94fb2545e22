import { METHODS, type Method, RANKED_METHODS, SEVERAL_SEATS } from '@folkmoot/count'
import { type PollTypeName, pollType } from '../types/index.ts'
import type { CountMethodName } from '../types/poll-type.ts'

export const COUNT_METHOD_NAMES = METHODS.filter((name): name is CountMethodName => name !== 'approval')

/** How a poll is counted; `count_method` null: by the default method of its type. */
export type CountSettings = {
  count_method: CountMethodName | null
  /** How many options are elected. */
  seats: number
  /** The total that can be spent on the options, which have costs. */
  budget: number | null
}

export const PLAIN_COUNT: CountSettings = { count_method: null, seats: 1, budget: null }

type Counted = Pick<CountSettings, 'count_method' | 'seats'> & { poll_type: PollTypeName }

/** The method that counts a poll. Null: polls of its type elect no options. */
export function methodOf({ poll_type, count_method }: Omit<Counted, 'seats'>): Method | null {
  return count_method ?? pollType(poll_type).count_methods[0] ?? null
}

/** The same as a setting: null where the type leaves no choice. */
export function chosenMethod(poll: Omit<Counted, 'seats'>): CountMethodName | null {
  const { count_methods } = pollType(poll.poll_type)
  const method = count_methods.length > 1 ? methodOf(poll) : null
  return method === 'approval' ? null : method
}

/** Whether the poll's author chose how it elects: its pages tell the whole count, and not only the sums. */
export function isElection({ seats, ...poll }: Counted): boolean {
  return seats > 1 || methodOf(poll) !== (pollType(poll.poll_type).count_methods[0] ?? null)
}

/** Whether a method can elect several options, as many as there are seats. */
export function takesSeats(method: Method): boolean {
  return method !== 'equal_shares' && SEVERAL_SEATS.includes(method)
}

/** Whether each option has a cost, which shares of a budget have to cover. */
export function hasCosts(poll: Omit<Counted, 'seats'>): boolean {
  return methodOf(poll) === 'equal_shares'
}

/** Whether the largest sums win. */
export function isDecidedBySums(poll: Omit<Counted, 'seats'>): boolean {
  const method = methodOf(poll)
  return method === null || method === 'points' || method === 'approval' || method === 'sum'
}

/** Whether votes pass from option to option, round by round. */
export function passesVotes(method: Method): boolean {
  return method === 'irv' || method === 'stv_scottish' || method === 'stv_meek'
}

/** Whether its ballots are rankings, ticks included. */
function isRanked(poll: Omit<Counted, 'seats'>): boolean {
  const method = methodOf(poll)
  return method !== null && RANKED_METHODS.includes(method)
}

/** Whether a poll's sums mean anything: most methods of counting rankings add nothing up. */
export function addsUp(poll: Omit<Counted, 'seats'>): boolean {
  const method = methodOf(poll)
  return method === 'points' || method === 'approval' || !isRanked(poll)
}
