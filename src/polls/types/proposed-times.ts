import { dayEnd, instantIn } from '../../text/local-time.ts'
import type { PollSettings } from '../poll.ts'
import { isBareDay, readInstant } from '../poll-option.ts'
import { pollType } from './index.ts'

// The times proposed in a meeting poll, beside the clock and the closing time.

/**
 * The proposed times that begin before voting closes, earliest first. A bare day begins with its first minute
 * in `zone`. None if the options are no times, or the poll has no closing time.
 */
export function timesBeforeClosing(
  { poll_type, closing_at }: Pick<PollSettings, 'poll_type' | 'closing_at'>,
  names: readonly string[],
  zone: string,
): string[] {
  if (!pollType(poll_type).options_are_times || closing_at === null) return []
  return inOrder(names, zone)
    .filter(({ at }) => at !== null && at < closing_at.getTime())
    .map(({ name }) => name)
}

/** The proposed times that are over, earliest first. None if the options are no times. */
export function timesOver(
  { poll_type }: Pick<PollSettings, 'poll_type'>,
  names: readonly string[],
  { zone, now }: { zone: string; now: Date },
): string[] {
  if (!pollType(poll_type).options_are_times) return []
  return inOrder(names, zone)
    .map(({ name }) => name)
    .filter((name) => isTimeOver(name, { zone, now }))
}

function inOrder(names: readonly string[], zone: string): { name: string; at: number | null }[] {
  return names.map((name) => ({ name, at: beginning(name, zone) })).sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
}

/** Whether a proposed time is over: a bare day at its end in `zone`, an hour as soon as it has come. */
export function isTimeOver(name: string, { zone, now }: { zone: string; now: Date }): boolean {
  const at = isBareDay(name) ? (dayEnd(zone, name)?.getTime() ?? null) : readInstant(name)
  return at !== null && at <= now.getTime()
}

/** Whether all times that a poll proposes are over. False: its options are no times, or it has none. */
export function areTimesOver(
  poll: Pick<PollSettings, 'poll_type'>,
  names: readonly string[],
  at: { zone: string; now: Date },
): boolean {
  return names.length > 0 && timesOver(poll, names, at).length === names.length
}

function beginning(name: string, zone: string): number | null {
  return isBareDay(name) ? (instantIn(zone, `${name}T00:00`)?.getTime() ?? null) : readInstant(name)
}
