import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

const PATIENT = { patient: true }

/** Someone who has deleted their account since the import began, and what named them. */
export type ErasedMeanwhile = {
  user_id: number
  email: string
  name: string | null
  username: string | null
  other_names: string[]
}

const keep = sql<object>(
  'import_accounts.keep',
  `insert into import_accounts (user_id, kind, said)
   select u.id, s.kind, s.said
   from users u cross join lateral (
     select 'address' as kind, u.email as said
     union all select 'name', u.name
     union all select 'username', u.username
     union all select 'other', f.said from former_names f where f.user_id = u.id
     union all select 'other', n.name from given_names n where n.user_id = u.id) s
   where u.email is not null and s.said is not null
   on conflict do nothing`,
  null,
  PATIENT,
)

const inFile = sql<object, { user_id: number }>(
  'import_accounts.in_file',
  `select a.user_id from import_lines l join import_accounts a on a.user_id = l.our_id
   where l.kind = 'user' and a.kind = 'address'
   union
   select a.user_id from import_lines l
   join import_accounts a on lower(a.said) = lower(l.data ->> 'email') and a.kind in ('address', 'other')
   where l.kind = 'user'
   order by 1`,
  { user_id: is.integer },
  PATIENT,
)

const erased = sql<object, ErasedMeanwhile>(
  'import_accounts.erased',
  `select e.user_id, a.said as email,
     (select said from import_accounts where user_id = e.user_id and kind = 'name') as name,
     (select said from import_accounts where user_id = e.user_id and kind = 'username') as username,
     array(select said from import_accounts where user_id = e.user_id and kind = 'other') as other_names
   from (select id as user_id from users where erased_at is not null offset 0) e
   join import_accounts a on a.user_id = e.user_id and a.kind = 'address'
   order by e.user_id`,
  {
    ...{ user_id: is.integer, email: is.text, name: is.nullable(is.text), username: is.nullable(is.text) },
    other_names: is.list(is.text),
  },
  PATIENT,
)

const withoutTexts = sql<object, { id: number }>(
  'import_accounts.without_texts',
  `select distinct u.id from import_lines l join users u on u.id = l.our_id
   where l.kind = 'user' and u.texts_erased order by 1`,
  { id: is.integer },
  PATIENT,
)

const cleaned = sql<{ notes: string; patterns: string[] }, { notes: string }>(
  'import_accounts.cleaned',
  'select notes_without(:notes::jsonb, :patterns::text[])::text as notes',
  { notes: is.text },
  PATIENT,
)

/** Keeps what names the people with an account, for the rest of the transaction. */
export async function keepAccounts(tx: Queryable): Promise<void> {
  await keep.run(tx, {})
}

/** The people with an account, as of the beginning, who are in the file. */
export async function accountsInFile(tx: Queryable): Promise<number[]> {
  return (await inFile.all(tx, {})).map(({ user_id }) => user_id)
}

/** Everyone who has deleted their account since the beginning. */
export function erasedMeanwhile(tx: Queryable): Promise<ErasedMeanwhile[]> {
  return erased.all(tx, {})
}

/** Those in the file who have deleted their account and what they wrote. */
export async function authorsWithoutTexts(tx: Queryable): Promise<number[]> {
  return (await withoutTexts.all(tx, {})).map(({ id }) => id)
}

/** Remarks, as JSON, without these patterns. */
export async function notesWithout(
  tx: Queryable,
  asked: { notes: string; patterns: string[] },
): Promise<string> {
  return (await cleaned.one(tx, asked)).notes
}
