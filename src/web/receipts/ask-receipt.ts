import type { FastifyReply } from 'fastify'
import { NotFound } from '../../errors.ts'
import { bodyOf } from '../../http/credentials.ts'
import { t } from '../../locales/say.ts'
import { loadReceipt } from '../../polls/urn/load-receipt.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { openPage, type PageExchange } from '../visits/page.ts'

const UNAVAILABLE = 503

export const askReceiptPage = openPage({
  path: '/p/:key/receipt',
  acts: { '/p/:key/receipt': askReceipt },
})

/**
 * POST /p/KEY/receipt: returns the receipt for the ballot with the commitment `c`, in hex, once more, because
 * the response to the vote may have been lost. It needs no cookie, and neither uses nor stores anything about
 * the requester. NotFound: there is no such ballot, or the poll is counted.
 */
async function askReceipt({ request, reply, services }: PageExchange): Promise<FastifyReply> {
  requireSameOrigin(request, services.config.public_url)
  const { key } = request.params as { key: string }
  const { c } = bodyOf(request).fields
  if (typeof c !== 'string' || !/^[0-9a-f]{64}$/.test(c)) throw new NotFound()
  const receipt = await loadReceipt(services.db, key, Buffer.from(c, 'hex'))
  if (receipt === 'none') throw new NotFound()
  if (receipt === 'pending')
    return reply.status(UNAVAILABLE).type('text/plain; charset=utf-8').send(t('receipt.later'))
  return reply
    .header('content-disposition', `attachment; filename="receipt-${key}.json"`)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(receipt))
}
