import { createHash } from 'node:crypto'

/** By what a reader who comes again tells whether something is new. */
export type Freshness = { etag: string; last_modified: string }

type Known = { etag: string; since: number }

const SECOND_MS = 1_000
const HASH_LENGTH = 27
/**
 * Addresses remembered; past it the ones that came first are forgotten, and their readers are sent everything
 * again.
 */
const MOST_KNOWN = 10_000

/**
 * Remembers since when each address has answered as it does, in this process's memory: what is taken away
 * must show as a change too, and nothing in what is left tells when it was. Dates are therefore to be
 * compared for equality: another process has its own, and one that comes back was given by this one for these
 * very bytes.
 */
export function freshness(clock: () => number = Date.now): (address: string, body: string) => Freshness {
  const known = new Map<string, Known>()
  return (address, body) => {
    // Weak: the same for what is sent compressed.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, HASH_LENGTH)}"`
    const before = known.get(address)
    if (before?.etag === etag) return shown(before)
    const now = Math.floor(clock() / SECOND_MS)
    // Two bodies within one second have different dates.
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

/** Whether the reader has this already (RFC 9110: a tag decides alone where there is one). */
export function isKnown(asked: Asked, { etag, last_modified }: Freshness): boolean {
  const tags = asked['if-none-match']
  if (tags === undefined) return asked['if-modified-since'] === last_modified
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === etag || `W/${tag}` === etag || tag === '*')
}
