import { type Fields, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { type MailPurpose, NOTE_LIST, PURPOSES } from '../users/sign-in/purpose.ts'
import { MAIL_STATUS, type MailStatus } from './mail-status.ts'

/** A sign-in mail about to be sent. `timely`: requested a short while ago and not used since, or a note. */
export type SignInMail = {
  id: number
  sign_in_id: number
  user_id: number
  email: string
  subject: string
  text_body: string
  html_body: string
  timely: boolean
  purpose: MailPurpose
  /** The page it leads to. */
  next: string
}

const MAIL_ROW: Fields<SignInMail> = {
  id: is.integer,
  sign_in_id: is.integer,
  user_id: is.integer,
  email: is.text,
  subject: is.text,
  text_body: is.text,
  html_body: is.text,
  timely: is.flag,
  purpose: is.oneOf(PURPOSES),
  next: is.text,
}

const insert = sql<{ sign_in_ids: number[]; user_ids: number[]; hashes: Buffer[] }>(
  'sign_in_outbox.insert',
  `insert into mails (sign_in_id, user_id, kind, body_hash)
   select m.sign_in_id, m.user_id, 'sign_in', m.hash
   from unnest(:sign_in_ids::bigint[], :user_ids::bigint[], :hashes::bytea[]) as m(sign_in_id, user_id, hash)
   on conflict (sign_in_id) do nothing`,
)

const byId = sql<{ id: number; minutes: number }, SignInMail>(
  'sign_in_outbox.by_id',
  `select m.id, m.sign_in_id, m.user_id, s.purpose, s.next,
     case when s.purpose = 'sign_in' then u.email else s.address end as email, b.subject, b.text_body, b.html_body,
     s.purpose in (${NOTE_LIST})
       or (s.used_at is null and s.asked_at > now() - make_interval(mins => :minutes::int)) as timely
   from mails m join mail_bodies b on b.hash = m.body_hash join users u on u.id = m.user_id
   join sign_ins s on s.id = m.sign_in_id where m.id = :id`,
  MAIL_ROW,
)

/** A person's newest trial; `status` null: its mail is still being made. */
export type Trial = { status: MailStatus | null; last_error: string | null; at: Date }

const trial = sql<{ user_id: number }, Trial>(
  'sign_in_outbox.trial',
  `select m.status, m.last_error, coalesce(m.sent_at, s.asked_at) as at
   from (select id, asked_at from sign_ins where user_id = :user_id and purpose = 'trial' order by asked_at desc limit 1) s
   left join mails m on m.sign_in_id = s.id`,
  { status: is.nullable(MAIL_STATUS), last_error: is.nullable(is.text), at: is.instant },
)

/** Null: the person sent none to themselves lately. */
export function findTrial(db: Queryable, user_id: number): Promise<Trial | null> {
  return trial.first(db, { user_id })
}

/** Puts a mail for each of these requests into the outbox; the body must exist. Returns how many are new. */
export function insertSignInMails(
  tx: Queryable,
  wishes: { id: number; user_id: number; body_hash: Buffer }[],
): Promise<number> {
  const sign_in_ids = wishes.map((wish) => wish.id)
  const user_ids = wishes.map((wish) => wish.user_id)
  return insert.run(tx, { sign_in_ids, user_ids, hashes: wishes.map((wish) => wish.body_hash) })
}

/** Null: gone, or not a sign-in mail. `minutes`: the maximum age of a timely request. */
export function findSignInMail(db: Queryable, id: number, minutes = 0): Promise<SignInMail | null> {
  return byId.first(db, { id, minutes })
}
