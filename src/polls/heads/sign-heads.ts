import { manifestMessage, utf8 } from '@folkmoot/check'
import type { Db } from '../../db/db.ts'
import { sha256 } from '../../db/keys/sha256.ts'
import type { Signer, SigningKey } from '../../db/keys/signing-key.ts'
import type { Queryable } from '../../db/sql.ts'
import { type StoredHead, storeSignatures, unsignedHeads } from './heads-store.ts'

const MOST_HEADS = 100

type Unsigned = Pick<StoredHead, 'poll_id' | 'closing' | 'manifest' | 'head'>

/** Signs a head and its manifest, if the key can be read; else `signHeads` does later. */
export async function signHead(tx: Queryable, signer: Signer, unsigned: Unsigned): Promise<void> {
  const key = await signer.key().catch(() => null)
  if (key !== null) await signWith(tx, key, unsigned)
}

/** Signs the heads that were written while the key could not be read. Throws while it still cannot. */
export async function signHeads({ pool, signer }: Db): Promise<void> {
  const unsigned = await unsignedHeads(pool, MOST_HEADS)
  if (unsigned.length === 0) return
  const key = await signer.key()
  for (const head of unsigned) await signWith(pool, key, head)
}

function signWith(db: Queryable, { public_key, sign }: SigningKey, head: Unsigned): Promise<void> {
  return storeSignatures(db, head, {
    public_key: public_key.toString('hex'),
    manifest_signature: sign(manifestMessage(sha256(utf8(head.manifest)))),
    head_signature: sign(utf8(head.head)),
  })
}
