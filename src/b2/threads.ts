import { numberIn } from '../api/exchange.ts'
import { loadOwnThreads } from '../members/load-own-threads.ts'
import { loadThreadEvents } from '../members/load-thread-events.ts'
import type { ThreadVisit } from '../members/visits/load-thread.ts'
import { enterThread } from './discussions.ts'
import { EventQuery, ItemQuery, MOST_ITEMS, queried, ThreadQuery } from './params.ts'
import { type Asked, route } from './route.ts'
import { threadMarkdown } from './thread-markdown.ts'
import {
  EventsEnvelope,
  eventsAnswer,
  ItemsEnvelope,
  itemsAnswer,
  MarkdownRecord,
  ThreadsEnvelope,
  threadAnswer,
  threadsAnswer,
} from './thread-records.ts'

const ofOne = { params: { id: { to: 'thread', about: 'The id of the thread as a discussion.' } } }

const list = route({
  method: 'GET',
  path: '/threads',
  query: ThreadQuery,
  answer: ThreadsEnvelope,
  does: {
    id: 'listThreads',
    tag: 'Threads',
    summary: 'List threads',
    description:
      'The threads of all your groups, and those you were invited to, most recently active first. Polls outside a thread are not included.',
    says: 'The threads, with their discussions; meta.total counts all of them.',
  },
  run: async (asked) => {
    const { tag = null, per, from } = queried(asked, ThreadQuery)
    const { user_id } = asked.key
    return threadsAnswer(await loadOwnThreads(asked.db.pool, { user_id, tag, per, from }))
  },
})

const show = route({
  ...ofOne,
  method: 'GET',
  path: '/threads/:id',
  answer: ThreadsEnvelope,
  does: {
    id: 'showThread',
    tag: 'Threads',
    summary: 'Show thread',
    description: 'A thread that you can read.',
    says: 'The thread: threads[0], and its discussion.',
  },
  run: async (asked) => threadAnswer(await visit(asked)),
})

const items = route({
  ...ofOne,
  method: 'GET',
  path: '/threads/:id/items',
  query: ItemQuery,
  answer: ItemsEnvelope,
  does: {
    id: 'listThreadItems',
    tag: 'Threads',
    summary: 'List thread items',
    description:
      'The items of a thread that you can read, in order, with its comments and polls. Votes are not items: each poll has the results that you may see.',
    says: 'The items; meta.total counts all of them.',
  },
  run: async (asked) => {
    const came = await visit(asked)
    const { per, from } = queried(asked, ItemQuery)
    return itemsAnswer(came, await loadThreadEvents(asked.db.pool, came, { per, from }))
  },
})

const markdown = route({
  ...ofOne,
  method: 'GET',
  path: '/threads/:id/markdown',
  answer: MarkdownRecord,
  does: {
    id: 'showThreadMarkdown',
    tag: 'Threads',
    summary: 'Show thread as Markdown',
    description: `A thread that you can read, as one text: its first ${MOST_ITEMS} items, with what people wrote as quotes and the results that you may see.`,
    says: 'The text.',
  },
  run: async (asked) => {
    const came = await visit(asked)
    const page = await loadThreadEvents(asked.db.pool, came, { per: MOST_ITEMS, from: 0 })
    return { markdown: threadMarkdown(came, page) }
  },
})

/** Threads across all groups of a person, and their events. A thread has the id of its discussion. */
export const threadRoutes = [list, show, items, markdown]

const events = route({
  method: 'GET',
  path: '/events',
  query: EventQuery,
  answer: EventsEnvelope,
  does: {
    id: 'listThreadEvents',
    tag: 'Threads',
    summary: 'List thread events',
    description:
      'The items of a thread as events, at the path that older b2 clients use. Votes are not events here.',
    says: 'The events; meta.total counts all of them.',
  },
  run: async (asked) => {
    const { db, key } = asked
    const { discussion_id, per, from } = queried(asked, EventQuery)
    const came = await enterThread(db.pool, key, { id: discussion_id })
    return eventsAnswer(came, await loadThreadEvents(db.pool, came, { per, from }))
  },
})

/** The events of a thread, at the path of older clients of b2. */
export const eventRoutes = [events]

function visit({ db, request, key }: Asked): Promise<ThreadVisit> {
  return enterThread(db.pool, key, { id: numberIn(request, 'id') })
}
