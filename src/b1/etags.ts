import * as crypto from 'node:crypto'
import type { OutgoingHttpHeader } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import type { Comment } from '../discussions/comments/comment.ts'
import type { Discussion } from '../discussions/discussion.ts'
import { changedSinceRead } from '../errors.ts'
import type { Membership } from '../groups/group.ts'
import type { CastConditions } from '../polls/ballots/cast-ballot.ts'
import { type LoadedPoll, loadPollForKey } from '../polls/load-poll.ts'
import { pollState } from '../polls/poll.ts'
import type { Webhook } from '../webhooks/webhook.ts'

/**
 * Every response to a GET has an ETag, `"VERSION.CONTENT"`. CONTENT is a hash of the whole response:
 * If-None-Match gives 304 while it is the same. VERSION is a hash of the record's editable fields: If-Match
 * compares only that, so a cast vote, or changed counts of the group, do not prevent an edit.
 */

const HASH_CHARACTERS = 16

const hash = (content: string | Buffer) =>
  crypto.hash('sha256', content, 'base64url').slice(0, HASH_CHARACTERS)
const version = (...facts: unknown[]) => hash(JSON.stringify(facts))

export const pollVersion = ({ poll, options, outcome, now }: LoadedPoll) =>
  version(
    poll.version,
    pollState(poll, now).is,
    options.map(({ id }) => id),
    outcome?.outcome.id,
    ...poll.tags.map(({ id }) => id),
  )
export const discussionVersion = ({ versions_count, closed_at, tags }: Discussion) =>
  version(versions_count, closed_at, ...tags.map(({ id }) => id))
export const commentVersion = ({ body, edited_at, deleted_at }: Comment) =>
  version(body, edited_at, deleted_at)
export const membershipVersion = ({ admin, title, accepted_at }: Membership) =>
  version(admin, title, accepted_at)

export const webhookVersion = ({ updated_at, disabled_at }: Webhook) => version(updated_at, disabled_at)

/** The tag of a response with this content about a record of this version. */
export const tagOf = (of_record: string, content: string | Buffer) => `${of_record}.${hash(content)}`

/** Sets the tag of a response that is already known. */
export function tellTag(reply: FastifyReply, tag: string): void {
  reply.header('etag', `"${tag}"`)
}

/** Sets the record's version for the response. */
export function tellVersion(reply: FastifyReply, of_record: string): void {
  reply.header('etag', of_record)
}

/** Conflict `precondition_failed`: If-Match names another version than the current one. */
export function requireMatch(request: FastifyRequest, present: string): void {
  const wanted = request.headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  if (tagsOf(wanted).some((tag) => tag.split('.', 1)[0] === present)) return
  throw changedSinceRead()
}

/** The same for the poll with this id, which is locked, and read only if If-Match is sent. */
export async function requirePollMatch(tx: Queryable, request: FastifyRequest, id: number): Promise<void> {
  if (request.headers['if-match'] === undefined) return
  requireMatch(request, pollVersion(await loadPollForKey(tx, request.keyHash, { id, ballots: false })))
}

/** The same for a poll that is locked later: the conditions to check then. Undefined: no If-Match. */
export async function pollAsMatched(
  db: Db,
  request: FastifyRequest,
  id: number,
): Promise<CastConditions['as_read']> {
  const wanted = request.headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return undefined
  const loaded = await loadPollForKey(db, request.keyHash, { id, ballots: false })
  requireMatch(request, pollVersion(loaded))
  return {
    version: loaded.poll.version,
    option_ids: loaded.options.map((option) => option.id).sort((one, other) => one - other),
  }
}

/** Adds ETags to the responses of these routes, and answers 304 if the client has the same already. */
export function etags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const told = reply.getHeader('etag')
    const isRead = request.method === 'GET'
    // A tag set before a refusal is not the refusal's.
    if (reply.statusCode !== 200) reply.removeHeader('etag')
    if (reply.statusCode !== 200 || !(isRead || told !== undefined)) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const tag = knownTag(told) ?? tagOf(`${told ?? ''}`, payload)
    tellTag(reply, tag)
    const known = request.headers['if-none-match']
    if (!isRead || known === undefined) return payload
    if (known.trim() !== '*' && !tagsOf(known).includes(tag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return ''
  })
}

/** A complete tag, not only a version. */
function knownTag(told: OutgoingHttpHeader | undefined): string | null {
  return typeof told === 'string' && told.startsWith('"') ? told.slice(1, -1) : null
}

/** The tags of a list. Proxies that compress weaken tags: we ignore `W/`. */
function tagsOf(header: string): string[] {
  return [...header.matchAll(/"([^"]*)"/g)].map(([, tag = '']) => tag)
}
