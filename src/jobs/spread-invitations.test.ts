import { beforeEach, expect, test } from 'vitest'
import { serve } from '../../test/app.ts'
import { makeGroup } from '../../test/contract/acts.ts'
import { MAIL_CONFIG } from '../../test/tell.ts'
import { addMembers, createWorld, keyFor } from '../../test/world.ts'
import { findQueues } from '../metrics/queues-store.ts'
import { dispatchEvents } from './dispatch-events.ts'

/**
 * A program invites many members with one request: their mails are spread over time, as many an hour as the
 * key may invite.
 */

const PACE = 4
const QUARTER_MIN = 15
const world = await createWorld()
const { pool } = world.db
const app = await serve(world, { INVITES_PER_HOUR_KEY: String(PACE) })

beforeEach(async () => {
  await pool.query('delete from attempts')
  await pool.query('update users set mails_from = null')
  await pool.query('delete from mails')
})

let made = 0
const strangers = (count: number) => Array.from({ length: count }, () => `new${made++}@far.example`)

const ask = (path: string, payload: object, key: string) =>
  app.inject({
    method: 'POST',
    url: `/api/b1${path}`,
    headers: { authorization: `Bearer ${key}` },
    payload,
  })

/** Sends a request with a key, by default a new one; returns the key. */
async function post(path: string, payload: object, by?: string): Promise<string> {
  const key = by ?? (await keyFor(world)).key
  const answer = await ask(path, payload, key)
  expect(answer.statusCode, answer.body).toBe(200)
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  return key
}

/** For each address: the minutes until its mail is sent; null: it has none. */
async function minutes(emails: string[], kind = 'group_invitation'): Promise<(number | null)[]> {
  const { rows } = await pool.query<{ email: string; wait: number }>(
    `select u.email, greatest(0, round(extract(epoch from m.due_at - now()) / 60))::int as wait
     from mails m join users u on u.id = m.user_id where m.kind = $1`,
    [kind],
  )
  const waits = new Map(rows.map(({ email, wait }) => [email, wait]))
  return emails.map((email) => waits.get(email) ?? null)
}
const quarters = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => (from + place + 1) * QUARTER_MIN)

test('as many as the key may invite get their mail at once, the others one after another', async () => {
  const emails = strangers(PACE * 3)
  await post('/memberships', { emails })
  expect(await minutes(emails)).toEqual([...Array(PACE).fill(0), ...quarters(PACE * 2)])
})

test('within the limit all mails go out at once', async () => {
  const emails = strangers(PACE)
  await post('/memberships', { emails })
  expect(await minutes(emails)).toEqual(Array(PACE).fill(0))
})

test('mails of the next hour wait behind those still waiting', async () => {
  const [first, second] = [strangers(PACE * 3), strangers(PACE + 2)]
  await post('/memberships', { emails: first })
  await pool.query('delete from attempts')
  await post('/memberships', { emails: second })
  expect(await minutes(second)).toEqual([...Array(PACE).fill(0), ...quarters(2, PACE * 2)])
})

test('a person whose invitation waits gets no other mail before it', async () => {
  const emails = strangers(PACE + 2)
  await post('/memberships', { emails })
  await post('/discussions', { title: 'Buy this', recipient_audience: 'group', recipient_message: 'Now' })
  const told = await minutes(emails, 'announcement')
  expect(told.slice(-2)).toEqual(quarters(2))
  expect(told.slice(0, PACE)).toEqual(Array(PACE).fill(0))
})

test('a person who has opened the service in the meantime gets the mail immediately', async () => {
  const emails = strangers(PACE + 1)
  await post('/memberships', { emails })
  await pool.query('update users set email_verified = true where mails_from is not null')
  await post('/discussions', { title: 'Paint', recipient_audience: 'group' })
  expect(await minutes(emails, 'announcement')).toEqual(Array(PACE + 1).fill(0))
})

test('until they get their mail their addresses count as new, in every group', async () => {
  const emails = strangers(PACE + 2)
  const key = await post('/memberships', { emails })
  await post('/memberships', { emails: ['ada@mill.example'], remove_absent: true }, key)
  const thread = (recipient_emails: string[], by: string) =>
    ask('/discussions', { title: 'Buy this', recipient_emails }, by)
  expect((await thread(emails.slice(-1), key)).statusCode).toBe(429)
  expect((await thread(emails.slice(0, PACE), key)).statusCode).toBe(200)
  await makeGroup(world, 'orchard')
  const other = (await keyFor(world, { handle: 'orchard' })).key
  expect((await thread(emails.slice(-1), other)).statusCode).toBe(200)
  expect((await thread(strangers(PACE), other)).statusCode).toBe(429)
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  // An address counted for that group gets its mail there: other groups cause no delay.
  expect(await minutes(emails.slice(-1), 'thread_invitation')).toEqual([0])
})

test('invitations by people, and by the operator, are not spread', async () => {
  const emails = strangers(PACE * 3)
  await addMembers(world, emails)
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  expect(await minutes(emails)).toEqual(Array(PACE * 3).fill(0))
})

test('mails that are not due yet are not late', async () => {
  await post('/memberships', { emails: strangers(PACE + 1) })
  await pool.query("update mails set created_at = now() - interval '1 day' where due_at > now()")
  await pool.query('delete from mails where due_at <= now()')
  const mails = (await findQueues(pool)).find(({ queue }) => queue === 'mails')
  expect(mails).toEqual({ queue: 'mails', waiting: 1, oldest_s: 0 })
  await pool.query("update mails set due_at = now() - interval '1 hour'")
  const late = (await findQueues(pool)).find(({ queue }) => queue === 'mails')
  expect(late?.oldest_s).toBeGreaterThan(3_500)
})
