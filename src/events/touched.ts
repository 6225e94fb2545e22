import type { Event } from './event.ts'

/** Processes notify each other through the database about what has changed, without the content. */
export const TOUCHED_CHANNEL = 'folkmoot_touched'

/** PostgreSQL accepts payloads shorter than 8000 bytes. */
const MOST_BYTES = 7_999
const ALL = 'all'

/** A poll, thread or group with changes. */
export type Topic = `poll ${number}` | `thread ${number}` | `group ${number}`

/** The topics of these events, each once. A person who joins or leaves a group changes all of it. */
export function topicsOf(events: Pick<Event, 'group_id' | 'discussion_id' | 'poll_id'>[]): Topic[] {
  const topics = events.flatMap(({ group_id, discussion_id, poll_id }): Topic[] => [
    ...(poll_id === null ? [] : [`poll ${poll_id}` as const]),
    ...(discussion_id === null ? [] : [`thread ${discussion_id}` as const]),
    ...(poll_id === null && discussion_id === null ? [`group ${group_id}` as const] : []),
  ])
  return [...new Set(topics)]
}

/** The topics as one payload; if they do not fit, everything. */
export function writeTopics(topics: Topic[]): string {
  const text = topics.join(',')
  return text.length > MOST_BYTES ? ALL : text
}

/** The topics of a payload; null: everything. */
export function readTopics(payload: string): ReadonlySet<string> | null {
  return payload === ALL ? null : new Set(payload.split(','))
}
