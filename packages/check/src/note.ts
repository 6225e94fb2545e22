import { base64, fromBase64, hex, joined, type Sha256, utf8 } from './bytes.ts'

/**
 * Signed notes (c2sp.org/signed-note): a text that ends with a line break, an empty line, and a line for each
 * signature, "— NAME BASE64", of the key's short id and the signature.
 */

/** The type of Ed25519 keys in the id of a key. */
const ED25519 = Uint8Array.of(1)
const ID_BYTES = 4
const SIGNATURE_BYTES = 64
const KEY_BYTES = 32

/** The signer: a name without spaces and "+", and the public Ed25519 key, 32 bytes. */
export type Signer = { name: string; key: Uint8Array }

/** A note as it was read; `id`: the short id of the key of its signature. */
export type Note = { text: string; name: string; id: Uint8Array; signature: Uint8Array }

/** The short id of a key: the first four bytes of a hash of its name and itself. */
export function keyId(sha256: Sha256, { name, key }: Signer): Uint8Array {
  return sha256(joined(utf8(`${name}\n`), ED25519, key)).slice(0, ID_BYTES)
}

/** The key as other programs for signed notes take it: name, id and key in one text. */
export function verifierKey(sha256: Sha256, signer: Signer): string {
  return `${signer.name}+${hex(keyId(sha256, signer))}+${base64(joined(ED25519, signer.key))}`
}

/** The key in a text that `verifierKey` made. Null: it is none. */
export function readVerifierKey(sha256: Sha256, text: string): Signer | null {
  const [, name = '', encoded = ''] = /^([^+ ]+)\+[0-9a-f]{8}\+(.+)$/.exec(text.trim()) ?? []
  const bytes = fromBase64(encoded)
  if (bytes === null || bytes.length !== KEY_BYTES + 1 || bytes[0] !== ED25519[0]) return null
  const signer = { name, key: bytes.slice(1) }
  return verifierKey(sha256, signer) === text.trim() ? signer : null
}

/** A note with its signature over the bytes of `text`, which ends with a line break. */
export function writeNote(sha256: Sha256, text: string, signed: Signer & { signature: Uint8Array }): string {
  return `${text}\n— ${signed.name} ${base64(joined(keyId(sha256, signed), signed.signature))}\n`
}

/** Reads a note with one signature. Null: it is none. */
export function readNote(note: string): Note | null {
  const at = note.lastIndexOf('\n\n')
  if (at < 0) return null
  const line = /^— ([^ +\n]+) ([A-Za-z0-9+/=]+)\n$/.exec(note.slice(at + 2))
  const bytes = fromBase64(line?.[2] ?? '')
  if (line === null || bytes === null || bytes.length !== ID_BYTES + SIGNATURE_BYTES) return null
  return {
    text: note.slice(0, at + 1),
    name: line[1] ?? '',
    id: bytes.slice(0, ID_BYTES),
    signature: bytes.slice(ID_BYTES),
  }
}
