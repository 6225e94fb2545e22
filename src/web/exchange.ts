import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Services } from '../http/services.ts'
import { takes } from './static-file.ts'

// Shorter pages fit in one packet as they are. The level: most of the gain for a millisecond on the longest pages.
const LEAST_PACKED = 1_400
const PACKING = 3

/** One request and its answer, with what a page needs to make it. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply; services: Services }

/** A page as text. Components must not be async: the renderer would leave them out. */
export function html(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`
}

/** Answers with a page, with forms in it or without; `status` is 200 unless said otherwise. */
export function sendPage({ reply }: Pick<Exchange, 'reply'>, page: VNode, status = 200): FastifyReply {
  const text = html(page)
  // Under `no-referrer` browsers send forms as if from nowhere (Origin: null), and where there is no https nothing
  // else tells that they come from here.
  if (text.includes('<form')) reply.header('referrer-policy', 'same-origin')
  reply.code(status).type('text/html; charset=utf-8')
  if (text.length < LEAST_PACKED || !takes(reply.request).has('gzip')) return reply.send(text)
  reply.header('vary', 'accept-encoding').header('content-encoding', 'gzip')
  return reply.send(gzipSync(text, { level: PACKING }))
}

/** Answers with a page that is there for its form. */
export function sendFormPage(exchange: Pick<Exchange, 'reply'>, page: VNode): FastifyReply {
  return sendPage(exchange, page)
}
