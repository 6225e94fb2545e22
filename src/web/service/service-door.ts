import type { FastifyReply } from 'fastify'
import type { Act } from '../../db/db.ts'
import { requireInstanceAdmin } from '../../groups/service/load-instance-admin.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { actAs } from '../request/act.ts'
import type { Exchange } from '../request/exchange.ts'
import { once } from '../request/once.ts'
import type { Page } from '../visits/page.ts'
import { signedInPage } from '../visits/signed-in-page.ts'

type Handler = (exchange: Exchange, viewer: SignedIn) => Promise<FastifyReply>
type ServicePage = {
  path: string
  show: Handler
  acts?: Record<string, Handler>
  takes_files?: boolean
  uploads?: Record<string, Handler>
}

/** A page for people who run the service; other signed-in people get the same 404 as for no page. */
export function servicePage({ show, ...page }: ServicePage): Page {
  return signedInPage({
    ...page,
    who: 'admin of the service',
    next: '/service/groups',
    show: guarded(show),
    // Before anything of what is sent is read.
    ...(page.uploads && {
      uploads: Object.fromEntries(Object.entries(page.uploads).map(([path, act]) => [path, guarded(act)])),
    }),
  })
}

function guarded(show: Handler): Handler {
  return async (exchange, viewer) => {
    await requireInstanceAdmin(exchange.services.db.pool, viewer.id)
    return show(exchange, viewer)
  }
}

/** Runs a change as someone who runs the service: its own transaction checks that. Runs once, see `once`. */
export function changeService<T>(
  exchange: Exchange,
  viewer: SignedIn,
  run: (act: Act) => Promise<T>,
): Promise<T> {
  return actAs(exchange.services, viewer.id, async (act) => {
    await requireInstanceAdmin(act.tx, viewer.id)
    return once(exchange, act, () => run(act))
  })
}
