import { expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { MAIL_CONFIG, makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { dispatchSignIns } from '../../jobs/dispatch-sign-ins.ts'
import { listMails } from '../../mail/outbox-store.ts'

const OUTBOX = '/g/mill-lane/outbox'
const TRY = 'Send me a test email'

const at = await openGroupWorld({ SMTP_URL: 'smtp://mail.example.org:2525' })
const post = await openPost(at.world)

const shown = async (who: 'ada' | 'ben' = 'ada') => decoded((await at.get(OUTBOX, who)).body)

test('the page of emails says how they are sent, and sends a trial to the admin who asks', async () => {
  const first = await shown()
  expect(first).toContain('mail.example.org:2525')
  expect(first).toContain('No email from this group has been sent yet.')
  expect(first).toContain(TRY)
  const sent = await at.post(`${OUTBOX}/try`, 'ada')
  expect(sent.headers.location).toBe(`${OUTBOX}?done=tried`)
  expect(await shown()).toContain('Your test email is waiting to be sent.')
  await dispatchSignIns(at.world.db, MAIL_CONFIG.public_url)
  await post.send()
  const mail = post.smtp.received.at(-1)
  expect(JSON.stringify(mail)).toContain('Test email from')
  expect(await shown()).toContain('The mail server accepted your test email')
})

test('the list of emails tells a trial from an email to sign in', async () => {
  const [newest] = await listMails(at.world.db.pool, { status: null, per: 1, from: 0 })
  expect(newest?.kind).toBe('trial')
})

test('it says what the mail server answered to a trial that it refused', async () => {
  await at.world.db.pool.query(
    "update mails set status = 'failed', last_error = '550 sender not allowed' where sign_in_id is not null",
  )
  expect(await shown()).toContain('Your test email was not delivered. The mail server said:')
  expect(await shown()).toContain('550 sender not allowed')
})

test('nobody sends themselves more than a few trials in a while', async () => {
  const statuses = []
  for (let trial = 0; trial < 6; trial++) statuses.push((await at.post(`${OUTBOX}/try`, 'ada')).statusCode)
  expect(new Set(statuses)).toEqual(new Set([303, 429]))
  const { rows } = await at.world.db.pool.query(
    "select count(*)::int as n from sign_ins where purpose = 'trial'",
  )
  expect(rows[0].n).toBe(5)
})

test('only people who run the service see its mail server', async () => {
  await at.world.db.pool.query('insert into instance_admins (user_id) values ($1)', [at.people.ada])
  await at.world.db.pool.query(`insert into groups (key, handle, name) values ('otherGrp', 'other', 'Other')`)
  await at.world.db.pool.query(
    `insert into memberships (group_id, user_id, admin, accepted_at)
     select id, $1, true, now() from groups where handle = 'other'`,
    [at.people.ben],
  )
  await at.world.db.pool.query(
    "insert into group_counts (group_id, memberships, admin_memberships) select id, 1, 1 from groups where handle = 'other' on conflict do nothing",
  )
  const { body } = await at.get('/g/other/outbox', 'ben')
  expect(body).toContain('Emails are sent from')
  expect(body).not.toContain('mail.example.org')
})

test('without a mail server there is nothing to try', async () => {
  const mute = await openGroupWorld()
  expect((await mute.get(OUTBOX, 'ada')).body).not.toContain(TRY)
})

test('while the mail server refuses mails for good, both pages say how many failed, and the last error', async () => {
  const own = await openGroupWorld({ SMTP_URL: 'smtp://mail.example.org:2525' })
  const { smtp, dispatch, send } = await openPost(own.world)
  const page = async (url = OUTBOX, who: 'ada' | 'ben' = 'ada') => decoded((await own.get(url, who)).body)
  const GROUP = '/g/mill-lane'
  const FAILED =
    /Emails are not getting through: \d+ emails from this group failed, and none has been sent since\./
  await own.post(`${OUTBOX}/try`, 'ada')
  await dispatchSignIns(own.world.db, MAIL_CONFIG.public_url)
  await send()
  await makeThread(own.world)
  await dispatch()
  smtp.mood = 'never'
  await send()
  expect(await page()).toMatch(FAILED)
  expect(await page()).toContain('The last error was: <bdi>550 no such mailbox</bdi>')
  expect(await page()).toContain('you can send them again from their pages, or all at once.')
  expect(await page()).not.toContain('accepted your test email')
  expect(await page(GROUP)).toMatch(FAILED)
  expect(await page(GROUP)).toContain('Set up email: emails are not getting through')
  expect(await page(GROUP)).toContain('<a href="/g/mill-lane/outbox?status=failed">Emails</a>')
  expect(await page(GROUP, 'ben')).not.toMatch(FAILED)
  // The server is well again as soon as it accepts a mail.
  smtp.mood = 'take'
  const { rows } = await own.world.db.pool.query("select max(id) as id from mails where status = 'failed'")
  await own.post(`${OUTBOX}/${rows[0].id}/again`, 'ada')
  expect(await send()).toBe(1)
  for (const url of [OUTBOX, GROUP]) expect(await page(url)).not.toMatch(FAILED)
  expect(await page(GROUP)).toContain('Set up email: done')
  // The others still lack their emails.
  const LEFT = /(\d+) emails? from this group failed while the mail server was refusing emails\./
  const [, left] = LEFT.exec(await page()) ?? []
  expect(await page()).toMatch(/Send (all \d+ emails|1 email) again/)
  expect(await page()).toContain(`<a href="${OUTBOX}?status=failed">failed emails</a>`)
  expect(await page()).toContain('accepted your test email')
  expect(await page(GROUP)).toMatch(LEFT)
  expect(await page(GROUP)).toContain(`<a href="${OUTBOX}?status=failed">Emails</a>`)
  expect((await own.post(`${OUTBOX}/again`, 'ben')).statusCode).toBe(403)
  expect((await own.post(`${OUTBOX}/again`, 'ada')).headers.location).toBe(`${OUTBOX}?done=all_queued`)
  for (const url of [OUTBOX, GROUP]) expect(await page(url)).not.toMatch(LEFT)
  expect(await send()).toBe(Number(left))
  expect((await own.post(`${OUTBOX}/again`, 'ada')).headers.location).toBe(`${OUTBOX}?done=unchanged`)
})

test('while the mail server refuses mails of the group, the page says so first, and nothing of before', async () => {
  const own = await openGroupWorld({ SMTP_URL: 'smtp://mail.example.org:2525' })
  const { smtp, dispatch, send } = await openPost(own.world)
  const page = async (url = OUTBOX, who: 'ada' | 'ben' = 'ada') => decoded((await own.get(url, who)).body)
  await own.post(`${OUTBOX}/try`, 'ada')
  await dispatchSignIns(own.world.db, MAIL_CONFIG.public_url)
  await send()
  const GROUP = '/g/mill-lane'
  const [TAKEN, REFUSED] = ['accepted your test email', 'Emails are not getting through at the moment:']
  const LINE = 'Emails from this group are not getting through at the moment.'
  expect(await page()).toContain(TAKEN)
  await makeThread(own.world)
  await dispatch()
  expect(await page()).not.toContain(REFUSED)
  smtp.mood = 'later'
  await send()
  expect(await page()).toMatch(new RegExp(`${REFUSED} \\d+ emails? from this group (is|are) waiting\\.`))
  expect(await page()).toContain('The last error was: <bdi>450 mailbox busy, come back later</bdi>')
  expect(await page()).not.toContain(TAKEN)
  expect(await page(GROUP)).toContain(LINE)
  expect(await page(GROUP, 'ben')).not.toContain(LINE)
  for (const url of ['/new-poll?group=mill-lane&type=count', `${GROUP}/members?list=invited&invited=1`])
    expect(await page(url), url).toContain(LINE)
  expect(await page(`${GROUP}/members?list=invited`)).not.toContain(LINE)
  expect(await page('/new-poll?group=mill-lane&type=count', 'ben')).not.toContain(LINE)
  const plan = await own.post(`${GROUP}/invite`, 'ada', { emails: 'dora@mill.example', step: 'preview' })
  expect(plan.body).toContain('Each of them gets an email')
  expect(plan.body).toContain(LINE)
  const key = await keyOf(own.world, 'polls', await makePoll(own.world))
  expect(await page(`/p/${key}?done=started&people=2`)).toContain(LINE)
  expect(await page(`/p/${key}`)).not.toContain(LINE)
  const DELAYED = 'Emails are delayed at the moment.'
  const asked = await own.post('/sign-in', 'outsider', { address: 'nobody@else.example' })
  const cookie = asked.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const codePage = async () => (await own.web.get('/sign-in/code', cookie)).body
  expect(await codePage()).toContain(DELAYED)
  // As soon as one is accepted, the others only wait for their next attempt.
  smtp.mood = 'take'
  await own.world.db.pool.query(
    "update mails set due_at = now() where id = (select max(id) from mails where status = 'waiting')",
  )
  expect(await send()).toBe(1)
  expect(await page()).not.toContain(REFUSED)
  expect(await page(GROUP)).not.toContain(LINE)
  expect(await codePage()).not.toContain(DELAYED)
})
