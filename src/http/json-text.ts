import type { FastifyReply } from 'fastify'

/** An answer that is JSON text already. */
export function asJson(reply: FastifyReply, text: string | Buffer): Buffer {
  reply.type('application/json; charset=utf-8')
  return Buffer.isBuffer(text) ? text : Buffer.from(text)
}
