import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { Db } from '../../db/db.ts'
import { type BoundedCache, boundedCache, bytesOf, unpooled } from '../../text/bounded-cache.ts'
import { asAsked } from './asked-part.tsx'
import { browserZone } from './browser-zone.ts'
import { type Exchange, type PackedPage, packingFor, packPage, sendPacked } from './exchange.ts'
import { shownIdentity, stampOf } from './shown-identity.ts'
import { themeOf } from './theme.ts'

/** For packed pages: most take 5 to 20 kB compressed, and some hundred uncompressed. */
const ROOM_BYTES = 8 * 1024 * 1024

const keptPages = new WeakMap<Db['pool'], BoundedCache<PackedPage>>()

/**
 * Responds with the page cached under this stamp, or renders it. The stamp contains the reader, and changes
 * with everything that the page may show them.
 */
export async function sendKeptPage(
  exchange: Exchange,
  stamp: string,
  makePage: () => Promise<VNode>,
): Promise<FastifyReply> {
  const pages = pagesOf(exchange.services.db)
  const packing = packingFor(exchange)
  // Facts about the browser: the zone, for readers who have not chosen one, and the theme. Then the service's
  // name and mark.
  const key = `${packing.coding} ${packing.language} ${browserZone(exchange.request) ?? ''} ${themeOf(exchange.request) ?? ''} ${stampOf(shownIdentity(exchange.services.db))} ${stamp}`
  const make = async () => kept(packPage(asAsked(exchange, await makePage()), packing))
  return sendPacked(exchange, pages.get(key) ?? pages.keep(key, await make()))
}

function pagesOf({ pool }: Db): BoundedCache<PackedPage> {
  const pages = keptPages.get(pool) ?? boundedCache<PackedPage>(ROOM_BYTES, sizeOf)
  keptPages.set(pool, pages)
  return pages
}

function kept({ body, headers }: PackedPage): PackedPage {
  return { body: typeof body === 'string' ? body : unpooled(body), headers }
}

function sizeOf({ body }: PackedPage, key: string): number {
  return typeof body === 'string' ? bytesOf(key, body) : bytesOf(key) + body.length
}
