import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf } from '../../http/credentials.ts'
import { type Home, loadHome } from '../../members/load-home.ts'
import { loadToldZone, type ToldAbout } from '../../notifications/load-told-zone.ts'
import { knownZone } from '../../users/profile.ts'
import { hasZone } from '../../users/user.ts'
import { noteZoneGuessed } from './asked-part.tsx'
import { cookieOf, YEAR_SECONDS } from './cookies.ts'
import type { Exchange } from './exchange.ts'

// `islands/every-page/reader-settings.ts` writes it too. It holds the browser's zone, which is not secret.
const COOKIE = 'folkmoot_zone'
const UTC = 'UTC'

/** Somebody whose zone nobody knows. */
export const STRANGER = { time_zone: UTC, utc_chosen: false }

/** The reader in their browser's time zone, unless they chose one. */
export function inBrowserZone<Reader extends { time_zone: string; utc_chosen: boolean }>(
  request: FastifyRequest,
  reader: Reader,
): Reader {
  if (hasZone(reader)) return reader
  return { ...reader, time_zone: browserZone(request) ?? UTC }
}

/**
 * The same, and where neither is known, the zone of the mails about this poll, thread or invitation: people
 * whose browser runs no scripts read the same times on pages as in mails.
 */
export async function inToldZone<Reader extends { time_zone: string; utc_chosen: boolean }>(
  { request, services }: Exchange,
  reader: Reader,
  about: ToldAbout,
): Promise<Reader> {
  if (isZoneKnown(request, reader)) return inBrowserZone(request, reader)
  return { ...reader, time_zone: await loadToldZone(services.db.pool, about) }
}

/** The same on the pages of a group, where neither is known: the zone of its mails. */
export async function inGroupZone<Reader extends { time_zone: string; utc_chosen: boolean }>(
  exchange: Exchange,
  reader: Reader,
  group_id: number,
): Promise<Reader> {
  const told = await inToldZone(exchange, reader, { group_id, author_ids: [] })
  const { time_zone } = inBrowserZone(exchange.request, reader)
  if (told.time_zone !== time_zone) noteZoneGuessed(exchange.request)
  return told
}

/** The same on a person's own pages, in no group: in that of their first group. */
export async function inHomeZone<Reader extends { time_zone: string; utc_chosen: boolean }>(
  exchange: Exchange,
  reader: Reader,
  { groups, waiting, empty, grown, guest_polls }: Home,
): Promise<Reader> {
  const group_id = groups[0]?.id ?? [...waiting, ...empty, ...grown, ...guest_polls][0]?.poll.group_id
  return group_id === undefined ? reader : inGroupZone(exchange, reader, group_id)
}

/** The same for pages outside groups that do not load the person's home. */
export async function inOwnZone<Reader extends { id: number; time_zone: string; utc_chosen: boolean }>(
  exchange: Exchange,
  reader: Reader,
): Promise<Reader> {
  if (isZoneKnown(exchange.request, reader)) return inBrowserZone(exchange.request, reader)
  return inHomeZone(exchange, reader, await loadHome(exchange.services.db.pool, reader.id))
}

function isZoneKnown(request: FastifyRequest, reader: { time_zone: string; utc_chosen: boolean }): boolean {
  return hasZone(reader) || browserZone(request) !== null
}

/** The zone of somebody without an account who reads about this poll. */
export async function zoneOfStranger(exchange: Exchange, about: ToldAbout): Promise<string> {
  return (await inToldZone(exchange, STRANGER, about)).time_zone
}

export const ZONE_FIELD = 'time_zone'

/** The reader in the time zone of the submitted form: the browser may have reported another one since. */
export function inFormZone<Reader extends { time_zone: string }>(
  request: FastifyRequest,
  reader: Reader,
): Reader {
  const named = bodyOf(request).fields[ZONE_FIELD]
  const zone = typeof named === 'string' ? knownZone(named) : null
  return zone === null ? reader : { ...reader, time_zone: zone }
}

/** The browser's time zone, or null. */
export function browserZone(request: FastifyRequest): string | null {
  const said = cookieOf(request, COOKIE)
  return said === null || !isPlace(said) ? null : knownZone(said)
}

/** Abbreviations are no places: an old one such as `EST` would become that of some city. */
const isPlace = (zone: string) => zone.includes('/') || zone === UTC

/** Stores a chosen zone in this browser, for readers who have not chosen one; null: its own counts again. */
export function keepZone(reply: FastifyReply, zone: string | null): void {
  const maxAge = zone === null ? 0 : YEAR_SECONDS
  reply.setCookie(COOKIE, zone ?? '', { path: '/', sameSite: 'lax', maxAge })
}
