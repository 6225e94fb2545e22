import { beforeEach, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { openPost, type Post } from '../../../test/post.ts'
import { HOUR_MS, makePoll } from '../../../test/tell.ts'
import { everyRow, seen } from '../../../test/web.ts'
import { type Act, change, SYSTEM } from '../../db/db.ts'
import { copyLink } from '../../mail/copy-link.ts'
import { findMail } from '../../mail/outbox-store.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import type { HideResults } from '../../polls/poll.ts'

let at: GroupWorld
let post: Post
let id: number

const OUTBOX = '/g/mill-lane/outbox'

beforeEach(async () => {
  at = await openGroupWorld()
  post = await openPost(at.world)
  await makePoll(at.world, { told: 'holders', settings: { title: 'Shall we <b>paint</b>?' } })
  await post.dispatch()
  const { rows } = await at.world.db.pool.query(
    "select id from mails where kind = 'vote_invitation' and user_id = $1",
    [at.people.ben],
  )
  id = rows[0].id
})

describe('who sees the outbox', () => {
  test.each(['outsider', 'stranger', 'gone', 'cleo', 'ben'] as const)('%s does not', async (who) => {
    const status = who === 'ben' ? 403 : 404
    const never = seen(await at.get('/g/nobody', who))
    for (const url of [OUTBOX, `${OUTBOX}/${id}`]) {
      const page = await at.get(url, who)
      expect(page.statusCode).toBe(status)
      if (status === 404) expect(seen(page)).toBe(never)
    }
    const before = await everyRow(at.world)
    for (const act of ['link', 'again'])
      expect((await at.post(`${OUTBOX}/${id}/${act}`, who)).statusCode).toBe(status)
    expect(await everyRow(at.world)).toEqual(before)
  })

  test('nor does an admin of another group', async () => {
    await at.world.db.pool.query(
      "insert into groups (key, handle, name) values ('otherGrp', 'other', 'Other')",
    )
    await at.world.db.pool.query("update mails set group_id = (select id from groups where handle = 'other')")
    for (const odd of [id, 'x', '0', 'null'])
      expect((await at.get(`${OUTBOX}/${odd}`, 'ada')).statusCode).toBe(404)
    for (const act of ['link', 'again'])
      expect((await at.post(`${OUTBOX}/${id}/${act}`, 'ada')).statusCode).toBe(404)
  })
})

test('mails are listed by state and shown without their links; reading writes nothing', async () => {
  const before = await everyRow(at.world)
  const list = await at.get(OUTBOX, 'ada')
  expect(decoded(list.body)).toContain('Shall we <b>paint</b>?')
  expect(list.body).not.toContain('<b>paint')
  expect(list.body).toMatch(/Email is not set up: \d+ messages are waiting/)
  expect((await at.get(`${OUTBOX}?status=failed`, 'ada')).body).toContain('There are no emails here')
  const one = await at.get(`${OUTBOX}/${id}`, 'ada')
  expect(one.body).toContain('[personal link]')
  expect(one.body).not.toContain('?k=')
  expect(one.body).not.toContain('Send again')
  expect(await everyRow(at.world)).toEqual(before)
})

test('a subject runs in the direction of its language, even if it begins with a name', async () => {
  await at.world.db.pool.query('update mail_bodies set subject = $1', ['\u2068Ada\u2069: دعوة'])
  expect((await at.get(OUTBOX, 'ada')).body).toContain('<bdi dir="rtl">\u2068Ada')
  expect((await at.get(`${OUTBOX}/${id}`, 'ada')).body).toContain('<h1 dir="rtl">\u2068Ada')
})

test('a copied link works for the mail’s recipient, and the admin who copied it is recorded', async () => {
  expect((await at.get(`${OUTBOX}/${id}`, 'ada')).body).toContain('Copy the link</button>')
  const { body } = await at.post(`${OUTBOX}/${id}/link`, 'ada')
  expect(body).not.toContain('Copy the link</button>')
  const [, path = '', token = ''] = /https:\/\/moot\.example(\/p\/\w{8})\?k=([\w-]+)/.exec(body) ?? []
  expect((await at.web.follow(path, token)).page.statusCode).toBe(200)
  const { rows } = await at.world.db.pool.query(
    "select purpose, user_id, copied_by from personal_links where origin = 'page'",
  )
  expect(rows).toEqual([{ purpose: 'ballot', user_id: at.people.ben, copied_by: at.people.ada }])
  expect((await at.post(`${OUTBOX}/${id}/link`, 'ada', {}, { origin: 'null' })).statusCode).toBe(403)
})

/** The entries about copied links, newest first. */
async function copiesInHistory(): Promise<string[]> {
  await post.dispatch()
  const { body } = await at.get('/g/mill-lane/history?part=people', 'ada')
  const entries = [...body.matchAll(/<li><p>(.*?)<\/p>/g)].map(([, said = '']) =>
    said.replace(/<[^>]*>/g, ''),
  )
  return entries.map(decoded).filter((entry) => entry.includes('personal link'))
}

test('the history says whose link an admin copied', async () => {
  await at.post(`${OUTBOX}/${id}/link`, 'ada')
  expect(await copiesInHistory()).toEqual([
    'Ada Vale copied the personal link of Ben Ash from an email about Shall we <b>paint</b>?',
  ])
})

test('the history does not say whose reminder of an anonymous poll an operator copied', async () => {
  await at.world.db.pool.query('update mails set discreet = true where id = $1', [id])
  await change(at.world.db, SYSTEM, (act) => copyLink(act, id, 'https://moot.example'))
  expect(await copiesInHistory()).toEqual([
    'A personal link from an email about Shall we <b>paint</b>? was copied on the command line',
  ])
  const { rows } = await at.world.db.pool.query(
    "select recipient_ids from events where kind = 'mailed_link_copied'",
  )
  expect(rows).toEqual([{ recipient_ids: [] }])
})

test('a sent or failed mail can be sent again', async () => {
  await post.send()
  const { rows } = await at.world.db.pool.query('select status from mails where id = $1', [id])
  expect(rows[0].status).toBe('sent')
  expect((await at.get(`${OUTBOX}/${id}`, 'ada')).body).toContain('Send again')
  expect((await at.post(`${OUTBOX}/${id}/again`, 'ada')).statusCode).toBe(303)
  await at.post(`${OUTBOX}/${id}/again`, 'ada')
  const before = post.smtp.received.length
  await post.send()
  expect(post.smtp.received.slice(before).map((mail) => mail.to)).toEqual([['ben@mill.example']])
})

describe('mails with the results of a poll', () => {
  const RESULT = 'Agree 1'

  const reported = async (hide_results: HideResults) => {
    const { db, ada } = at.world
    const act = <T>(run: (act: Act) => Promise<T>) => change(db, { kind: 'person', user_id: ada.id }, run)
    const poll_id = await makePoll(at.world, { told: 'holders', settings: { hide_results } })
    await post.dispatch()
    await castBallot(db, { poll_id, user_id: at.people.ben, choices: { agree: 1 }, reason: null })
    await act((one) => closePoll(one, poll_id))
    await post.dispatch()
    const outcome = { statement: 'So be it.', poll_option_id: null, review_on: null }
    await act((one) => publishOutcome(one, { ...outcome, poll_id }))
    await post.dispatch()
    const { rows } = await db.pool.query<{ id: number; kind: string }>(
      'select id, kind from mails where poll_id = $1 order by id',
      [poll_id],
    )
    const first = (kind: string) => rows.find((row) => row.kind === kind)?.id ?? 0
    return {
      mails: { outcome: first('outcome'), invitation: first('vote_invitation') },
      reopen: () => act((one) => reopenPoll(one, poll_id, new Date('2099-06-01T12:00:00Z'))),
    }
  }
  const shown = async (mail: number) => decoded((await at.get(`${OUTBOX}/${mail}`, 'ada')).body)
  const stored = async (mail: number) => JSON.stringify(await findMail(at.world.db.pool, mail))

  test.each(['until_closed', 'until_vote'] as const)(
    'do not show them while the reopened poll hides them, %s',
    async (hide_results) => {
      const { mails, reopen } = await reported(hide_results)
      expect(await shown(mails.outcome)).toContain(RESULT)
      expect(await stored(mails.outcome)).toContain(RESULT)
      await reopen()
      expect(await shown(mails.outcome)).not.toContain(RESULT)
      expect(await shown(mails.outcome)).toContain('the poll’s results are hidden at the moment')
      expect(await stored(mails.outcome)).not.toContain(RESULT)
      const copied = await at.post(`${OUTBOX}/${mails.outcome}/link`, 'ada')
      expect(copied.statusCode).toBe(200)
      expect(copied.body).not.toContain(RESULT)
      expect(await shown(mails.invitation)).toContain('[personal link]')
    },
  )

  test('do where the poll hides nothing', async () => {
    const { mails, reopen } = await reported('off')
    await reopen()
    expect(await shown(mails.outcome)).toContain(RESULT)
  })
})

test('reminders of anonymous polls are never listed', async () => {
  const poll_id = await makePoll(at.world, {
    told: 'nobody',
    settings: {
      title: 'Secret',
      anonymous: true,
      stance_reason_required: 'disabled',
      notify_on_closing_soon: 'undecided_voters',
      closing_at: new Date(Date.now() + 48 * HOUR_MS),
    },
  })
  await at.world.db.pool.query(
    `insert into mails (event_id, user_id, group_id, poll_id, kind, body_hash, only_undecided, discreet)
     select (select id from events where poll_id = $1), user_id, group_id, $1, 'closing_soon', body_hash, true, true
     from mails where id = $2`,
    [poll_id, id],
  )
  const { rows } = await at.world.db.pool.query('select id from mails where discreet')
  expect((await at.get(OUTBOX, 'ada')).body).not.toContain(`${OUTBOX}/${rows[0].id}`)
  expect((await at.get(`${OUTBOX}/${rows[0].id}`, 'ada')).statusCode).toBe(404)
  for (const act of ['link', 'again'])
    expect((await at.post(`${OUTBOX}/${rows[0].id}/${act}`, 'ada')).statusCode).toBe(404)
})
