import type { FastifyReply } from 'fastify'

const OF_DOCUMENTS = ['content-security-policy', 'cross-origin-opener-policy', 'referrer-policy']

/** Leaves out headers that browsers read of documents and workers only, where they would be sent often. */
export function noDocument(reply: FastifyReply): FastifyReply {
  for (const name of OF_DOCUMENTS) reply.removeHeader(name)
  return reply
}
