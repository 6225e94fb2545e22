import { ID, is, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { USER_ROW, type User } from './user.ts'

const FIELDS = 'id, name, username, email, email_verified, bot, locale, time_zone, utc_chosen, created_at'

const insertMissing = sql<{ emails: string[] }>(
  'users.insert_missing',
  'insert into users (email) select unnest(:emails::text[]) on conflict (lower(email)) do nothing',
)

const byAddresses = sql<{ emails: string[] }, Pick<User, 'id' | 'email'>>(
  'users.by_addresses',
  'select id, email from users where lower(email) = any (:emails::text[])',
  pick(USER_ROW, 'id', 'email'),
)

const insertBot = sql<{ name: string }, { id: number }>(
  'users.insert_bot',
  'insert into users (name, bot) values (:name, true) returning id',
  ID,
)

const verify = sql<{ id: number }>(
  'users.verify_address',
  'update users set email_verified = true where id = :id and not email_verified',
)

const signedIn = sql<{ id: number }>(
  'users.signed_in',
  'update users set signed_in_at = now() where id = :id and signed_in_at is null',
)

const browserLanguage = sql<{ id: number; browser_locale: string }>(
  'users.browser_language',
  `update users set browser_locale = :browser_locale
   where id = :id and erased_at is null and browser_locale is distinct from :browser_locale`,
)

const firstZone = sql<{ id: number; time_zone: string }>(
  'users.first_zone',
  `update users set time_zone = :time_zone
   where id = :id and time_zone = 'UTC' and not utc_chosen and not bot and erased_at is null`,
)

// A process of the previous version signs people in without recording it.
const never = sql<{ id: number }, { never: boolean }>(
  'users.never_signed_in',
  `select signed_in_at is null and not exists (select 1 from sessions where user_id = users.id) as never
   from users where id = :id`,
  { never: is.flag },
)

const profile = sql<Pick<User, 'id' | 'name' | 'locale' | 'time_zone' | 'utc_chosen'>>(
  'users.update_profile',
  `update users set name = :name, locale = :locale, time_zone = :time_zone, utc_chosen = :utc_chosen
   where id = :id and not bot`,
)

const byIds = sql<{ ids: number[] }, User>(
  'users.by_ids',
  `select ${FIELDS} from users where id = any (:ids::bigint[]) order by id`,
  USER_ROW,
)

const byAddress = sql<{ email: string }, User>(
  'users.by_address',
  `select ${FIELDS} from users where lower(email) = lower(:email)`,
  USER_ROW,
)

// The erasure of a person locks the row too.
const hold = sql<{ id: number }, { id: number }>(
  'users.hold',
  'select id from users where id = :id and email is not null for no key update',
  ID,
)

/**
 * The people with these addresses (valid, each once in any case): finds known ones, and creates unverified
 * ones for the rest. Ids in the order of the addresses.
 */
export async function ensurePeople(tx: Queryable, addresses: string[]): Promise<number[]> {
  if (addresses.length === 0) return []
  const keys = addresses.map((address) => address.toLowerCase())
  const ids = new Map(
    (await byAddresses.all(tx, { emails: keys })).map((user) => [user.email?.toLowerCase(), user.id]),
  )
  if (ids.size < keys.length) {
    await insertMissing.run(tx, { emails: addresses.filter((address) => !ids.has(address.toLowerCase())) })
    for (const user of await byAddresses.all(tx, { emails: keys }))
      ids.set(user.email?.toLowerCase(), user.id)
  }
  return keys.flatMap((key) => ids.get(key) ?? [])
}

/** The account a key acts as. */
export async function createBot(tx: Queryable, name: string): Promise<number> {
  return (await insertBot.one(tx, { name })).id
}

/** These users, by id. */
export function findUsers(db: Queryable, ids: number[]): Promise<User[]> {
  return byIds.all(db, { ids })
}

/** Records that this person reads the mail sent to their address. */
export async function verifyAddress(tx: Queryable, id: number): Promise<void> {
  await verify.run(tx, { id })
}

/** Records that this person has signed in; keeps the first time. */
export async function noteSignIn(tx: Queryable, id: number): Promise<void> {
  await signedIn.run(tx, { id })
}

/** Keeps the language of the browser in which this person signs in. */
export async function noteBrowserLanguage(
  tx: Queryable,
  seen: { id: number; browser_locale: string },
): Promise<void> {
  await browserLanguage.run(tx, seen)
}

/** Stores the zone of a person who has none. */
export async function noteFirstZone(tx: Queryable, seen: { id: number; time_zone: string }): Promise<void> {
  await firstZone.run(tx, seen)
}

/** Whether this person has never signed in, in any browser. */
export async function hasNeverSignedIn(db: Queryable, id: number): Promise<boolean> {
  return (await never.first(db, { id }))?.never === true
}

/**
 * Locks a person until the transaction ends: whatever adds or ends their access comes one after the other.
 * False: there is none, or they deleted their account.
 */
export async function holdPerson(tx: Queryable, id: number): Promise<boolean> {
  return (await hold.first(tx, { id })) !== null
}

/** The person with this address, in any letter case. */
export function findPerson(db: Queryable, email: string): Promise<User | null> {
  return byAddress.first(db, { email })
}

export async function updateProfile(
  tx: Queryable,
  user: Pick<User, 'id' | 'name' | 'locale' | 'time_zone' | 'utc_chosen'>,
): Promise<void> {
  await profile.run(tx, user)
}
