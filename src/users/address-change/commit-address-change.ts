import { timingSafeEqual } from 'node:crypto'
import { change, type Db } from '../../db/db.ts'
import { problem, refuse } from '../../errors.ts'
import { attemptsMade } from '../attempts-store.ts'
import { attemptHash, countAttempt } from '../count-attempt.ts'
import { endOtherSessions } from '../end-session.ts'
import { LIMITS } from '../limit.ts'
import { hashCode, newSalt } from '../secret.ts'
import { holdSession } from '../sign-in/hold-session.ts'
import { MAX_CODE_TRIES } from '../sign-in/sign-in.ts'
import { countAddressTry, tellFormer, useAddressChange, writeAddress } from './address-changes-store.ts'
import { browserHash } from './ask-address-change.ts'

type Confirming = { user_id: number; session: string; code: string }

/**
 * Changes a person's address by the code of the mail to the new one, and notifies the old one. All their
 * sessions but `kept_id` end, because someone who reads the old mailbox may have started one. Invalid: the
 * code is wrong, has expired or was requested in another browser, or the address belongs to someone else.
 */
export async function commitAddressChange(
  db: Db,
  { kept_id, ...typed }: Confirming & { kept_id: number },
): Promise<void> {
  const { user_id } = typed
  const id = await checkCode(db, typed)
  await change(db, { kind: 'person', user_id }, async (act) => {
    const { tx } = act
    const stays = await holdSession(tx, { user_id, session_id: kept_id })
    const address = stays && id !== null ? await useAddressChange(tx, id) : null
    if (address === null) return refuse([problem('code', 'wrong_code', { most: MAX_CODE_TRIES })])
    const former = await writeAddress(tx, { user_id, address })
    if (former === null) return refuse([problem('code', 'address_taken')])
    await endOtherSessions(act, { user_id, kept_id })
    await tellFormer(tx, { user_id, address: former })
  })
}

/** The request whose code this is. Null: none; wrong codes count. */
async function checkCode(db: Db, { user_id, session, code }: Confirming): Promise<number | null> {
  const asked = { user_id, browser_hash: browserHash(session), most: MAX_CODE_TRIES }
  const tried = await countAddressTry(db.pool, asked)
  const hash = await hashCode(code, tried?.code_salt ?? newSalt())
  const right = tried?.code_hash != null && timingSafeEqual(hash, tried.code_hash)
  const account = `address ${user_id}`
  if (tried === null || !right) {
    await countAttempt(db, 'wrong_code_account', account).catch(() => undefined)
    return null
  }
  const wrong = await attemptsMade(db.pool, attemptHash('wrong_code_account', account))
  return wrong >= LIMITS.wrong_code_account.most ? null : tried.id
}
