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
 * Every answer to a GET bears an ETag, `"VERSION.CONTENT"`. CONTENT is a hash of all that the answer says:
 * If-None-Match answers 304 while that is the same. VERSION is a hash of what may be edited about the record:
 * If-Match compares no more, so that a vote cast, or the group's numbers moving on, is no reason to refuse an
 * edit.
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
  )
export const discussionVersion = ({ versions_count, closed_at }: Discussion) =>
  version(versions_count, closed_at)
export const commentVersion = ({ body, edited_at, deleted_at }: Comment) =>
  version(body, edited_at, deleted_at)
export const membershipVersion = ({ admin, title, accepted_at }: Membership) =>
  version(admin, title, accepted_at)

export const webhookVersion = ({ updated_at, disabled_at }: Webhook) => version(updated_at, disabled_at)

/** The tag of an answer that says this about a record of this version. */
export const tagOf = (of_record: string, content: string | Buffer) => `${of_record}.${hash(content)}`

/** States the tag of an answer that is known already. */
export function tellTag(reply: FastifyReply, tag: string): void {
  reply.header('etag', `"${tag}"`)
}

/** States which version of a record the answer is about. */
export function tellVersion(reply: FastifyReply, of_record: string): void {
  reply.header('etag', of_record)
}

/** Conflict `precondition_failed`: If-Match names another version than the present one. */
export function requireMatch(request: FastifyRequest, present: string): void {
  const wanted = request.headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  if (tagsOf(wanted).some((tag) => tag.split('.', 1)[0] === present)) return
  throw changedSinceRead()
}

/** The same for the poll with this id, which is locked, and looked at only where If-Match is sent. */
export async function requirePollMatch(tx: Queryable, request: FastifyRequest, id: number): Promise<void> {
  if (request.headers['if-match'] === undefined) return
  requireMatch(request, pollVersion(await loadPollForKey(tx, request.keyHash, { id, ballots: false })))
}

/**
 * The same for a poll that is locked later: what must still be so then. Undefined: If-Match asks for nothing.
 */
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

/** Gives the answers of these routes their ETags, and answers 304 where the reader has the same already. */
export function etags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const told = reply.getHeader('etag')
    const isRead = request.method === 'GET'
    // What was told before a refusal is no version of the refusal.
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

/** A tag that was told, and not only a version. */
function knownTag(told: OutgoingHttpHeader | undefined): string | null {
  return typeof told === 'string' && told.startsWith('"') ? told.slice(1, -1) : null
}

/** The tags of a list. Proxies that compress weaken tags: `W/` makes no difference here. */
function tagsOf(header: string): string[] {
  return [...header.matchAll(/"([^"]*)"/g)].map(([, tag = '']) => tag)
}
