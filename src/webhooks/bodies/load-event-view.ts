import type { Queryable } from '../../db/sql.ts'
import { membershipFromJson } from '../../groups/group.ts'
import { type Loaded, loadSubject } from '../../notifications/load-notice.ts'
import type { Subject } from '../../notifications/notice.ts'
import { ballotFromJson, voterFromJson } from '../../polls/ballots/ballot-rows.ts'
import { userFromJson } from '../../users/user.ts'
import { type EventView, isSeenVote, permittedView, type Vote, type WebhookEvent } from './event-view.ts'
import { type DoneRow, readDone, readVotes } from './event-view-reads.ts'

type Happened = { event: WebhookEvent; subject: Subject }

/**
 * These events as webhooks may contain them; leaves out events that may not be sent or whose subject is gone.
 */
export async function loadEventViews(
  db: Queryable,
  events: WebhookEvent[],
  loaded: Loaded,
): Promise<EventView[]> {
  const happened: Happened[] = []
  for (const event of events) {
    const subject = await loadSubject(db, event, loaded)
    if (subject !== null) happened.push({ event, subject })
  }
  const done = new Map((await readDone(db, idsOf(happened))).map((row) => [row.event_id, row]))
  const votes = await votesOf(db, happened.filter(isSeenVote))
  return happened.flatMap((one) => {
    const { id } = one.event
    return permittedView({ ...one, ...peopleOf(done.get(id)), vote: votes.get(id) ?? null }) ?? []
  })
}

const idsOf = (happened: Happened[]) => happened.map(({ event }) => event.id)

async function votesOf(db: Queryable, seen: Happened[]): Promise<Map<number, Vote>> {
  const rows = await readVotes(db, idsOf(seen))
  return new Map(
    rows.map(({ event_id, ballot, voter }) => [
      event_id,
      { ballot: ballotFromJson(ballot), voter: voterFromJson(voter) },
    ]),
  )
}

function peopleOf(row: DoneRow | undefined): Pick<EventView, 'actor' | 'member'> {
  const { actor = null, membership = null, member = null } = row ?? {}
  return {
    actor: actor === null ? null : userFromJson(actor),
    member:
      membership === null || member === null
        ? null
        : { membership: membershipFromJson(membership), user: userFromJson(member) },
  }
}
