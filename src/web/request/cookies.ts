import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'

export const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The value of a cookie the browser sent, or null. */
export function cookieOf({ server, headers }: FastifyRequest, name: string): string | null {
  return server.parseCookie(headers.cookie ?? '')[name] ?? null
}

/** Whether this service is reached by https, so that its cookies may say so. */
export function isSecure(public_url: string): boolean {
  return public_url.startsWith('https:')
}

/**
 * What a cookie that holds a token is kept by: from scripts, from forms of other sites, and from plain http.
 */
export function guarded(public_url: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(public_url) }
}
