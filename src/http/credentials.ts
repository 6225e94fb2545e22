import type { FastifyRequest } from 'fastify'
import { Forbidden, Malformed } from '../errors.ts'
import { hashToken } from '../users/secret.ts'
import type { Body, Fields } from './forms.ts'
import { readUrlencoded } from './forms.ts'

const MAX_KEY_LENGTH = 200

/**
 * The SHA-256 of a request's API key: from `Authorization: Bearer KEY`, the body, or the query. Forbidden
 * `api_key_missing`: none, or blank; Malformed `api_key_conflict`: two different ones.
 */
export function presentedKey(request: FastifyRequest): Buffer {
  const keys = [
    bearer(request.headers.authorization) ?? '',
    ...keysIn(bodyOf(request).fields),
    ...keysIn(queryOf(request)),
  ]
  const given = new Set(keys.filter((key) => key !== ''))
  const [key] = given
  if (given.size > 1) throw new Malformed('api_key_conflict.two')
  if (key === undefined) throw noKey(request, 'api_key_missing.anywhere')
  return hashOf(key)
}

/** The API key from `Authorization: Bearer KEY`, and its SHA-256. Forbidden `api_key_missing`. */
export function bearerKey(request: FastifyRequest): { key: string; hash: Buffer } {
  const key = bearer(request.headers.authorization)
  if (key === null) throw noKey(request, 'api_key_missing.header')
  return { key, hash: hashOf(key) }
}

/** `unsent`: the code if there is no Authorization header at all. */
function noKey({ headers }: FastifyRequest, unsent: 'api_key_missing.anywhere' | 'api_key_missing.header') {
  return new Forbidden((headers.authorization ?? '').trim() === '' ? unsent : 'api_key_missing.scheme')
}

function hashOf(key: string): Buffer {
  return hashToken(key.slice(0, MAX_KEY_LENGTH))
}

/** The request's body; a request without one has no fields. */
export function bodyOf(request: FastifyRequest): Body {
  return (request.body as Body | null | undefined) ?? { encoding: 'form', fields: {} }
}

/** The fields of the query. Malformed when it is unreadable. */
export function queryOf(request: FastifyRequest): Fields {
  // Requests to addresses that do not exist have none.
  const { text = '' } = request.query as { text?: string }
  return text === '' ? {} : readUrlencoded(text).fields
}

/** The token of a header `Bearer KEY`, the scheme in any case. Null: none. */
export function bearer(header: string | undefined): string | null {
  // Each part of the pattern begins where the one before must end: a long header takes one pass.
  const match = /^Bearer[ \t]+([^ \t]+)[ \t]*$/i.exec(header ?? '')
  return match?.[1] ?? null
}

/** A repeated field contains two keys. A value that is not text is a key that nobody has. */
function keysIn(fields: Fields): string[] {
  const given = fields['api_key'] ?? []
  return (Array.isArray(given) ? given : [given]).map((key) =>
    typeof key === 'string' ? key.trim() : JSON.stringify(key),
  )
}
