import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

/** The manifest of a poll with receipts, as voting began. Signature and key are null while unsigned. */
export type StoredManifest = {
  poll_id: number
  manifest: string
  /** Hex. */
  public_key: string | null
  signature: Buffer | null
}

const MANIFEST_ROW = {
  poll_id: is.integer,
  manifest: is.text,
  public_key: is.nullable(is.text),
  signature: is.nullable(is.bytes),
}

const insert = sql<{ poll_id: number; manifest: string }>(
  'manifests.insert',
  'insert into poll_manifests (poll_id, manifest) values (:poll_id, :manifest)',
)

const sign = sql<{ poll_id: number; public_key: string; signature: Buffer }>(
  'manifests.sign',
  `update poll_manifests set public_key = :public_key, signature = :signature
   where poll_id = :poll_id and public_key is null`,
)

const ofPoll = sql<{ poll_id: number }, StoredManifest>(
  'manifests.of_poll',
  'select poll_id, manifest, public_key, signature from poll_manifests where poll_id = :poll_id',
  MANIFEST_ROW,
)

const unsigned = sql<{ most: number }, StoredManifest>(
  'manifests.unsigned',
  `select poll_id, manifest, public_key, signature from poll_manifests
   where public_key is null order by poll_id limit :most`,
  MANIFEST_ROW,
)

export async function insertManifest(
  tx: Queryable,
  manifest: Pick<StoredManifest, 'poll_id' | 'manifest'>,
): Promise<void> {
  await insert.run(tx, manifest)
}

/** Stores the signature of a manifest; one that it has stays. */
export async function storeManifestSignature(
  db: Queryable,
  signed: { poll_id: number; public_key: string; signature: Buffer },
): Promise<void> {
  await sign.run(db, signed)
}

/** The manifest of a poll with receipts. Null: it has not opened, or gives none. */
export async function manifestOfPoll(db: Queryable, poll_id: number): Promise<StoredManifest | null> {
  return (await ofPoll.first(db, { poll_id })) ?? null
}

/** Manifests that wait for their signatures. */
export function unsignedManifests(db: Queryable, most: number): Promise<StoredManifest[]> {
  return unsigned.all(db, { most })
}
