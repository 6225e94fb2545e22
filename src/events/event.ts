import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is } from '../db/row-types.ts'
import { SUBJECT_TYPES, type SubjectType } from './kind-facts.ts'
import { type EventKind, factsOf, KINDS } from './kinds.ts'

/** An event, with its recipients, fixed when it happened. */
export type Event = {
  id: number
  kind: EventKind
  group_id: number
  discussion_id: number | null
  poll_id: number | null
  subject_type: SubjectType
  subject_id: number
  actor_id: number | null
  recipient_ids: number[]
  recipient_message: string | null
  sequence_id: number | null
  created_at: Date
}

export const EVENT_ROW: Fields<Event> = {
  id: is.integer,
  kind: is.keyOf(KINDS),
  group_id: is.integer,
  discussion_id: is.nullable(is.integer),
  poll_id: is.nullable(is.integer),
  subject_type: is.oneOf(SUBJECT_TYPES),
  subject_id: is.integer,
  actor_id: is.nullable(is.integer),
  recipient_ids: is.list(is.integer),
  recipient_message: is.nullable(is.text),
  sequence_id: is.nullable(is.integer),
  created_at: is.instant,
}

export const eventFromJson = jsonReader(EVENT_ROW)

/** Its subject type follows from its kind. `created_at`: when its transaction began, unless given. */
export type NewEvent = Omit<Event, 'id' | 'created_at' | 'sequence_id' | 'subject_type'> & {
  sequence_id?: number
  created_at?: Date
}

/** Whether an event of this kind removes a subject of this type. */
export function removes(kind: EventKind, subject: SubjectType): boolean {
  const facts = factsOf(kind)
  return facts?.removes === true && facts.subject === subject
}

/** The ids of subjects of this type that these events removed. */
export function removedBy(events: Event[], subject: SubjectType): number[] {
  return events.filter(({ kind }) => removes(kind, subject)).map(({ subject_id }) => subject_id)
}

/** Discarded polls and threads, by id. */
export type Discarded = { poll_ids: number[]; discussion_ids: number[] }

/** The polls and threads that these events discarded. Null: none. */
export function discardedIn(events: Event[]): Discarded | null {
  const gone = { poll_ids: removedBy(events, 'Poll'), discussion_ids: removedBy(events, 'Discussion') }
  return gone.poll_ids.length + gone.discussion_ids.length === 0 ? null : gone
}
