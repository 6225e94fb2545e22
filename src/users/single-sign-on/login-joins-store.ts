import { type Fields, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

/** A login that is to join the account of an address, once its code is typed. */
export type LoginJoin = {
  user_id: number
  issuer: string
  subject: string
  claimed_groups: string[] | null
  next: string
}

const JOIN_ROW: Fields<LoginJoin> = {
  ...{ user_id: is.integer, issuer: is.text, subject: is.text, next: is.text },
  claimed_groups: is.nullable(is.list(is.text)),
}

const insert = sql<LoginJoin & { address: string; browser_hash: Buffer }>(
  'login_joins.insert',
  `insert into sign_ins (user_id, address, browser_hash, next, purpose, issuer, subject, claimed_groups)
   values (:user_id, :address, :browser_hash, :next, 'join_login', :issuer, :subject, :claimed_groups::text[])`,
)

const waiting = sql<{ browser_hash: Buffer; minutes: number }, { address: string; issuer: string }>(
  'login_joins.waiting',
  `select address, issuer from sign_ins
   where browser_hash = :browser_hash and purpose = 'join_login' and used_at is null
     and coalesce(expires_at, asked_at + make_interval(mins => :minutes::int)) > now()`,
  { address: is.text, issuer: is.text },
)

type TriedJoin = Pick<LoginJoin, 'user_id' | 'issuer' | 'subject'> & {
  id: number
  code_hash: Buffer | null
  code_salt: Buffer | null
}

const tryCode = sql<{ browser_hash: Buffer; most: number }, TriedJoin>(
  'login_joins.try_code',
  `update sign_ins set tries = tries + 1
   where browser_hash = :browser_hash and purpose = 'join_login' and used_at is null and tries < :most
   returning id, user_id, issuer, subject,
     case when expires_at > now() then code_hash end as code_hash, code_salt`,
  {
    ...{ id: is.integer, user_id: is.integer, issuer: is.text, subject: is.text },
    ...{ code_hash: is.nullable(is.bytes), code_salt: is.nullable(is.bytes) },
  },
)

// The address must still be the account's: it may have been changed while the mail was on its way.
const use = sql<{ id: number }, LoginJoin>(
  'login_joins.use',
  `update sign_ins s set used_at = now() from users u
   where s.id = :id and s.purpose = 'join_login' and s.used_at is null and s.expires_at > now() and u.id = s.user_id
     and lower(u.email) = lower(s.address) and u.erased_at is null
   returning s.user_id, s.issuer, s.subject, s.claimed_groups, s.next`,
  JOIN_ROW,
)

export async function insertLoginJoin(
  tx: Queryable,
  wish: LoginJoin & { address: string; browser_hash: Buffer },
): Promise<void> {
  await insert.run(tx, wish)
}

/** The link that waits for its code in this browser. Null: none, or it has expired. */
export function waitingJoin(
  db: Queryable,
  asked: { browser_hash: Buffer; minutes: number },
): Promise<{ address: string; issuer: string } | null> {
  return waiting.first(db, asked)
}

/** Counts a try of the code before it is checked. Null: none left. */
export function countJoinTry(db: Queryable, tried: { browser_hash: Buffer; most: number }) {
  return tryCode.first(db, tried)
}

/** Uses a request up. Null: it was used, is over, or the address is no longer the account's. */
export function takeLoginJoin(tx: Queryable, id: number): Promise<LoginJoin | null> {
  return use.first(tx, { id })
}
