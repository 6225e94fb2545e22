import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import { admitKey, type PresentedKey } from '../../keys/api-key.ts'
import { keyFacts } from '../../keys/key-facts.ts'
import { type BoundedCache, boundedCache, bytesOf } from '../../text/bounded-cache.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { pollFromJson } from '../poll-rows.ts'
import { type RulesRow, readRules } from './asked-reads.ts'
import type { RulesVersion } from './vote.ts'

/**
 * The rules for checking a vote, and their version: if they come from the cache, the cast compares the
 * version under its locks.
 */
export type VotingRules = { poll: Poll; options: PollOption[]; version: RulesVersion }

/** The same for a key that votes for others. */
export type KeyRules = VotingRules & { key: PresentedKey }

/** A poll to vote on, its options, and the key of the request. */
export type AskedPoll = { key: PresentedKey; rules: VotingRules | null }

type KeptKey = { key: PresentedKey; written: string }
type Kept = { polls: BoundedCache<VotingRules>; keys: BoundedCache<KeptKey> }

const POLLS_BYTES = 16 * 1024 * 1024
const KEYS_BYTES = 1024 * 1024
/** Size of a poll and a key without their texts. */
const AROUND_POLL = 2_000
const AROUND_KEY = 800

const kept = new WeakMap<Db['pool'], Kept>()

function keptOf({ pool }: Db): Kept {
  const known = kept.get(pool) ?? {
    polls: boundedCache<VotingRules>(POLLS_BYTES, sizeOf),
    keys: boundedCache<KeptKey>(KEYS_BYTES, ({ written }, hash) => AROUND_KEY + bytesOf(hash, written)),
  }
  kept.set(pool, known)
  return known
}

function sizeOf({ poll, options }: VotingRules): number {
  const named = options.reduce((sum, { name }) => sum + bytesOf(name), 0)
  return AROUND_POLL + bytesOf(poll.title, poll.details ?? '') + named
}

const read = batched(readRules, { most: 32, lanes: 1 })

/**
 * The current data for casting a ballot by the key with this hash. `rules` null: there is no such poll in the
 * key's group. Forbidden: the key may not be used.
 */
export async function loadAskedPoll(db: Db, hash: Buffer, ref: Ref): Promise<AskedPoll> {
  const row = await read(db, { hash, ref })
  const key = admitKey(keyFacts(row.key), row.now)
  const written = row.key_written ?? ''
  keptOf(db).keys.keep(hash.toString('hex'), { key, written })
  const rules = rulesOf(row)
  if (rules !== null) keepRules(db, rules)
  if (rules === null || rules.poll.group_id !== key.group_id) return { key, rules: null }
  return { key, rules: ofKey(rules, hash, written) }
}

/**
 * The same from the cache. Null: not cached, or too old, or the key could not vote on it even then. Anonymous
 * polls are never cached.
 */
export function keptForKey(db: Db, hash: Buffer, ref: Ref): KeyRules | null {
  const { keys, polls } = keptOf(db)
  const by = keys.get(hash.toString('hex'))
  const rules = polls.get(nameOf(ref))
  if (by === undefined || rules === undefined) return null
  if (rules.poll.group_id !== by.key.group_id || !by.key.permissions.includes('cast_ballots')) return null
  return { ...ofKey(rules, hash, by.written), key: by.key }
}

/** The cached rules for votes on the poll with this id. Null: not cached. */
export function keptRules(db: Db, id: number): VotingRules | null {
  return keptOf(db).polls.get(nameOf({ id })) ?? null
}

/**
 * Caches the rules of a poll. `version` may be older than the rules: then a vote by them is not cast, and all
 * is read again. Anonymous polls are not cached.
 */
export function keepRules(db: Db, rules: VotingRules): void {
  const { poll } = rules
  if (poll.anonymous) return
  const { polls } = keptOf(db)
  polls.keep(nameOf({ id: poll.id }), rules)
  polls.keep(nameOf({ key: poll.key }), rules)
}

function rulesOf({ poll: json, poll_written, options }: RulesRow): VotingRules | null {
  if (json === null || poll_written === null) return null
  return { poll: pollFromJson(json), options, version: { poll: poll_written, options: options.length } }
}

function ofKey(rules: VotingRules, hash: Buffer, written: string): VotingRules {
  return {
    ...rules,
    version: { ...rules.version, secret: `\\x${hash.toString('hex')}`, key: written },
  }
}

const nameOf = (ref: Ref) => ('id' in ref ? `id ${ref.id}` : `key ${ref.key}`)
