import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { hashToken } from '../users/secret.ts'
import { isSetupAwaited, isSetupLink } from './setup-links-store.ts'

/** Resolves when this token may create the first group. NotFound: it may not, or a group exists. */
export async function loadSetup(db: Queryable, token: string): Promise<void> {
  if (token === '' || !(await isSetupLink(db, hashToken(token)))) throw new NotFound()
}

/** Whether the setup link is still unused. */
export function loadSetupAwaited(db: Queryable): Promise<boolean> {
  return isSetupAwaited(db)
}
