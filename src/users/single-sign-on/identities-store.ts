import { type Fields, ID, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

/** A person's login at a provider. */
export type Identity = { id: number; issuer: string; linked_at: Date; signed_in_at: Date | null }

const IDENTITY_ROW: Fields<Identity> = {
  id: is.integer,
  issuer: is.text,
  linked_at: is.instant,
  signed_in_at: is.nullable(is.instant),
}

type Login = { issuer: string; subject: string }
const USER = { user_id: is.integer }

const byLogin = sql<Login, { user_id: number }>(
  'identities.by_login',
  'select user_id from identities where issuer = :issuer and subject = :subject',
  USER,
)

// Nobody gets a second login of a provider, and no login a second person.
const insert = sql<Login & { user_id: number }>(
  'identities.insert',
  `insert into identities (issuer, subject, user_id) values (:issuer, :subject, :user_id) on conflict do nothing`,
)

const used = sql<Login>(
  'identities.used',
  'update identities set signed_in_at = now() where issuer = :issuer and subject = :subject',
)

const ofUser = sql<{ user_id: number }, Identity>(
  'identities.of_user',
  'select id, issuer, linked_at, signed_in_at from identities where user_id = :user_id order by id',
  IDENTITY_ROW,
)

const remove = sql<{ id: number; user_id: number }>(
  'identities.remove',
  'delete from identities where id = :id and user_id = :user_id',
)

const remember = sql<{ id: number; user_id: number }>(
  'identities.remember',
  'select remember_logins(:user_id, :id)',
)

const anyUsed = sql<{ issuers: string[] }, { used: boolean }>(
  'identities.any_used',
  `select exists (select from unnest(:issuers::text[]) as i(issuer) cross join lateral (
     select from identities where issuer = i.issuer and signed_in_at is not null limit 1) f) as used`,
  { used: is.flag },
)

const insertPerson = sql<{ email: string; name: string | null }, { id: number }>(
  'identities.insert_person',
  `insert into users (email, email_verified, name) values (:email, true, :name)
   on conflict (lower(email)) do nothing returning id`,
  ID,
)

/** The owner of this login. Null: nobody. */
export async function findByLogin(db: Queryable, login: Login): Promise<number | null> {
  return (await byLogin.first(db, login))?.user_id ?? null
}

/** Gives a person a login. False: it is someone's, or they have another one of this provider. */
export async function insertIdentity(tx: Queryable, login: Login & { user_id: number }): Promise<boolean> {
  return (await insert.run(tx, login)) > 0
}

/** Records that someone signed in with a login just now. False: it was removed meanwhile. */
export async function noteLogin(tx: Queryable, login: Login): Promise<boolean> {
  return (await used.run(tx, login)) > 0
}

/** A person's logins, in the order in which they were linked. */
export function identitiesOf(db: Queryable, user_id: number): Promise<Identity[]> {
  return ofUser.all(db, { user_id })
}

/**
 * Removes a login of a person. If they have used it, claims bring it into none of their groups with another
 * account. False: they have no such login.
 */
export async function deleteIdentity(tx: Queryable, one: { id: number; user_id: number }): Promise<boolean> {
  await remember.run(tx, one)
  return (await remove.run(tx, one)) > 0
}

/** Whether anyone has signed in with one of these providers. */
export async function isAnyUsed(db: Queryable, issuers: string[]): Promise<boolean> {
  return (await anyUsed.one(db, { issuers })).used
}

/** Makes a person with a verified address, and returns their id. Null: someone has this address. */
export async function insertArrived(
  tx: Queryable,
  person: { email: string; name: string | null },
): Promise<number | null> {
  return (await insertPerson.first(tx, person))?.id ?? null
}
