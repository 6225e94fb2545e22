import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'

export const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The value of a cookie in the request, or null. */
export function cookieOf({ server, headers }: FastifyRequest, name: string): string | null {
  return server.parseCookie(headers.cookie ?? '')[name] ?? null
}

/** Whether this service uses https, so that its cookies may be `secure`. */
export function isSecure(public_url: string): boolean {
  return public_url.startsWith('https:')
}

/** Attributes of a cookie with a token: not for scripts, for forms of other sites, or for plain http. */
export function guarded(public_url: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(public_url) }
}
