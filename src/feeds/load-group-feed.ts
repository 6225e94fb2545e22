import type { Queryable } from '../db/sql.ts'
import { discussionFromJson } from '../discussions/discussion.ts'
import { NotFound } from '../errors.ts'
import { fullName } from '../groups/group.ts'
import { findGroupVisit } from '../groups/load-group-visit.ts'
import { readUsersIn } from '../groups/names/shown-user-reads.ts'
import { loadDecisions } from '../polls/results/load-decisions.ts'
import { hashToken } from '../users/secret.ts'
import { readGroupFeed } from './feed-reads.ts'
import type { GroupFeed } from './group-feed.ts'
import { readFeedThreads } from './group-feed-reads.ts'

const MOST_OF_EACH = 30

/** The feed of this address's group for its members. NotFound: no owner, or they are no longer a member. */
export async function loadGroupFeed(db: Queryable, token: string): Promise<GroupFeed> {
  const feed = await readGroupFeed(db, hashToken(token))
  const visit = feed === null ? null : await findGroupVisit(db, feed.handle, feed.user_id)
  if (visit === null || !visit.abilities.includes('read')) throw new NotFound()
  const { in_group } = visit
  const group_id = in_group.group.id
  const threads = await readFeedThreads(db, { group_id, most: MOST_OF_EACH })
  const { items } = await loadDecisions(db, { group_id, per: MOST_OF_EACH, from: 0 })
  const authors = await readUsersIn(
    db,
    group_id,
    items.map(({ outcome }) => outcome.author_id),
  )
  const named = new Map(authors.map((author) => [author.id, author]))
  return {
    title: fullName(in_group.group, in_group.parent),
    group: in_group.group,
    locale: feed?.locale ?? null,
    browser_locale: feed?.browser_locale ?? null,
    threads: threads.map(({ thread, author }) => ({
      thread: discussionFromJson(thread),
      author: { name: author },
    })),
    decisions: items.map((one) => ({ ...one, author: named.get(one.outcome.author_id) ?? { name: null } })),
  }
}
