import type { Queryable } from '../../db/sql.ts'
import { type Event, eventFromJson } from '../../events/event.ts'
import { type EventKind, factsOf, kindsWhere } from '../../events/kinds.ts'
import type { PresentedKey } from '../../keys/api-key.ts'
import { type User, userFromJson } from '../../users/user.ts'
import { loadPollsById } from '../load-poll.ts'
import { type FeedRow, readFeed } from './feed-reads.ts'

/**
 * Visible events in the order of the feed. `next`: the number from which to continue, even if there are none.
 */
export type Feed = { events: { event: Event; opening: Event | null }[]; actors: User[]; next: number }

/** The kinds that discard polls and threads. */
const DISCARDS = kindsWhere(({ removes, subject }) => removes && ['Poll', 'Discussion'].includes(subject))

const isVote = (kind: unknown) => factsOf(String(kind))?.subject === 'Stance'

/**
 * Events in the key's group that the key may see. A vote has its voter only where results have names:
 * otherwise it only says that someone voted. Anonymous votes have no event.
 */
export async function loadFeed(
  db: Queryable,
  { hash, key }: { hash: Buffer; key: PresentedKey },
  { after, per }: { after: number; per: number },
): Promise<Feed> {
  const { group_id } = key
  const rows = await readFeed(db, { group_id, after, per, left_out: leftOut(key), discards: DISCARDS })
  const named = await namedPolls(db, hash, rows)
  const events = rows.map(({ event, opening, actor }) => {
    const full = eventFromJson(event)
    const isHidden = isVote(full.kind) && !named.has(full.poll_id)
    return {
      event: isHidden ? withoutVoter(full) : full,
      opening: opening === null ? null : eventFromJson(opening),
      actor: actor === null || isHidden ? null : userFromJson(actor),
    }
  })
  return {
    events,
    actors: events.flatMap(({ actor }) => (actor === null ? [] : [actor])),
    next: rows.at(-1)?.feed_number ?? after,
  }
}

/** Kinds that the key may not see. */
function leftOut({ permissions }: PresentedKey): EventKind[] {
  return kindsWhere(({ feed }) => feed !== 'all' && (feed === 'none' || !permissions.includes(feed)))
}

/** Polls with votes among these events whose voters are visible. */
async function namedPolls(db: Queryable, hash: Buffer, rows: FeedRow[]): Promise<Set<number | null>> {
  const votes = rows.filter(({ event }) => isVote(event.kind))
  const ids = [...new Set(votes.flatMap(({ event }) => event.poll_id ?? []))]
  const polls = await loadPollsById(db, hash, ids)
  const seen = polls.filter(({ results }) => results.shown && results.named)
  return new Set(seen.map(({ poll }) => poll.id))
}

/** Removes the voter, and the id by which a ballot is known. */
function withoutVoter(event: Event): Event {
  return { ...event, actor_id: null, subject_type: 'Poll', subject_id: event.poll_id ?? 0 }
}
