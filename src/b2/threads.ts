import type { FastifyInstance, FastifyRequest } from 'fastify'
import { numberIn } from '../api/exchange.ts'
import type { Db } from '../db/db.ts'
import type { Services } from '../http/services.ts'
import { loadOwnThreads } from '../members/load-own-threads.ts'
import { loadThreadEvents } from '../members/load-thread-events.ts'
import type { ThreadVisit } from '../members/visits/load-thread.ts'
import { admit } from './authorize-person.ts'
import * as route from './describe-threads.ts'
import { enterThread } from './discussions.ts'
import { EventQuery, ItemQuery, MOST_ITEMS, queried, ThreadQuery } from './params.ts'
import { threadMarkdown } from './thread-markdown.ts'
import { eventsAnswer, itemsAnswer, threadAnswer, threadsAnswer } from './thread-records.ts'

/** Threads across all groups of a person, and what happened in them. A thread has the id of its discussion. */
export function threadRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/threads', route.LIST_THREADS, async (request, reply) => {
    const { user_id } = await admit(db, request)
    const { per, from } = queried({ request, reply }, ThreadQuery)
    return threadsAnswer(await loadOwnThreads(db.pool, { user_id, per, from }))
  })

  app.get('/threads/:id', route.SHOW_THREAD, async (request) => threadAnswer(await visit(db, request)))

  app.get('/threads/:id/items', route.LIST_ITEMS, async (request, reply) => {
    const came = await visit(db, request)
    const { per, from } = queried({ request, reply }, ItemQuery)
    return itemsAnswer(came, await loadThreadEvents(db.pool, came, { per, from }))
  })

  app.get('/threads/:id/markdown', route.SHOW_MARKDOWN, async (request) => {
    const came = await visit(db, request)
    const page = await loadThreadEvents(db.pool, came, { per: MOST_ITEMS, from: 0 })
    return { markdown: threadMarkdown(came, page) }
  })
}

/** What happened in a thread, where older clients of b2 ask for it. */
export function eventRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/events', route.LIST_EVENTS, async (request, reply) => {
    const key = await admit(db, request)
    const { discussion_id, per, from } = queried({ request, reply }, EventQuery)
    const came = await enterThread(db.pool, key, { id: discussion_id })
    return eventsAnswer(came, await loadThreadEvents(db.pool, came, { per, from }))
  })
}

async function visit(db: Db, request: FastifyRequest): Promise<ThreadVisit> {
  return enterThread(db.pool, await admit(db, request), { id: numberIn(request, 'id') })
}
