import { timingSafeEqual } from 'node:crypto'
import { type Act, change, type Db, SYSTEM } from '../../db/db.ts'
import { attemptsMade } from '../attempts-store.ts'
import { attemptHash, countAttempt } from '../count-attempt.ts'
import { LIMITS } from '../limit.ts'
import { hashCode, hashToken, newSalt } from '../secret.ts'
import { deleteSession } from '../sessions-store.ts'
import { startSession } from '../start-session.ts'
import type { User } from '../user.ts'
import { findUsers, verifyAddress } from '../users-store.ts'
import { MAX_CODE_TRIES } from './sign-in.ts'
import { countCodeTry, type UsedSignIn, useUpLink, useUpSignIn } from './sign-ins-store.ts'

/** The browser that signs in. `former`: the token of its current session, which ends. */
export type Browser = { agent: string | null; former: string }

/** Signed in: the new session's token, and the page to open. */
export type Entered = { session: string; user: User; next: string }

/** Signs in by the token of a link, and uses it up. Null: invalid, or used before. */
export function redeemLink(db: Db, token: string, browser: Browser): Promise<Entered | null> {
  return change(db, SYSTEM, async (act) =>
    openSession(act, await useUpLink(act.tx, hashToken(token)), browser),
  )
}

/**
 * Signs in by the code of a mail that the browser with this token requested. Null: a wrong code, an expired
 * request, or too many tries; neither the answer nor its timing shows which, or whether a mail was sent.
 */
export async function redeemCode(
  db: Db,
  { token, code }: { token: string; code: string },
  browser: Browser,
): Promise<Entered | null> {
  const tried = await countCodeTry(db.pool, hashToken(token), MAX_CODE_TRIES)
  const hash = await hashCode(code, tried?.code_salt ?? newSalt())
  const right = tried?.code_hash != null && timingSafeEqual(hash, tried.code_hash)
  const person = String(tried?.user_id ?? `nobody ${tried?.id ?? ''}`)
  const account = tried?.from_known === true ? `known ${person}` : person
  if (!right) {
    await countAttempt(db, 'wrong_code_account', account).catch(() => undefined)
    return null
  }
  const wrong = await attemptsMade(db.pool, attemptHash('wrong_code_account', account))
  if (tried === null || wrong >= LIMITS.wrong_code_account.most) return null
  return change(db, SYSTEM, async (act) => openSession(act, await useUpSignIn(act.tx, tried.id), browser))
}

/** How someone signed in: a link or code, or a passkey, which says nothing about the address. */
type Used = Omit<UsedSignIn, 'origin'> & { origin: UsedSignIn['origin'] | 'passkey' }

/**
 * Signs in the person who used a sign-in link or code; the browser's former session ends. Null: there was
 * none to use.
 */
export async function openSession(act: Act, used: Used | null, browser: Browser): Promise<Entered | null> {
  if (used === null) return null
  const { user_id, next, origin } = used
  if (origin === 'mail') await verifyAddress(act.tx, user_id)
  if (browser.former !== '') await deleteSession(act.tx, hashToken(browser.former))
  const [user] = await findUsers(act.tx, [user_id])
  if (user === undefined) return null
  return { session: await startSession(act, user_id, browser.agent), user, next }
}
