import { timingSafeEqual } from 'node:crypto'
import { change, type Db, SYSTEM } from '../../db/db.ts'
import { Invalid, problem } from '../../errors.ts'
import { attemptsMade } from '../attempts-store.ts'
import { attemptHash, countAttempt } from '../count-attempt.ts'
import { LIMITS } from '../limit.ts'
import { hashCode, hashToken, newSalt } from '../secret.ts'
import type { Browser, Entered } from '../sign-in/redeem-sign-in.ts'
import { MAX_CODE_TRIES } from '../sign-in/sign-in.ts'
import { noteAccess } from '../sign-in/sign-ins-store.ts'
import { verifyAddress } from '../users-store.ts'
import { insertIdentity, noteLogin } from './identities-store.ts'
import { countJoinTry, takeLoginJoin } from './login-joins-store.ts'
import { openSession } from './redeem-arrival.ts'

/** Signed in, with what the provider had said about groups. */
export type Joined = Entered & { issuer: string; subject: string; claimed_groups: string[] | null }

/**
 * Links a login to the account of its address by the code of the mail, and signs in. Invalid: a wrong code,
 * one that is over or for another browser, or the account has got another login of this provider in the
 * meantime.
 */
export async function redeemLoginJoin(
  db: Db,
  { token, code }: { token: string; code: string },
  browser: Browser,
): Promise<Joined> {
  const id = await checkCode(db, token, code)
  return change(db, SYSTEM, async (act) => {
    const join = id === null ? null : await takeLoginJoin(act.tx, id)
    if (join === null) throw wrongCode()
    const { user_id, issuer, subject, claimed_groups, next } = join
    if (!(await insertIdentity(act.tx, { user_id, issuer, subject })))
      throw new Invalid([problem('code', 'login_taken')])
    await noteLogin(act.tx, { issuer, subject })
    await noteAccess(act.tx, { user_id, purpose: 'login_linked' })
    await verifyAddress(act.tx, user_id)
    const entered = await openSession(act, { user_id, browser, next, proven_at: act.now })
    if (entered === null) throw wrongCode()
    return { ...entered, issuer, subject, claimed_groups }
  })
}

function wrongCode(): Invalid {
  return new Invalid([problem('code', 'wrong_code', { most: MAX_CODE_TRIES })])
}

/**
 * The request whose code this is. Null: none; wrong codes count for the login that is to be linked, so that
 * nobody else keeps the owner of an account from linking theirs, and for its provider, which may have made up
 * many logins to guess more often.
 */
async function checkCode(db: Db, token: string, code: string): Promise<number | null> {
  const tried = await countJoinTry(db.pool, { browser_hash: hashToken(token), most: MAX_CODE_TRIES })
  const hash = await hashCode(code, tried?.code_salt ?? newSalt())
  const right = tried?.code_hash != null && timingSafeEqual(hash, tried.code_hash)
  const counts = countsOf(tried)
  if (tried === null || !right) {
    for (const [limit, whose] of counts) await countAttempt(db, limit, whose).catch(() => undefined)
    return null
  }
  for (const [limit, whose] of counts)
    if ((await attemptsMade(db.pool, attemptHash(limit, whose))) >= LIMITS[limit].most) return null
  return tried.id
}

type Tried = { user_id: number; issuer: string; subject: string }

function countsOf(tried: Tried | null): ['wrong_code_account' | 'wrong_code_provider', string][] {
  if (tried === null) return [['wrong_code_account', 'join nobody']]
  const { user_id, issuer, subject } = tried
  return [
    ['wrong_code_account', `join ${user_id} ${issuer} ${subject}`],
    ['wrong_code_provider', `join ${user_id} ${issuer}`],
  ]
}
