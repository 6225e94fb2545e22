import type { FastifyReply } from 'fastify'
import type { Exchange } from '../api/exchange.ts'
import type { Db } from '../db/db.ts'
import { asJson } from '../http/json-text.ts'
import { type LoadedPoll, loadPollForKey } from '../polls/load-poll.ts'
import type { PollStamp } from '../polls/stamps/load-poll-stamp.ts'
import { type BoundedCache, boundedCache, bytesOf, unpooled } from '../text/bounded-cache.ts'
import { tagOf, tellTag } from './etags.ts'

/**
 * A cache of responses about polls. Each entry has the stamp that was read before it was made, so it is never
 * older than its stamp, and is sent while the database still has that stamp. The group's part is cached
 * separately: it changes with every new poll.
 */

/** A cached response. Its bytes between `from` and `to` are about the group. */
type Kept = Pick<PollStamp, 'poll' | 'group'> & {
  version: string
  tag: string
  body: Buffer
  from: number
  to: number
}

type KeptGroup = { stamp: string; bytes: Buffer }
type Shelf = {
  answers: BoundedCache<Kept>
  groups: BoundedCache<KeptGroup>
  /** Responses that are being made, by what they bring: themselves and the group's part. */
  making: Map<string, Promise<unknown>>
}

/** The names of a response and of its group's part. */
type Places = { answer: string; group: string }

const ANSWERS_BYTES = 24 * 1024 * 1024
const GROUPS_BYTES = 2 * 1024 * 1024
/** The buffer without its bytes, and the position of the group's part. */
const BUFFER_BYTES = 200

const shelves = new WeakMap<Db['pool'], Shelf>()

/** Different responses about a poll have different names. `version`: of the record, for If-Match. */
type Answer = {
  name: string
  version?: (loaded: LoadedPoll) => string
  present: (loaded: LoadedPoll) => object | Promise<object>
}

/**
 * The response about the poll with this stamp: the cached one, or the result of `present`. The request's key
 * was already checked when the stamp was read.
 */
export async function answerKept(
  { db, request, reply, found }: Exchange & { db: Db; found: PollStamp },
  { name, version = () => '', present }: Answer,
): Promise<Buffer> {
  const shelf = shelfOf(db)
  const places = { answer: `${name} ${found.id}`, group: `${name} ${found.group_id}` }
  const known = find(shelf, places, found)
  if (known !== null) return tell(reply, known)
  const make = async () => {
    const loaded = await loadPollForKey(db, request.keyHash, { id: found.id })
    const body = unpooled(Buffer.from(String(reply.serialize(await present(loaded)))))
    return keepable(found, { body, version: version(loaded) })
  }
  const made = found.is_closing ? await make() : await makeOnce(shelf, { places, stamp: found }, make)
  return tell(reply, made)
}

function tell(reply: FastifyReply, { tag, body }: Kept): Buffer {
  tellTag(reply, tag)
  return asJson(reply, body)
}

function shelfOf({ pool }: Db): Shelf {
  const shelf = shelves.get(pool) ?? {
    answers: boundedCache<Kept>(
      ANSWERS_BYTES,
      ({ body, poll, group, version, tag }, place) =>
        body.length + BUFFER_BYTES + bytesOf(place, poll, group, version, tag),
    ),
    groups: boundedCache<KeptGroup>(
      GROUPS_BYTES,
      ({ bytes, stamp }, place) => bytes.length + BUFFER_BYTES + bytesOf(place, stamp),
    ),
    making: new Map<string, Promise<unknown>>(),
  }
  shelves.set(pool, shelf)
  return shelf
}

/**
 * The result of `make`, cached. It waits for another request that is making the same response or, if only the
 * group has changed, the group's part: after a change, each response is made once, and the group's part not
 * for each poll that is shown.
 */
async function makeOnce(
  shelf: Shelf,
  { places, stamp }: { places: Places; stamp: PollStamp },
  make: () => Promise<Kept>,
): Promise<Kept> {
  const group_now = `${places.group} ${stamp.group}`
  const answer_now = `${places.answer} ${stamp.poll} of ${group_now}`
  const needs_group = shelf.answers.get(places.answer)?.poll === stamp.poll
  const other = shelf.making.get(answer_now) ?? (needs_group ? shelf.making.get(group_now) : undefined)
  // No wait without another: all requests of this turn would make it.
  if (other !== undefined) {
    await other
    const brought = find(shelf, places, stamp)
    if (brought !== null) return brought
  }
  const made = make().then((one) => keep(shelf, places, one))
  return whileMaking(shelf, [answer_now, group_now], made)
}

/** The response, which others wait for under these names meanwhile. */
async function whileMaking(shelf: Shelf, names: string[], made: Promise<Kept>): Promise<Kept> {
  const brings = names.filter((name) => !shelf.making.has(name))
  // If it fails, those who wait make their own.
  const ended = made.catch(() => null)
  for (const name of brings) shelf.making.set(name, ended)
  try {
    return await made
  } finally {
    for (const name of brings) shelf.making.delete(name)
  }
}

function keep(shelf: Shelf, places: Places, made: Kept): Kept {
  const { body, from, to, group } = made
  shelf.groups.keep(places.group, { stamp: group, bytes: unpooled(body.subarray(from, to)) })
  return shelf.answers.keep(places.answer, made)
}

/** The cached response with this stamp, with the group as it is now. Null: none. */
function find(shelf: Shelf, places: Places, stamp: PollStamp): Kept | null {
  const kept = shelf.answers.get(places.answer)
  if (stamp.is_closing || kept?.poll !== stamp.poll) return null
  if (kept.group === stamp.group) return kept
  const group = shelf.groups.get(places.group)
  if (group?.stamp !== stamp.group) return null
  return shelf.answers.keep(places.answer, withGroup(kept, group))
}

function withGroup({ body, from, to, ...kept }: Kept, { stamp, bytes }: KeptGroup): Kept {
  const whole = unpooled(Buffer.concat([body.subarray(0, from), bytes, body.subarray(to)]))
  const tag = tagOf(kept.version, whole)
  return { ...kept, group: stamp, tag, body: whole, from, to: from + bytes.length }
}

function keepable({ poll, group }: PollStamp, { body, version }: Pick<Kept, 'body' | 'version'>): Kept {
  return { poll, group, version, tag: tagOf(version, body), body, ...placeOfGroup(body) }
}

/**
 * The position of the group's bytes; none if the response has no group. In JSON only the name of a field
 * looks like these: a quotation mark in a text has a backslash before it.
 */
function placeOfGroup(body: Buffer): Pick<Kept, 'from' | 'to'> {
  const from = body.indexOf('"groups":[')
  return from === -1
    ? { from: body.length, to: body.length }
    : { from, to: body.indexOf('"memberships":[', from) }
}
