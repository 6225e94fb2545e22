import { createSecretKey, type KeyObject } from 'node:crypto'
import { agreedKey, encipher, makePair } from '../../db/keys/key-pair.ts'
import { BOX_KEY, type BoxedBallot, packed } from './box.ts'

/** This process's key for the boxes of one poll. */
type Closer = { public_key: Buffer; key: KeyObject; tag_key: KeyObject | null }

/** The most polls at once; beyond it keys are agreed again: that costs as much as ten boxes. */
const MOST_CLOSERS = 1_000
const closers = new Map<string, Closer>()

/**
 * Encrypts a ballot into a box that only the poll's private key opens (`urn_key`: the public one, in hex).
 * Discards the process's private key at once; keeps the agreed key until the poll is closed.
 */
export function closeBox(urn_key: string, ballot: BoxedBallot): Buffer {
  const { public_key, key } = closers.get(urn_key) ?? makeCloser(urn_key)
  return Buffer.concat([public_key, encipher(key, packed(ballot))])
}

function makeCloser(urn_key: string): Closer {
  const own = makePair()
  const bytes = agreedKey(
    { own: own.private_key, other: Buffer.from(urn_key, 'hex') },
    { salt: own.public_key, info: BOX_KEY },
  )
  // As an object: a key made from bytes for each box takes four times as long as encrypting it.
  const key = createSecretKey(bytes)
  bytes.fill(0)
  own.private_key.fill(0)
  const oldest = closers.keys().next().value
  if (closers.size >= MOST_CLOSERS && oldest !== undefined) forgetClosers([oldest])
  const closer = { public_key: own.public_key, key, tag_key: null }
  closers.set(urn_key, closer)
  return closer
}

/** The key of a poll's tags, if this process has it. */
export function heldTagKey(urn_key: string): KeyObject | null {
  return closers.get(urn_key)?.tag_key ?? null
}

/** Keeps the key of a poll's tags as long as those of its boxes. */
export function holdTagKey(urn_key: string, tag_key: KeyObject): KeyObject {
  const closer = closers.get(urn_key) ?? makeCloser(urn_key)
  closer.tag_key = tag_key
  return tag_key
}

/** The polls, by public key, for which this process has a key that opens its own boxes. */
export function heldClosers(): string[] {
  return [...closers.keys()]
}

/** Drops this process's keys for these polls; the library overwrites them. */
export function forgetClosers(urn_keys: string[]): void {
  for (const urn_key of urn_keys) closers.delete(urn_key)
}
