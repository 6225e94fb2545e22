import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder } from '../src/imports/uploads/keep-files.ts'
import type { World } from './world.ts'

/** A person whose name and address stand in all these rows. */
export type Traced = { user_id: number; name: string; address: string; former_address: string }

const UPLOAD = '11111111-2222-4333-8444-555555555555.upload'

/** Tables with a row that names the person, besides those where using the service leaves one. */
export const TABLES_OF_TRACES = [
  ...['former_names', 'given_names', 'form_drafts', 'sign_ins', 'identities', 'passkeys', 'personal_keys'],
  ...['sessions', 'join_requests', 'open_ballots', 'idempotent_answers', 'personal_answers', 'memberships'],
  'imports',
]

/** Writes such rows: of the person's own, and of what others typed or were told. */
export async function leaveRows({ db, ada, group }: World, traced: Traced): Promise<void> {
  const { user_id, name, address, former_address } = traced
  const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows
  const own = [user_id, name]
  await rows('update users set email = $2 where id = $1', [user_id, former_address])
  await rows('update users set email = $2 where id = $1', [user_id, address])
  await rows("update memberships set title = $2 || ', treasurer' where user_id = $1", own)
  await rows('insert into given_names (group_id, user_id, name) values ($3, $1, $2)', [...own, group.id])
  await rows(
    "insert into form_drafts (user_id, place, fields) values ($1, '/new', json_build_object('title', $2::text))",
    own,
  )
  // Somebody else typed the address into a form and did not send it.
  const invitation = JSON.stringify({ emails: `new@mill.example\n${address.toUpperCase()}` })
  await rows("insert into form_drafts (user_id, place, fields) values ($1, '/invite', $2)", [
    ada.id,
    invitation,
  ])
  await rows('insert into sign_ins (address, user_id) values ($2, $1)', [user_id, address])
  // Asked for before the address changed, and never used.
  await rows('insert into sign_ins (address) values (upper($1))', [former_address])
  await rows("insert into sign_ins (address, user_id, purpose) values ('next.' || $2, $1, 'new_address')", [
    user_id,
    address,
  ])
  await rows("insert into identities (issuer, subject, user_id) values ('https://id.example', $2, $1)", own)
  await rows(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, backed_up)
     values ($1, sha256('credential'), sha256('key'), 0, '{}', $2 || '’s phone', false)`,
    own,
  )
  await rows(
    "insert into personal_keys (user_id, name, hash, prefix) values ($1, $2, sha256('own'), 'fmp_')",
    own,
  )
  await rows(
    "insert into sessions (hash, user_id, expires_at, browser) values (sha256('browser'), $1, now() + interval '1 day', $2)",
    own,
  )
  await rows("insert into known_browsers (hash, user_id) values (sha256('known'), $1)", [user_id])
  await leaveForeignRows(rows, traced, { ada: ada.id, group: group.id })
}

type Rows = (text: string, values?: unknown[]) => Promise<unknown[]>

async function leaveForeignRows(
  rows: Rows,
  { user_id, name, address }: Traced,
  { ada, group }: { ada: number; group: number },
): Promise<void> {
  await rows(
    `with link as (
       insert into join_links (group_id, hash, made_by, asks) values ($3, sha256('join'), $4, true) returning id
     )
     insert into join_requests (group_id, link_id, user_id, name) select $3, id, $1, $2 from link`,
    [user_id, name, group, ada],
  )
  await rows(
    `with poll as (select min(id) as id from polls), link as (
       insert into open_links (poll_id, hash, made_by) select id, sha256('open'), $3 from poll returning id, poll_id
     )
     insert into open_ballots (poll_id, link_id, browser_hash, name, email, scores)
     select poll_id, id, sha256('open browser'), $1, upper($2), '{1}' from link`,
    [name, address, ada],
  )
  // From an import with a remark about the person.
  const remark = { line: 1, table: 'users', id: '1', about: name, code: 'refused', params: { why: name } }
  await rows(
    `insert into imports (made_by, file_name, stored_as, state, report)
     values ($1, $2 || '.json', 'one', 'imported', $3)`,
    [ada, name, JSON.stringify({ notes: [remark] })],
  )
  const answer = JSON.stringify({ users: [{ name, email: address }] })
  await rows(
    `insert into idempotent_answers (api_key_id, key, route, body_hash, answer)
     select min(id), 'key', 'GET /', sha256('body'), $1 from api_keys where group_id = $2`,
    [answer, group],
  )
  await rows(
    `insert into personal_answers (personal_key_id, key, route, body_hash, answer)
     select min(id), 'key', 'GET /', sha256('body'), $1 from personal_keys where user_id = $2`,
    [answer, ada],
  )
}

/** A file that an admin has uploaded, and that waits to be imported: it names the person, as does its report. */
export async function leaveUpload(
  { db, ada }: World,
  data_dir: string,
  { name, address }: Traced,
): Promise<void> {
  const remark = { line: 1, table: 'users', id: '1', about: name, code: 'refused', params: { why: name } }
  await writeFile(join(await openFolder(data_dir), UPLOAD), JSON.stringify({ name, email: address }))
  await db.pool.query(
    `insert into imports (made_by, file_name, stored_as, state, report)
     values ($1, 'loomio.json', $2, 'checked', $3)`,
    [ada.id, UPLOAD, JSON.stringify({ notes: [remark] })],
  )
}
