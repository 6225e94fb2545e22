import { Type } from 'typebox'
import { eventsEnvelope, FeedEnvelope } from '../api/envelope.ts'
import { loadKeyGroup } from '../keys/load-key-group.ts'
import { loadFeed } from '../polls/lists/load-feed.ts'
import { PAGING, readPaging } from './paging.ts'
import { route } from './route.ts'

const FeedPaging = Type.Object({ per: PAGING.per, after: PAGING.after })

const list = route({
  method: 'GET',
  path: '/events',
  permission: null,
  query: FeedPaging,
  answer: FeedEnvelope,
  does: {
    id: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      "What happened in the key's group, in order, from the beginning or after a cursor: to continue, send meta.next as `after`. It is present even if the page is empty, and continuing from it misses nothing. Votes name their voter only if results are shown with names; anonymous votes are not events. Only keys with read_memberships get membership events. For deleted records, only the deletion is reported.",
    says: 'The events, in events, with the people and bots who caused them.',
  },
  run: async ({ db, key, request, reply }) => {
    const { per, after } = readPaging(FeedPaging, request, reply)
    const feed = await loadFeed(db.pool, { hash: request.keyHash, key }, { after: after ?? 0, per })
    const { in_group } = await loadKeyGroup(db.pool, key.group_id)
    return eventsEnvelope(in_group, feed)
  },
})

/** Events, for programs that poll instead of using webhooks. */
export const eventRoutes = [list]
