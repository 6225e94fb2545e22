import { type Static, Type } from 'typebox'
import type { Event } from '../../events/event.ts'
import { Count, Flag, Id, MaybeId, MaybeText, NullableInteger, Record, Text, Time, time } from '../wire.ts'

export const EventRecord = Record('Event', {
  id: Id('The event.'),
  kind: Text('The kind of event: new_discussion, poll_created, …'),
  eventable_type: Text('The kind of record it concerns: Discussion, Poll, …'),
  eventable_id: Id('Its id.'),
  eventable: Type.Object({ type: Text('The same as eventable_type.'), id: Id('The same as eventable_id.') }),
  actor_id: MaybeId('The person or bot who did it.'),
  discussion_id: MaybeId('The thread it belongs to.'),
  parent_id: MaybeId('The event it responds to.'),
  sequence_id: NullableInteger('Its number within the thread, from 1.'),
  position: Count('Its place among its siblings.'),
  depth: Count('0 for an event that stands alone or starts a thread, 1 for an event in a thread.'),
  child_count: Count('The number of events that respond to it.'),
  created_at: Time('When it happened.'),
  pinned: Flag('Always false.'),
  recipient_message: MaybeText('The message sent with it.'),
})

export type WireEvent = Static<typeof EventRecord>

/** An event; `opening` is the event that started its thread, if it has one. */
export function presentEvent(event: Event, opening: Event | null, child_count = 0): WireEvent {
  return {
    id: event.id,
    kind: event.kind,
    eventable_type: event.subject_type,
    eventable_id: event.subject_id,
    eventable: { type: event.subject_type, id: event.subject_id },
    actor_id: event.actor_id,
    discussion_id: event.discussion_id,
    parent_id: opening?.id ?? null,
    sequence_id: event.sequence_id,
    position: event.sequence_id ?? 0,
    depth: opening === null ? 0 : 1,
    child_count,
    created_at: time(event.created_at),
    pinned: false,
    recipient_message: event.recipient_message,
  }
}
