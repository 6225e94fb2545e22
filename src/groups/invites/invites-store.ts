import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

// An address is new until its person has used a link or may have got a mail.
const known = sql<{ emails: string[] }, { email: string }>(
  'invites.known_among',
  `select lower(email) as email from users
   where lower(email) = any (:emails::text[]) and (email_verified or coalesce(mails_from, now()) <= now())`,
  { email: is.text },
)

type Telling = { group_id: number; user_ids: number[]; pace: number | null }

// Mails beyond the pace go out one after another, after the group's other waiting mails.
const spread = sql<Telling>(
  'invites.spread',
  `update users u set mails_from = case when place > :pace::int
     then greatest(now(), waiting.until) + (place - :pace::int) * interval '1 hour' / :pace::int end
   from unnest(:user_ids::bigint[]) with ordinality as t(user_id, place), (
     select max(w.mails_from) as until from users w
     where w.mails_from > now()
       and exists (select 1 from memberships m where m.group_id = :group_id and m.user_id = w.id offset 0)
   ) as waiting
   where u.id = t.user_id and (u.mails_from is not null or place > :pace::int)`,
)

/** Those of these addresses that the service already knows, in lower case. */
export async function knownAmong(db: Queryable, emails: string[]): Promise<string[]> {
  return (await known.all(db, { emails: emails.map((email) => email.toLowerCase()) })).map(
    ({ email }) => email,
  )
}

/**
 * Releases the mails to these people at once; with a pace, mails beyond that number go out one after another,
 * so many an hour.
 */
export async function spreadMails(tx: Queryable, telling: Telling): Promise<void> {
  await spread.run(tx, telling)
}
