import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

const KEY_BYTES = 32
/** The purpose of the key. */
const TAG_KEY = 'folkmoot-urn-tag-v1'

/**
 * The key of the tags of a poll with receipts, from the poll's private key: it is destroyed with that one. A
 * tag made from the commitment alone would show, in old pages of the database's files, in which order the
 * published ballots were cast.
 */
export function tagKeyOf(private_key: Buffer): KeyObject {
  const bytes = Buffer.from(hkdfSync('sha256', private_key, Buffer.alloc(0), TAG_KEY, KEY_BYTES))
  const key = createSecretKey(bytes)
  bytes.fill(0)
  return key
}

/** The tag of the box with this commitment, 32 bytes: it looks random without the key. */
export function tagOf(key: KeyObject, c: Uint8Array): Buffer {
  return createHmac('sha256', key).update(c).digest()
}
