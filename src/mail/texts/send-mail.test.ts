import { beforeEach, expect, test } from 'vitest'
import { findLink } from '../../../test/links.ts'
import { openPost } from '../../../test/post.ts'
import { MAIL_CONFIG, makeThread } from '../../../test/tell.ts'
import { addMembers, createWorld } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { LEASE_MS } from '../../db/due-rows.ts'
import { sendDueMails } from '../../jobs/send-due-mails.ts'
import { hashToken } from '../../users/secret.ts'
import { copyLink } from '../copy-link.ts'
import { findMail, hastenMails, listMails } from '../outbox-store.ts'
import { loadRefusals } from '../refusals/load-refusals.ts'
import { openTransport } from '../transport.ts'
import { fillLinks, unsentLinks } from './placeholders.ts'

const world = await createWorld()
const post = await openPost(world)
const [ben = 0] = await addMembers(world, ['ben@mill.example'])
await world.db.pool.query('update memberships set accepted_at = now()')
const { pool } = world.db

const makeDue = () => pool.query("update mails set due_at = now() where status = 'waiting'")
const last = async () => (await post.outbox()).at(-1)

beforeEach(async () => {
  post.smtp.mood = 'take'
  await makeDue()
  await post.deliver()
  await makeThread(world, { user_ids: [ben] })
  await post.dispatch()
})

test('a busy server is retried for a day, with growing pauses', async () => {
  post.smtp.mood = 'later'
  expect(await post.send()).toBe(0)
  expect(await last()).toMatchObject({
    status: 'waiting',
    attempts: 1,
    last_error: expect.stringContaining('450'),
    due_in_s: 60,
  })
  await makeDue()
  await post.send()
  expect(await last()).toMatchObject({ status: 'waiting', attempts: 2, due_in_s: 300 })
  expect(await post.send()).toBe(0)
  expect(await last()).toMatchObject({ attempts: 2 })
  post.smtp.mood = 'take'
  await makeDue()
  expect(await post.send()).toBe(1)
  expect(await last()).toMatchObject({ status: 'sent', attempts: 3, last_error: null })
})

test('a start of the service makes mails due that wait after failures, and costs them no attempt', async () => {
  post.smtp.mood = 'later'
  await pool.query("update mails set attempts = 4 where status = 'waiting'")
  await post.send()
  expect(await last()).toMatchObject({ attempts: 5, due_in_s: 3600 })
  for (const _ of ['one start', 'another']) {
    await hastenMails(pool, LEASE_MS)
    expect(await loadRefusals(pool)).toMatchObject({ last_error: null })
    await post.send()
    expect(await last()).toMatchObject({ attempts: 5, last_error: expect.stringContaining('450') })
  }
})

test('a start makes a mail due that has failed once, a moment before', async () => {
  post.smtp.mood = 'later'
  await post.send()
  expect(await last()).toMatchObject({ attempts: 1, due_in_s: 60 })
  await hastenMails(pool, LEASE_MS)
  expect(await loadRefusals(pool)).toMatchObject({ last_error: null })
  await post.send()
  expect(await last()).toMatchObject({ attempts: 2 })
})

test('a start does not touch a mail that another process may be sending', async () => {
  await pool.query(
    `update mails set attempts = 2, last_error = '450', due_at = now() + interval '59 seconds' where status = 'waiting'`,
  )
  await hastenMails(pool, LEASE_MS)
  expect(await last()).toMatchObject({ attempts: 2, last_error: '450' })
})

test('the mail fails after a day of retries', async () => {
  post.smtp.mood = 'later'
  await pool.query("update mails set attempts = 40 where status = 'waiting'")
  await post.send()
  expect(await last()).toMatchObject({ status: 'failed', last_error: expect.stringContaining('450') })
})

test('a permanent refusal is not retried', async () => {
  post.smtp.mood = 'never'
  await post.send()
  const failed = await last()
  expect(failed).toMatchObject({ status: 'failed', attempts: 1, last_error: expect.stringContaining('550') })
  await makeDue()
  post.smtp.mood = 'take'
  expect(await post.send()).toBe(0)
})

