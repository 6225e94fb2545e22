import type { Queryable } from '../db/sql.ts'
import { fullName, mayReadGroup } from '../groups/group.ts'
import { inAlphabet } from '../locales/alphabet.ts'
import type { ListedFeed } from './feed.ts'
import { type FeedRow, joinedFromJson, readFeeds } from './feed-reads.ts'

/** A person's secret addresses, the calendar first; without those of groups they may not read. */
export async function loadFeeds(db: Queryable, user_id: number): Promise<ListedFeed[]> {
  const feeds = (await readFeeds(db, user_id)).filter(leadsSomewhere).map(({ id, group, created_at }) => ({
    id,
    created_at,
    group:
      group === null
        ? null
        : { handle: group.handle, name: fullName(group, group.parent), suspended: group.suspended },
  }))
  const calendars = feeds.filter(({ group }) => group === null)
  const others = feeds.filter(({ group }) => group !== null)
  return [...calendars, ...inAlphabet(others, ({ group }) => group?.name ?? null)]
}

function leadsSomewhere({ group, membership }: FeedRow): boolean {
  return group === null || mayReadGroup(membership === null ? null : joinedFromJson(membership))
}
