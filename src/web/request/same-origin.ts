import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../../errors.ts'

/**
 * Refuses forms that another site sent in a person's name. Forbidden `other_origin`. Browsers send a form's
 * origin in Sec-Fetch-Site, and without https only in Origin.
 */
export function requireSameOrigin(request: FastifyRequest, public_url: string): void {
  if (isSameOrigin(request, public_url)) return
  throw new Forbidden('other_origin.form')
}

/** Whether a form was submitted from one of our pages. */
export function isSameOrigin(request: FastifyRequest, public_url: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return isOurs(request.headers.origin, request.headers.host, public_url)
}

function isOurs(origin: string | undefined, host: string | undefined, public_url: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  const given = new URL(origin)
  return given.origin === new URL(public_url).origin || (host !== undefined && given.host === host)
}