test('a server’s error that quotes the mail is stored without the tokens, and not logged at all', async () => {
  post.smtp.mood = 'refuse_content'
  await post.send()
  const failed = await last()
  expect(failed).toMatchObject({ status: 'failed', last_error: expect.stringContaining('refused') })
  expect(failed?.last_error).not.toMatch(/k=(3D)?[\w-]{8}/)
  expect(post.log.lines.at(-1)).toBe(
    JSON.stringify([{ mail_id: failed?.id, code: '554' }, 'email permanently rejected']),
  )
})

test('if the connection breaks after the data, the mail is retried after a minute with the same Message-ID', async () => {
  post.smtp.mood = 'lose_answer'
  const before = post.smtp.received.length
  await post.send()
  expect(await last()).toMatchObject({ status: 'waiting', attempts: 1, due_in_s: 60 })
  post.smtp.mood = 'take'
  await makeDue()
  expect(await post.send()).toBe(1)
  const [first, second, ...others] = post.smtp.received.slice(before)
  expect(others).toEqual([])
  expect(second?.email.messageId).toBe(first?.email.messageId)
  // Both mails arrived, and the links of both work.
  for (const mail of [first, second]) {
    const token = /k=([\w-]{32})/.exec(mail?.email.text ?? '')?.[1] ?? ''
    expect(await findLink(pool, token)).toMatchObject({ user_id: ben })
  }
})

test('a server that is unreachable or drops the connection does not fail the mail permanently', async () => {
  post.smtp.mood = 'hang_up'
  await post.send()
  expect(await last()).toMatchObject({ status: 'waiting', attempts: 1 })
  const nobody = openTransport({ ...MAIL_CONFIG, smtp_url: 'smtp://127.0.0.1:1' })
  if (nobody === null) throw new Error('it is configured')
  await makeDue()
  await sendDueMails({ db: world.db, config: MAIL_CONFIG, transport: nobody }, post.log as never)
  nobody.close()
  expect(await last()).toMatchObject({
    status: 'waiting',
    attempts: 2,
    last_error: expect.stringContaining('ECONNREFUSED'),
  })
})

test('no other process takes a claimed mail until its lease ends', async () => {
  const before = post.smtp.received.length
  await Promise.all([post.send(), post.send(), post.send()])
  expect(post.smtp.received.length - before).toBe(1)
})

test('the outbox is listed newest first; a copied link works, and is recorded as copied', async () => {
  const [newest] = await listMails(pool, { status: 'waiting', per: 1, from: 0 })
  expect(newest).toMatchObject({
    kind: 'announcement',
    status: 'waiting',
    email: 'ben@mill.example',
    group_handle: 'mill-lane',
  })
  expect(await listMails(pool, { status: 'failed', per: 50, from: 0 })).toSatisfy(
    (all: { status: string }[]) => all.every((mail) => mail.status === 'failed'),
  )
  const mail = await findMail(pool, newest?.id ?? 0)
  expect(fillLinks(mail?.text_body ?? '', unsentLinks())).toContain('Read thread:\n[personal link]')
  const { link: address } = await change(world.db, SYSTEM, (act) =>
    copyLink(act, newest?.id ?? 0, 'https://moot.example.org'),
  )
  const token = /^https:\/\/moot\.example\.org\/d\/\w{8}\?k=([\w-]{32})$/.exec(address ?? '')?.[1] ?? ''
  expect(await findLink(pool, token)).toMatchObject({ purpose: 'thread', user_id: ben })
  const { rows } = await pool.query('select origin from personal_links where hash = $1', [hashToken(token)])
  expect(rows).toEqual([{ origin: 'command_line' }])
  await expect(change(world.db, SYSTEM, (act) => copyLink(act, 0, ''))).rejects.toThrow('There is no email')
})
