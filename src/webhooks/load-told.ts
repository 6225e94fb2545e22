import { dated } from '../db/facts.ts'
import type { Queryable } from '../db/sql.ts'
import type { Event } from '../events/event.ts'
import type { Membership } from '../groups/group.ts'
import { type Loaded, loadSubject } from '../notifications/load-notice.ts'
import type { User } from '../users/user.ts'
import { type Told, toldOf } from './told.ts'
import { type DoneRow, readDone } from './told-reads.ts'

/** These events as webhooks may tell them; those that are about something gone, or may not be told, are left out. */
export async function loadTold(db: Queryable, events: Event[], loaded: Loaded): Promise<Told[]> {
  const done = new Map(
    (
      await readDone(
        db,
        events.map(({ id }) => id),
      )
    ).map((row) => [row.event_id, row]),
  )
  const all: Told[] = []
  for (const event of events) {
    const subject = await loadSubject(db, event, loaded)
    const told = subject === null ? null : toldOf({ event, subject, ...peopleOf(done.get(event.id)) })
    if (told !== null) all.push(told)
  }
  return all
}

function peopleOf(row: DoneRow | undefined): Pick<Told, 'actor' | 'member'> {
  const { actor = null, membership = null, member = null } = row ?? {}
  return {
    actor: actor === null ? null : dated<User>(actor),
    member:
      membership === null || member === null
        ? null
        : { membership: dated<Membership>(membership), user: dated<User>(member) },
  }
}
