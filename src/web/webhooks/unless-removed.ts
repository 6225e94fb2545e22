import type { FastifyReply } from 'fastify'
import { loadRemoved } from '../../webhooks/load-removed.ts'
import { idInPath } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'
import { type DoneBefore, type Entry, type GroupExchange, unlessDoneBefore } from '../visits/group-door.ts'

type Act = (exchange: GroupExchange) => Promise<FastifyReply>
type Show = (exchange: GroupExchange, entry: Entry) => Promise<FastifyReply>

/** The action, or the list of webhooks, which says that this one was removed and nothing saved. */
export function unlessRemoved(act: Act): Act {
  return unlessDoneBefore(act, finding('webhook_gone'))
}

/** The same for an action that saves nothing. */
export function unlessAway(act: Act): Act {
  return unlessDoneBefore(act, finding('webhook_away'))
}

/** The page of a webhook, or the list, which says that it was removed. */
export function showUnlessAway(show: Show): Show {
  return (exchange, entry) => unlessAway((current) => show(current, entry))(exchange)
}

function finding(done: DoneBefore['done']) {
  return async (exchange: Exchange, entry: Entry): Promise<DoneBefore | null> => {
    const of = { group_id: entry.visit.in_group.group.id, id: idInPath(exchange) }
    return (await loadRemoved(exchange.services.db.pool, of)) ? { done, list: 'webhooks' } : null
  }
}
