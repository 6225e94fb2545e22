import { createHash } from 'node:crypto'

/** The validators of conditional requests. */
export type Freshness = { etag: string; last_modified: string }

type Known = { etag: string; since: number }

const SECOND_MS = 1_000
const HASH_LENGTH = 27
/**
 * The number of cached URLs; beyond it the oldest are evicted, and their readers get full responses again.
 */
const MOST_KNOWN = 10_000

/**
 * Remembers in this process's memory since when each URL has had its current content: a removed record must
 * show as a change too, and the remaining rows do not say when it was removed. So dates are compared for
 * equality: other processes have other dates, and a date sent back to us was issued for exactly these bytes.
 */
export function freshness(clock: () => number = Date.now): (address: string, body: string) => Freshness {
  const known = new Map<string, Known>()
  return (address, body) => {
    // Weak: the same for compressed responses.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, HASH_LENGTH)}"`
    const before = known.get(address)
    if (before?.etag === etag) return shown(before)
    const now = Math.floor(clock() / SECOND_MS)
    // Two bodies within one second get different dates.
    const found = { etag, since: Math.max(now, (before?.since ?? 0) + 1) }
    known.delete(address)
    known.set(address, found)
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? '')
    return shown(found)
  }
}

function shown({ etag, since }: Known): Freshness {
  return { etag, last_modified: new Date(since * SECOND_MS).toUTCString() }
}

type Asked = { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined }

/** Whether the reader has the current version (RFC 9110: if there is a tag, only the tag counts). */
export function isKnown(asked: Asked, { etag, last_modified }: Freshness): boolean {
  const tags = asked['if-none-match']
  if (tags === undefined) return asked['if-modified-since'] === last_modified
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === etag || `W/${tag}` === etag || tag === '*')
}
