import type { FastifyReply } from 'fastify'
import { NotFound } from '../../errors.ts'
import { MARK_PATH } from '../assets/mark-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { shownIdentity } from '../request/shown-identity.ts'
import { openPage } from '../visits/page.ts'

const A_DAY = 'public, max-age=86400'

export const markFile = openPage({ path: MARK_PATH, show: sendMark })

/** GET /mark.png: the service's own mark. NotFound: it has none. */
async function sendMark({ reply, services }: Exchange): Promise<FastifyReply> {
  const { mark } = shownIdentity(services.db)
  if (mark === null) throw new NotFound('not_found.address')
  return reply.type('image/png').header('cache-control', A_DAY).send(mark.png)
}
