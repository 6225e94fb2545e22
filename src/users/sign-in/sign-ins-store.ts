import { type Fields, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import type { BrowserLanguages } from './browser-languages.ts'
import { groupsLocale } from './groups-locale.ts'
import { type AccountNote, type MailPurpose, NOTE_LIST, PURPOSES } from './purpose.ts'
import type { SignInOrigin } from './sign-in.ts'

export type SignInMinted = {
  link_hash: Buffer
  code_hash: Buffer | null
  code_salt: Buffer | null
  origin: SignInOrigin
  minutes: number
}

/** `from_known`: requested in a browser in which the person has signed in before, or is signed in. */
type NewSignIn = {
  address: string
  browser_hash: Buffer
  next: string
  from_known: boolean
} & BrowserLanguages

const insert = sql<NewSignIn>(
  'sign_ins.insert',
  `insert into sign_ins (address, browser_hash, next, from_known, chosen_locale, browser_locale)
   values (:address, :browser_hash, :next, :from_known, :chosen_locale, :browser_locale)`,
)

const insertMinted = sql<SignInMinted & { user_id: number; address: string }>(
  'sign_ins.insert_minted',
  `insert into sign_ins (address, user_id, dispatched_at, link_hash, code_hash, code_salt, origin, expires_at)
   values (:address, :user_id, now(), :link_hash, :code_hash, :code_salt, :origin,
     now() + make_interval(mins => :minutes::int))`,
)

/**
 * A claimed request and its person; null: unknown address, asked too long ago or too often. `locale`: their
 * own, or that of the page on which it was requested. Requests without a page: that of all their groups that
 * have one, or of the browser in which they last signed in. `taken`: the new address belongs to someone else.
 */
export type ClaimedSignIn = {
  id: number
  user_id: number | null
  locale: string | null
  purpose: MailPurpose
  next: string
  taken: boolean
}

// Mails of different kinds, those that strangers request, and those about logins of different providers do
// not use up each other's number. All logins of one provider share one: it may vouch for an address in any
// number of them.
const claim = sql<{ most: number; minutes: number; an_hour: number }, ClaimedSignIn>(
  'sign_ins.claim',
  `with waiting as (
     select id, address, user_id, purpose, from_known, issuer, chosen_locale, browser_locale from sign_ins
     where dispatched_at is null order by id limit :most for update skip locked
   ), people as (
     select w.id, w.purpose, w.from_known, w.issuer, w.chosen_locale, w.browser_locale,
       u.id as user_id, u.locale, u.browser_locale as former
     from waiting w join users u on lower(u.email) = lower(w.address) where w.purpose = 'sign_in'
     union all
     select w.id, w.purpose, w.from_known, w.issuer, w.chosen_locale, w.browser_locale,
       u.id, u.locale, u.browser_locale
     from waiting w join users u on u.id = w.user_id where w.purpose <> 'sign_in'
   ), placed as (
     select p.*, row_number() over (partition by p.user_id, p.purpose, p.from_known, p.issuer order by p.id) as place
     from people p
   ), found as (
     select u.id, u.user_id, coalesce(u.locale, u.chosen_locale, u.browser_locale,
       ${groupsLocale('u.user_id')}, u.former) as locale
     from placed u
     where u.purpose in (${NOTE_LIST})
       or u.place + (select count(*) from sign_ins x
           where x.user_id = u.user_id and x.dispatched_at is not null and x.asked_at > now() - interval '1 hour'
             and x.purpose = u.purpose and x.from_known = u.from_known
             and x.issuer is not distinct from u.issuer) <= :an_hour
   )
   update sign_ins s set dispatched_at = now(), user_id = coalesce(s.user_id, f.user_id)
   from waiting w left join found f on f.id = w.id
   where s.id = w.id
   returning s.id, s.purpose, s.next, f.locale,
     case when s.purpose in (${NOTE_LIST})
       or s.asked_at > now() - make_interval(mins => :minutes::int) then f.user_id end as user_id,
     s.purpose = 'new_address' and exists (
       select from users t where lower(t.email) = lower(s.address) and t.id <> s.user_id) as taken`,
  {
    ...{ id: is.integer, user_id: is.nullable(is.integer), locale: is.nullable(is.text) },
    ...{ purpose: is.oneOf(PURPOSES), next: is.text, taken: is.flag },
  },
)

const mint = sql<SignInMinted & { id: number }>(
  'sign_ins.mint',
  `update sign_ins set link_hash = :link_hash, code_hash = :code_hash, code_salt = :code_salt, origin = :origin,
     expires_at = now() + make_interval(mins => :minutes::int)
   where id = :id and used_at is null`,
)

/** A request as the browser that made it sees it. `used_up`: no more codes can be tried for it. */
export type AskedSignIn = { address: string; next: string; from_known: boolean; used_up: boolean }

// From the request, not from the email: nobody is mailed at an address without an account, and this must not
// tell which those are.
const byBrowser = sql<{ browser_hash: Buffer; minutes: number; most: number }, AskedSignIn>(
  'sign_ins.by_browser',
  `select address, next, from_known, tries >= :most::int as used_up from sign_ins
   where browser_hash = :browser_hash and used_at is null and purpose = 'sign_in'
     and asked_at + make_interval(mins => :minutes::int) > now()`,
  { address: is.text, next: is.text, from_known: is.flag, used_up: is.flag },
)

// The link that the operator made is a request of its own.
const askedNext = sql<{ browser_hash: Buffer; user_id: number; hours: number }, { next: string }>(
  'sign_ins.asked_next',
  `select s.next from sign_ins s join users u on lower(u.email) = lower(s.address)
   where s.browser_hash = :browser_hash and s.used_at is null and s.purpose = 'sign_in' and u.id = :user_id
     and s.asked_at + make_interval(hours => :hours::int) > now()`,
  { next: is.text },
)

/** A sign-in link as the mail with it shows it: whom it signs in, and the page it leads to. */
export type LinkedSignIn = { user_id: number; email: string; next: string }

const byLink = sql<{ link_hash: Buffer }, LinkedSignIn>(
  'sign_ins.by_link',
  `select s.user_id, u.email, s.next from sign_ins s join users u on u.id = s.user_id
   where s.link_hash = :link_hash and s.purpose = 'sign_in' and s.used_at is null and s.expires_at > now()`,
  { user_id: is.integer, email: is.text, next: is.text },
)

type TriedCode = {
  id: number
  user_id: number | null
  from_known: boolean
  code_hash: Buffer | null
  code_salt: Buffer | null
}

const tryCode = sql<{ browser_hash: Buffer; most: number }, TriedCode>(
  'sign_ins.try_code',
  `update sign_ins set tries = tries + 1
   where browser_hash = :browser_hash and purpose = 'sign_in' and used_at is null and tries < :most
   returning id, user_id, from_known, case when expires_at > now() then code_hash end as code_hash, code_salt`,
  {
    id: is.integer,
    user_id: is.nullable(is.integer),
    from_known: is.flag,
    code_hash: is.nullable(is.bytes),
    code_salt: is.nullable(is.bytes),
  },
)

const note = sql<{ user_id: number; purpose: string }>(
  'sign_ins.note',
  `insert into sign_ins (user_id, address, purpose)
   select id, email, :purpose from users where id = :user_id and email is not null`,
)

export type UsedSignIn = { user_id: number; next: string; origin: SignInOrigin }

const USED_ROW: Fields<UsedSignIn> = {
  user_id: is.integer,
  next: is.text,
  origin: is.oneOf(['mail', 'command_line']),
}

// The address must still be the account's: it may have been changed while the mail was on its way.
const IS_THEIRS = 'u.id = s.user_id and lower(u.email) = lower(s.address) and u.erased_at is null'

const useLink = sql<{ link_hash: Buffer }, UsedSignIn>(
  'sign_ins.use_link',
  `update sign_ins s set used_at = now() from users u
   where s.link_hash = :link_hash and s.purpose = 'sign_in' and s.used_at is null and s.expires_at > now() and ${IS_THEIRS}
   returning s.user_id, s.next, s.origin`,
  USED_ROW,
)

const useId = sql<{ id: number }, UsedSignIn>(
  'sign_ins.use_id',
  `update sign_ins s set used_at = now() from users u
   where s.id = :id and s.purpose = 'sign_in' and s.used_at is null and s.expires_at > now() and ${IS_THEIRS}
   returning s.user_id, s.next, s.origin`,
  USED_ROW,
)

const end = sql<{ user_id: number }>(
  'sign_ins.end_waiting',
  `update sign_ins set used_at = now() where user_id = :user_id and used_at is null
     and purpose in ('sign_in', 'new_address', 'join_login')`,
)

const drop = sql<{ hours: number; most: number }>(
  'sign_ins.drop_old',
  `delete from sign_ins where id = any (array(
     select id from sign_ins where asked_at < now() - make_interval(hours => :hours::int)
     order by asked_at limit :most for update skip locked))`,
)

export async function insertSignIn(tx: Queryable, wish: NewSignIn): Promise<void> {
  await insert.run(tx, wish)
}

/** Tells a person by mail what was added to their account or removed, or sends the trial that they want. */
export async function noteAccess(
  tx: Queryable,
  told: { user_id: number; purpose: AccountNote },
): Promise<void> {
  await note.run(tx, told)
}

/** Stores a request that is ready to use, for a known person. */
export async function insertMintedSignIn(
  tx: Queryable,
  made: SignInMinted & { user_id: number; address: string },
): Promise<void> {
  await insertMinted.run(tx, made)
}

/** Claims waiting requests, with their people. */
export function claimWaiting(
  tx: Queryable,
  limits: { most: number; minutes: number; an_hour: number },
): Promise<ClaimedSignIn[]> {
  return claim.all(tx, limits)
}

/** Gives a request a new link and code, and ends the former ones. False: it was used. */
export async function mintInto(db: Queryable, id: number, made: SignInMinted): Promise<boolean> {
  return (await mint.run(db, { id, ...made })) > 0
}

/** This browser's request, while it may enter a code. */
export function findByBrowser(
  db: Queryable,
  asked: { browser_hash: Buffer; minutes: number; most: number },
): Promise<AskedSignIn | null> {
  return byBrowser.first(db, asked)
}

/** The page that this browser asked for when it asked to sign in as this person. */
export async function findAskedNext(
  db: Queryable,
  asked: { browser_hash: Buffer; user_id: number; hours: number },
): Promise<string | null> {
  return (await askedNext.first(db, asked))?.next ?? null
}

/** The person this link would sign in. */
export function findByLink(db: Queryable, link_hash: Buffer): Promise<LinkedSignIn | null> {
  return byLink.first(db, { link_hash })
}

/** Counts a try of this browser's code before it is checked. Null: none left. */
export function countCodeTry(db: Queryable, browser_hash: Buffer, most: number) {
  return tryCode.first(db, { browser_hash, most })
}

/** Uses a link up. Null: invalid, or used before; of concurrent requests only one gets it. */
export function useUpLink(tx: Queryable, link_hash: Buffer): Promise<UsedSignIn | null> {
  return useLink.first(tx, { link_hash })
}

/** The same for a request whose code was right. */
export function useUpSignIn(tx: Queryable, id: number): Promise<UsedSignIn | null> {
  return useId.first(tx, { id })
}

/** Ends the links and codes that were mailed to a person and not used yet; they still count as mails. */
export async function endWaiting(tx: Queryable, user_id: number): Promise<void> {
  await end.run(tx, { user_id })
}

/** Deletes at most `most` requests older than `hours`. Returns how many. */
export function dropOldSignIns(db: Queryable, hours: number, most: number): Promise<number> {
  return drop.run(db, { hours, most })
}
