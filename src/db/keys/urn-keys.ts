import { join } from 'node:path'
import type { Queryable } from '../sql.ts'

/**
 * Where the private keys of urns are stored, and the file of the service's secret. `folder`: as files in it,
 * outside all pages and logs of the database; null: as rows, encrypted with the secret.
 */
export type KeyPlace = { folder: string | null; secret_file: string }

/** Where they are stored with the bundled database: in its folder. */
export function keysBeside(
  data_dir: string,
  secret_file = join(data_dir, 'secret-key'),
): KeyPlace & { folder: string } {
  return { folder: join(data_dir, 'urn-keys'), secret_file }
}

/** A private key in a backup: encrypted with the service's secret, in hex. */
export type WrappedKey = { public_key: string; wrapped: string }

/** Stores the private keys of urns, each named by its public key in hex. */
export type UrnKeys = {
  /**
   * Creates a pair and returns its public key; the private one is stored when the caller's transaction
   * commits.
   */
  make(tx: Queryable): Promise<string>
  /** The private key; whoever asks wipes it after use. Null: it is missing, or unreadable. */
  find(on: Queryable, public_key: string): Promise<Buffer | null>
  /** Destroys the private key; does nothing when it is already gone. */
  destroy(on: Queryable, public_key: string): Promise<void>
  /** Destroys private keys that belong to none of the known polls. Returns how many. */
  sweep(on: Queryable, known: (public_keys: string[]) => Promise<string[]>): Promise<number>
  /** These private keys for a backup, without missing ones. */
  wrap(on: Queryable, public_keys: string[]): Promise<WrappedKey[]>
  /** Stores the keys of a backup, except those wrapped under another secret. */
  unwrap(tx: Queryable, wrapped: WrappedKey[]): Promise<void>
}
