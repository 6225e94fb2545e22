import { createSecretKey, type KeyObject } from 'node:crypto'
import { agreedKey, encipher, makePair } from '../../db/keys/key-pair.ts'
import type { Scores } from '../ballots/ballot.ts'
import { BOX_KEY, packed } from './box.ts'

/** What closes boxes of one poll in this process. */
type Closer = { public_key: Buffer; key: KeyObject }

/** So many polls at once, and each anew after that: an agreement costs as much as ten boxes. */
const MOST_CLOSERS = 1_000
const closers = new Map<string, Closer>()

/**
 * Puts a ballot into a box that only the private half of the poll's key opens (`urn_key`: the public half, in
 * hex). The process's own half is thrown away at once; the key agreed on is kept until the poll is closed.
 */
export function closeBox(urn_key: string, scores: Scores): Buffer {
  const { public_key, key } = closers.get(urn_key) ?? makeCloser(urn_key)
  return Buffer.concat([public_key, encipher(key, packed(scores))])
}

function makeCloser(urn_key: string): Closer {
  const own = makePair()
  const bytes = agreedKey(
    { own: own.private_key, other: Buffer.from(urn_key, 'hex') },
    { salt: own.public_key, info: BOX_KEY },
  )
  // As an object: made out of bytes for each box, a key takes four times as long as closing it.
  const key = createSecretKey(bytes)
  bytes.fill(0)
  own.private_key.fill(0)
  const oldest = closers.keys().next().value
  if (closers.size >= MOST_CLOSERS && oldest !== undefined) forgetClosers([oldest])
  const closer = { public_key: own.public_key, key }
  closers.set(urn_key, closer)
  return closer
}

/** The polls, by their public halves, for which this process holds a key that opens its own boxes. */
export function heldClosers(): string[] {
  return [...closers.keys()]
}

/** Drops what this process holds for these polls; the library overwrites it. */
export function forgetClosers(urn_keys: string[]): void {
  for (const urn_key of urn_keys) closers.delete(urn_key)
}
