import { agreedKey, unwrapKey } from '../../src/db/keys/key-pair.ts'
import { BOX_KEY, PUBLIC_BYTES } from '../../src/polls/urn/box.ts'
import type { Remains } from './folder.ts'
import { type Pattern, searcher } from './search.ts'
import { boxesIn, type Public } from './sightings.ts'

/** Keys in files: raw, as text, or encrypted with the secret of the service. */

export type LostKey = { poll: Pick<Public, 'poll_id'>; private_key: Buffer }

/** Where a poll's private key, or a key derived from it, is in the files in any form. */
export function keyTraces(remains: Remains, keys: LostKey[]): string[] {
  const find = searcher(
    keys.flatMap((key) => [key.private_key, ...agreedKeys(remains, key)]).flatMap(formsOfKey),
  )
  const found = new Set<string>()
  for (const { name, content } of remains.files)
    for (const { means } of find(content)) found.add(`${means} in ${name}`)
  for (const { bytes, file } of remains.rows)
    for (const { means } of find(bytes)) found.add(`${means} in ${file}`)
  return [...found]
}

/** The keys that decrypt the boxes of a poll. */
function agreedKeys({ rows }: Remains, { poll, private_key }: LostKey): Buffer[] {
  const publics = boxesIn(rows, poll).map(({ box }) => box.subarray(0, PUBLIC_BYTES).toString('hex'))
  return [...new Set(publics)].map((hex) => {
    const other = Buffer.from(hex, 'hex')
    return agreedKey({ own: private_key, other }, { salt: other, info: BOX_KEY })
  })
}

function formsOfKey(key: Buffer): Pattern<string>[] {
  return [
    { bytes: key, means: 'key' },
    // Our own byte order, and the reverse one of some libraries.
    { bytes: Buffer.from(key).reverse(), means: 'key backwards' },
    ...(['hex', 'base64', 'base64url'] as const).map((form) => ({
      // Without the last characters, which depend on the following bytes.
      bytes: Buffer.from(key.toString(form).slice(0, 40)),
      means: `key in ${form}`,
    })),
  ]
}

const WRAPPED_BYTES = 60

/**
 * Private keys that this secret decrypts from wrapped ones: rows with the public key, and the bytes after it.
 */
export function unwrapped({ rows }: Remains, urn_key: string, secret: Buffer): Buffer[] {
  const name = Buffer.from(urn_key)
  return rows.flatMap(({ bytes }) => {
    const at = bytes.indexOf(name)
    // One byte contains the length of the wrapped key.
    const start = at + name.length + 1
    if (at < 0 || bytes.length < start + WRAPPED_BYTES) return []
    const key = unwrapKey(secret, Buffer.from(urn_key, 'hex'), bytes.subarray(start, start + WRAPPED_BYTES))
    return key === null ? [] : [key]
  })
}
