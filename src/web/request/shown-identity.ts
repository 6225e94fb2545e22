import type { Db } from '../../db/db.ts'
import { type Identity, PLAIN_IDENTITY } from '../../groups/service/identity.ts'
import { loadIdentity } from '../../groups/service/load-identity.ts'

const shown = new WeakMap<Db['pool'], Identity>()

/** The name and logo that pages show, as last read. Pages do not query the database for them. */
export function shownIdentity({ pool }: Db): Identity {
  return shown.get(pool) ?? PLAIN_IDENTITY
}

/** Reads it again: at the start, after a change, and as other processes may have changed it. */
export async function readShownIdentity({ pool }: Db): Promise<void> {
  shown.set(pool, await loadIdentity(pool))
}

/** What changes with it, as part of the key of a kept page. */
export function stampOf({ name, mark }: Identity): string {
  return `${name ?? ''}\n${mark?.hash ?? ''}`
}
