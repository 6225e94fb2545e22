import type { FastifyReply } from 'fastify'

/** A response that is already JSON text. */
export function asJson(reply: FastifyReply, text: string | Buffer): Buffer {
  reply.type('application/json; charset=utf-8')
  return Buffer.isBuffer(text) ? text : Buffer.from(text)
}
