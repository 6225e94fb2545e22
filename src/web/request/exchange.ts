import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Refusal } from '../../errors.ts'
import { STATUSES } from '../../http/problem.ts'
import type { Services } from '../../http/services.ts'
import type { Language } from '../../locales/languages.ts'
import { onPage } from '../../locales/say.ts'
import { takes } from '../assets/static-file.ts'
import { type Asked, asAsked } from './asked-part.tsx'
import { languageOf } from './reader-language.ts'

// Shorter pages fit into one packet uncompressed.
const LEAST_PACKED = 1_400

// The levels: most of the gain for a millisecond or two on the longest pages. With Brotli, pages are a sixth
// smaller than with gzip. A larger window than 64 kB would take longer to set up.
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 }
const PACKERS = {
  br: (text: string) => brotliCompressSync(text, { params: BROTLI }),
  gzip: (text: string) => gzipSync(text, { level: 3 }),
}
type Coding = keyof typeof PACKERS

/** One request and its response, with the services that pages need. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply; services: Services }

/** A page as text in a language. Components must not be async: the renderer would omit them. */
export function html(page: VNode, language: Language): string {
  return `<!doctype html>${onPage(language, () => renderToString(page))}`
}

/** A page as sent over the network. */
export type PackedPage = { body: string | Buffer; headers: Record<string, string> }

/** How to compress a page for this browser. Null: not at all. */
function codingFor({ reply }: Pick<Exchange, 'reply'>): Coding | null {
  const accepted = takes(reply.request)
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : null
}

// Every page has a form. Under `no-referrer` browsers send forms with Origin: null, and without https no
// other header shows that they come from here.
export const PAGE_HEADERS = { 'referrer-policy': 'same-origin' }

/** How a page is sent: its language and its compression. */
export type Packing = { language: Language; coding: Coding | null }

/** Renders a page, ready to be sent. */
export function packPage(page: VNode, { language, coding }: Packing): PackedPage {
  const text = html(page, language)
  const headers = { ...PAGE_HEADERS, 'content-language': language, vary: 'accept-language' }
  if (text.length < LEAST_PACKED || coding === null) return { body: text, headers }
  return {
    body: PACKERS[coding](text),
    headers: { ...headers, vary: 'accept-language, accept-encoding', 'content-encoding': coding },
  }
}

/** The packing for this request. */
export function packingFor({ reply }: Pick<Exchange, 'reply'>): Packing {
  return { language: languageOf(reply.request), coding: codingFor({ reply }) }
}

/** Responds with a packed page; `status` defaults to 200. */
export function sendPacked(
  { reply }: Pick<Exchange, 'reply'>,
  { body, headers }: PackedPage,
  status = 200,
): FastifyReply {
  return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(body)
}

/** Responds with a page. */
export function sendPage(exchange: Asked, page: VNode, status = 200): FastifyReply {
  return sendPacked(exchange, packPage(asAsked(exchange, page), packingFor(exchange)), status)
}

const STEP_BYTES = 16 * 1024

/**
 * Responds with a page that repeats a secret ballot. Its length, which proxies log, must not tell what the
 * ballot says: the page is filled up to the length of `longest`, the same page for a ballot with all answers,
 * and to a whole step. It is not compressed: how far a text shrinks depends on what it says. Declared as gzip
 * where the browser takes it, it is not compressed by a proxy either.
 */
export function sendAtLength(
  exchange: Asked,
  page: VNode,
  { longest = page, status = 200 }: { longest?: VNode; status?: number } = {},
): FastifyReply {
  const language = languageOf(exchange.reply.request)
  const [text, most] = [page, longest].map((one) => Buffer.from(html(asAsked(exchange, one), language)))
  const bytes = Math.max(text?.length ?? 0, most?.length ?? 0)
  const body = Buffer.alloc(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES, ' ')
  text?.copy(body)
  const headers = { ...PAGE_HEADERS, 'content-language': language, 'cache-control': 'no-store, no-transform' }
  if (!takes(exchange.reply.request).has('gzip')) return sendPacked(exchange, { body, headers }, status)
  const stored = { ...headers, 'content-encoding': 'gzip' }
  return sendPacked(exchange, { body: gzipSync(body, { level: 0 }), headers: stored }, status)
}

/** The same for pages about programs, which are in English for every reader. */
export function sendEnglishPage(exchange: Asked, page: VNode): FastifyReply {
  const packing: Packing = { language: 'en', coding: codingFor(exchange) }
  return sendPacked(exchange, packPage(asAsked(exchange, page), packing))
}

/** The status of a form with errors; if a limit was reached, sets Retry-After. */
export function refusedStatus({ reply }: Pick<Exchange, 'reply'>, { code, allowance }: Refusal): number {
  if (allowance !== null) reply.header('retry-after', allowance.reset_seconds)
  return STATUSES[code]
}
