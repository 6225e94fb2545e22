import { manifestMessage, utf8 } from '@folkmoot/check'
import type { Db } from '../../db/db.ts'
import { sha256 } from '../../db/keys/sha256.ts'
import type { Signer, SigningKey } from '../../db/keys/signing-key.ts'
import type { Queryable } from '../../db/sql.ts'
import { type StoredHead, storeSignatures, unsignedHeads } from './heads-store.ts'
import { type StoredManifest, storeManifestSignature, unsignedManifests } from './manifests-store.ts'

/** Heads signed at once, and manifests. */
const MOST = 100

type Unsigned = Pick<StoredHead, 'poll_id' | 'closing' | 'manifest' | 'head'>

/** Signs a head and its manifest, if the key can be read; else `signHeads` does later. */
export async function signHead(tx: Queryable, signer: Signer, unsigned: Unsigned): Promise<void> {
  const key = await signer.key().catch(() => null)
  if (key !== null) await signWith(tx, key, unsigned)
}

/** Signs the manifest of a poll with receipts, if the key can be read; else `signHeads` does later. */
export async function signManifest(tx: Queryable, signer: Signer, opened: Opened): Promise<void> {
  const key = await signer.key().catch(() => null)
  if (key !== null) await signOpened(tx, key, opened)
}

/**
 * Signs the heads and manifests that were written while the key could not be read. Throws while it still
 * cannot.
 */
export async function signHeads({ pool, signer }: Db): Promise<void> {
  const heads = await unsignedHeads(pool, MOST)
  const manifests = await unsignedManifests(pool, MOST)
  if (heads.length + manifests.length === 0) return
  const key = await signer.key()
  for (const opened of manifests) await signOpened(pool, key, opened)
  for (const head of heads) await signWith(pool, key, head)
}

type Opened = Pick<StoredManifest, 'poll_id' | 'manifest'>

function signOpened(db: Queryable, { public_key, sign }: SigningKey, { poll_id, manifest }: Opened) {
  return storeManifestSignature(db, {
    poll_id,
    public_key: public_key.toString('hex'),
    signature: sign(manifestMessage(sha256(utf8(manifest)))),
  })
}

function signWith(db: Queryable, { public_key, sign }: SigningKey, head: Unsigned): Promise<void> {
  return storeSignatures(db, head, {
    public_key: public_key.toString('hex'),
    manifest_signature: sign(manifestMessage(sha256(utf8(head.manifest)))),
    head_signature: sign(utf8(head.head)),
  })
}
