import type { Queryable } from '../../db/sql.ts'
import { eventFromJson } from '../../events/event.ts'
import { groupFacts } from '../../groups/group-facts.ts'
import type { PresentedKey } from '../../keys/api-key.ts'
import { keyFacts } from '../../keys/key-facts.ts'
import { userFromJson } from '../../users/user.ts'
import { type LoadedPoll, shapeFacts } from '../load-poll.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { makeAndRead, type NewPollRow, type PollAsked } from './new-poll-reads.ts'
import type { PollToMake } from './new-poll-rows.ts'

/** A new poll, and the state of the key that requested it. */
export type NewlyMade = { loaded: LoadedPoll; key: PresentedKey | null }

/**
 * Creates polls without a thread, and loads their data with the same statement, in the same order. The caller
 * still checks whether the keys may be used.
 */
export async function makeAndLoad(tx: Queryable, asked: PollAsked[]): Promise<NewlyMade[]> {
  if (asked.length === 0) return []
  const rows = await makeAndRead(tx, asked)
  return Promise.all(
    asked.map(async ({ poll }, place) => {
      const row = rows[place] as NewPollRow
      return { loaded: await shapeNew(tx, poll, row), key: keyFacts(row.api_key) }
    }),
  )
}

function shapeNew(tx: Queryable, asked: PollToMake, row: NewPollRow): Promise<LoadedPoll> {
  return shapeFacts(tx, {
    now: row.created_at,
    poll: pollOf(asked, row),
    options: optionsOf(asked, row),
    author: userFromJson(row.author),
    event: eventFromJson(row.event),
    tally: {
      voters: row.voters,
      cast_count: 0,
      sums: [],
      answers: [],
      supports: [],
      open: null,
      open_flooded: false,
    },
    outcome: null,
    thread: null,
    in_group: groupFacts(row.in_group),
  })
}

/** As requested, with what the database chose. */
function pollOf(asked: PollToMake, { id, created_at, content_locale }: NewPollRow): Poll {
  return {
    ...asked,
    id,
    version: 1,
    created_at,
    updated_at: created_at,
    closed_at: null,
    content_locale,
    imported_at: null,
    sealed_at: null,
    elected_slots: null,
    elected_at: null,
    elected_by_lot: null,
    key_destroyed_at: null,
    key_missing_at: null,
    boxed_at: null,
    reminded_at: null,
    discarded_at: null,
    tags: [],
  }
}

/** In display order. */
function optionsOf(asked: PollToMake, { id, option_ids }: NewPollRow): PollOption[] {
  const options = asked.slots.map((slot, place) => ({
    id: option_ids[place] ?? 0,
    poll_id: id,
    slot,
    priority: asked.priorities[place] ?? 0,
    name: asked.names[place] ?? '',
    meaning: asked.meanings[place] ?? null,
    cost: asked.costs[place] ?? null,
  }))
  return options.sort((a, b) => a.priority - b.priority || a.slot - b.slot)
}
