import { join } from 'node:path'
import type { Queryable } from '../sql.ts'

/**
 * Where the private halves of urns' keys are kept, and the file of the service's secret. `folder`: as files
 * in it, which no page and no log of the database ever holds; null: as rows under the secret.
 */
export type KeyPlace = { folder: string | null; secret_file: string }

/** Where they are kept with the bundled database: beside it, in its folder. */
export function keysBeside(data_dir: string, secret_file = join(data_dir, 'secret-key')): KeyPlace {
  return { folder: join(data_dir, 'urn-keys'), secret_file }
}

/** A private half as it travels in a backup: under the service's secret, in hex. */
export type WrappedKey = { public_key: string; wrapped: string }

/** Keeps the private halves of urns' keys, each named by its public half in hex. */
export type UrnKeys = {
  /**
   * Makes a pair and returns its public half; the private one is kept once the caller's transaction is
   * committed.
   */
  make(tx: Queryable): Promise<string>
  /** The private half. Null: it is not here, or cannot be read. */
  find(on: Queryable, public_key: string): Promise<Buffer | null>
  /** Destroys the private half; nothing happens when it is gone already. */
  destroy(on: Queryable, public_key: string): Promise<void>
  /** Destroys private halves that belong to none of the known polls. Returns how many. */
  sweep(on: Queryable, known: (public_keys: string[]) => Promise<string[]>): Promise<number>
  /** These private halves for a backup; what is not here is left out. */
  wrap(on: Queryable, public_keys: string[]): Promise<WrappedKey[]>
  /** Keeps what came with a backup. What was wrapped under another secret is left out. */
  unwrap(tx: Queryable, wrapped: WrappedKey[]): Promise<void>
}
