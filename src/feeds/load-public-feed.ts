import { jsonReader } from '../db/json-rows.ts'
import type { Queryable } from '../db/sql.ts'
import { loadPublicGroupAlone, loadPublicOutcomes } from '../public/load-public-group.ts'
import { PUBLIC_THREAD_ROW } from '../public/public-facts.ts'
import { readPublicThreads } from '../public/public-reads.ts'
import type { GroupFeed } from './group-feed.ts'

const MOST_OF_EACH = 30

const threadFromJson = jsonReader(PUBLIC_THREAD_ROW)

/** The feed of a public group for everyone. NotFound: no such group, or it is not public. */
export async function loadPublicFeed(
  db: Queryable,
  handle: string,
): Promise<GroupFeed & { indexed: boolean }> {
  const { group } = await loadPublicGroupAlone(db, handle)
  const [threads, outcomes] = await Promise.all([
    readPublicThreads(db, { group_id: group.id, most: MOST_OF_EACH }),
    loadPublicOutcomes(db, group.id, MOST_OF_EACH),
  ])
  return {
    locale: null,
    title: group.name,
    group,
    indexed: group.indexed,
    threads: threads.map((row) => {
      const { author, ...thread } = threadFromJson(row)
      return { thread, author: { name: author } }
    }),
    decisions: outcomes.map(({ author, ...decided }) => ({
      ...decided,
      fingerprint: null,
      author: { name: author },
    })),
  }
}
