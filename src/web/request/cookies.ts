import type { FastifyRequest } from 'fastify'

/** The value of a cookie the browser sent, or null. */
export function cookieOf(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return null
}

/** Whether this service is reached by https, so that its cookies may say so. */
export function isSecure(public_url: string): boolean {
  return public_url.startsWith('https:')
}
