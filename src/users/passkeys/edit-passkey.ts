import type { Act } from '../../db/db.ts'
import { NotFound, refuse } from '../../errors.ts'
import { readPasskeyName } from './passkey.ts'
import { renamePasskey } from './passkeys-store.ts'

/** Gives a passkey another name. NotFound: they have no such passkey. Invalid: the name. */
export async function editPasskey(
  { tx }: Act,
  { typed, ...own }: { id: number; user_id: number; typed: string },
): Promise<void> {
  const { name, problems } = readPasskeyName(typed)
  refuse(problems)
  if (!(await renamePasskey(tx, { ...own, name }))) throw new NotFound()
}
