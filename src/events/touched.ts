import type { Event } from './event.ts'

/**
 * What processes tell each other, by the database's notifications, that something has happened to: never
 * what.
 */
export const TOUCHED_CHANNEL = 'folkmoot_touched'

/** PostgreSQL takes payloads shorter than 8000 bytes. */
const MOST_BYTES = 7_999
const ALL = 'all'

/** A poll, thread or group that something has happened to. */
export type Topic = `poll ${number}` | `thread ${number}` | `group ${number}`

/** What these events have touched, each once. Who joins or leaves a group touches all of it. */
export function topicsOf(events: Pick<Event, 'group_id' | 'discussion_id' | 'poll_id'>[]): Topic[] {
  const topics = events.flatMap(({ group_id, discussion_id, poll_id }): Topic[] => [
    ...(poll_id === null ? [] : [`poll ${poll_id}` as const]),
    ...(discussion_id === null ? [] : [`thread ${discussion_id}` as const]),
    ...(poll_id === null && discussion_id === null ? [`group ${group_id}` as const] : []),
  ])
  return [...new Set(topics)]
}

/** The topics as one payload; where they are too many for it, everything. */
export function writeTopics(topics: Topic[]): string {
  const text = topics.join(',')
  return text.length > MOST_BYTES ? ALL : text
}

/** The topics of a payload; null: everything. */
export function readTopics(payload: string): ReadonlySet<string> | null {
  return payload === ALL ? null : new Set(payload.split(','))
}
