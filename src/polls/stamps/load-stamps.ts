import type { Db } from '../../db/db.ts'
import { jsonReader } from '../../db/json-rows.ts'
import { present } from '../../db/snapshot.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import type { PresentedKey } from '../../keys/api-key.ts'
import { keyFacts } from '../../keys/key-facts.ts'
import { type BoundedCache, boundedCache, bytesOf } from '../../text/bounded-cache.ts'
import { type Ask, GROUP_STAMP_ROW, type GroupStamp, readStamps, type StampRow } from './poll-stamp-reads.ts'

/**
 * Caches stamps as long as the database has the snapshot under which they were read: requesting its name is
 * much cheaper than reading them. During constant changes that would be wasted: we request it only after two
 * reads in a row saw the same snapshot.
 */

type Holder = { key: PresentedKey; group: GroupStamp }
type Found = { id: number; group_id: number; poll: string; closing_at: Date | null }

/** `holder` null: there is no such key; `found`: no such poll. */
export type Stamp = { now: Date; holder: Holder | null; found: Found | null }

type KeptHolder = Holder & { read_at: Date }
type Known = { holder: KeptHolder; found: Found }
type Kept = { snapshot: string; holders: BoundedCache<KeptHolder>; polls: BoundedCache<Found> }
type Memory = { last: string | null; kept: Kept | null }

const POLLS_BYTES = 8 * 1024 * 1024
const HOLDERS_BYTES = 1024 * 1024
/** Size without their texts. */
const AROUND_POLL = 200
const AROUND_HOLDER = 1_000

const memories = new WeakMap<Db['pool'], Memory>()

/**
 * Clears everything whenever a connection opens, so that each connection that reads a snapshot existed when
 * the stamps were read: its server has not crashed since.
 */
function memoryOf(pool: Db['pool']): Memory {
  const known = memories.get(pool)
  if (known !== undefined) return known
  const memory = { last: null, kept: null }
  memories.set(pool, memory)
  pool.once('connect', () => memories.delete(pool))
  return memory
}

/** For each ask, in order, the current stamp. */
export async function loadStamps({ pool }: Db, asks: Ask[]): Promise<Stamp[]> {
  const memory = memoryOf(pool)
  const { kept } = memory
  const known = asks.map((ask) => find(kept, ask))
  if (kept === null || known.every((one) => one === null)) return readAnew(pool, asks)
  const { now, snapshot } = await present.one(pool, {})
  if (snapshot !== kept.snapshot || memory !== memories.get(pool)) {
    memory.kept = null
    return readAnew(pool, asks)
  }
  const stamps = known.map((one) => (one !== null && isTimely(one.holder, now) ? { ...one, now } : null))
  const missing = asks.filter((_, place) => stamps[place] === null)
  const read = missing.length === 0 ? [] : await readAnew(pool, missing)
  return stamps.map((stamp) => stamp ?? (read.shift() as Stamp))
}

function find(kept: Kept | null, { hash, ref }: Ask): Known | null {
  const holder = kept?.holders.get(nameOfKey(hash))
  const found = kept?.polls.get(nameOf(ref))
  return holder === undefined || found === undefined ? null : { holder, found }
}

/** No deadline of the group's stamp has passed. Clocks may also be set back. */
function isTimely({ read_at, group: { next_due } }: KeptHolder, now: Date): boolean {
  return now > read_at && (next_due === null || now < next_due)
}

async function readAnew(pool: Db['pool'], asks: Ask[]): Promise<Stamp[]> {
  const memory = memoryOf(pool)
  const rows = await readStamps(pool, asks)
  const kept = keptUnder(memory, rows[0]?.snapshot ?? null)
  const stamps = rows.map(stampFrom)
  if (kept !== null) for (const [place, ask] of asks.entries()) keep(kept, ask, stamps[place])
  return stamps
}

/** Where to cache the result of this snapshot; null: nowhere, as the read before saw another. */
function keptUnder(memory: Memory, snapshot: string | null): Kept | null {
  if (snapshot === null || memory.kept?.snapshot !== snapshot) memory.kept = null
  if (snapshot !== null && snapshot === memory.last) memory.kept ??= emptyUnder(snapshot)
  memory.last = snapshot
  return memory.kept
}

function emptyUnder(snapshot: string): Kept {
  return {
    snapshot,
    holders: boundedCache<KeptHolder>(
      HOLDERS_BYTES,
      ({ key, group }, hash) => AROUND_HOLDER + bytesOf(hash, key.name, group.stamp),
    ),
    polls: boundedCache<Found>(POLLS_BYTES, ({ poll }, name) => AROUND_POLL + bytesOf(name, poll)),
  }
}

function keep({ holders, polls }: Kept, { hash, ref }: Ask, stamp: Stamp | undefined): void {
  if (stamp === undefined) return
  const { now, holder, found } = stamp
  if (holder !== null) holders.keep(nameOfKey(hash), { ...holder, read_at: now })
  if (found !== null) polls.keep(nameOf(ref), found)
}

const groupStamp = jsonReader(GROUP_STAMP_ROW)

function stampFrom({ now, key: json, group, id, group_id, poll, closing_at }: StampRow): Stamp {
  const key = keyFacts(json)
  return {
    now,
    holder: key === null || group === null ? null : { key, group: groupStamp(group) },
    found: id === null || group_id === null || poll === null ? null : { id, group_id, poll, closing_at },
  }
}

const nameOfKey = (hash: Buffer) => hash.toString('base64')
const nameOf = (ref: Ref) => ('id' in ref ? `id ${ref.id}` : `key ${ref.key}`)
