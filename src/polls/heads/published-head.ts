import { base64, fingerprint, writeNote } from '@folkmoot/check'
import { sha256 } from '../../db/keys/sha256.ts'
import { verifierKeyOf } from '../../db/keys/verifier-key.ts'
import type { StoredHead } from './heads-store.ts'

/** The head of a closing as it is published. What a signature is needed for is null until there is one. */
export type PublishedHead = {
  closing: number
  /** The signed note. */
  head: string | null
  /** The public key as programs for signed notes take it. */
  key: string | null
  /** The question and the rules, as canonical JSON, and the signature of its hash, in base64. */
  manifest: string
  manifest_signature: string | null
  /** The beginning of the manifest's hash, to compare. */
  fingerprint: string
}

/** A head as it is published, under the name of the host that the service had then. */
export function publishedHead(stored: StoredHead): PublishedHead {
  const { closing, manifest, public_key, manifest_signature, head_signature } = stored
  const unsigned = { closing, manifest, fingerprint: fingerprintOf(stored) }
  if (public_key === null || manifest_signature === null || head_signature === null)
    return { ...unsigned, head: null, key: null, manifest_signature: null }
  const name = signerOf(stored.head)
  const signed = { name, key: Buffer.from(public_key, 'hex'), signature: head_signature }
  return {
    ...unsigned,
    head: writeNote(sha256, stored.head, signed),
    key: verifierKeyOf(name, public_key),
    manifest_signature: base64(manifest_signature),
  }
}

/** The name of who signed a head: the host in its first line. The service may have another address now. */
export function signerOf(head: string): string {
  return head.slice(0, head.indexOf('/p/'))
}

/** What people compare: the beginning of the manifest's hash. */
export function fingerprintOf({ manifest }: Pick<StoredHead, 'manifest'>): string {
  return fingerprint(sha256(Buffer.from(manifest)))
}
