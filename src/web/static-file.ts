import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const HASH_LENGTH = 12

/** The same bytes for everybody, compressed once. */
export type StaticFile = { type: string; hash: string; plain: Buffer; gzip: Buffer; brotli: Buffer }

/** Prepares a text to be sent many times. */
export function staticFile(text: string, type: string): StaticFile {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, HASH_LENGTH)
  return { type, hash, plain, gzip: gzipSync(plain, { level: 9 }), brotli: brotliCompressSync(plain) }
}

/** Sends it in the smallest encoding that the browser takes; `cache` is the Cache-Control to send. */
export function sendStatic(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  file: StaticFile,
  cache: string,
): FastifyReply {
  const accepted = new Set(
    String(request.headers['accept-encoding'] ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase()),
  )
  reply.type(file.type).header('cache-control', cache).header('vary', 'accept-encoding')
  if (accepted.has('br')) return reply.header('content-encoding', 'br').send(file.brotli)
  if (accepted.has('gzip')) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.plain)
}
