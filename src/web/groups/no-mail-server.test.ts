import { beforeEach, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'

let at: GroupWorld

const MEMBERS = '/g/mill-lane/members'
const INVITE = '/g/mill-lane/invite'

beforeEach(async () => {
  at = await openGroupWorld()
})

describe('a service without a mail server', () => {
  const NOTE = 'Email is not set up'
  const noted = async (world: GroupWorld, who: 'ada' | 'ben') =>
    [INVITE, MEMBERS, '/g/mill-lane/outbox'].map(async (url) =>
      (await world.get(url, who)).body.includes(NOTE),
    )

  test('tells admins where they invite people, and nobody else', async () => {
    expect(await Promise.all(await noted(at, 'ada'))).toEqual([true, true, true])
    expect(await Promise.all(await noted(at, 'ben'))).toEqual([false, false, false])
  })

  test('counts no waiting emails right after inviting: they are still being made', async () => {
    await (await openPost(at.world)).dispatch()
    expect((await at.get(MEMBERS, 'ada')).body).toMatch(/messages? (is|are) waiting/)
    const sent = await at.post(INVITE, 'ada', { emails: 'nina@far.example', step: 'invite' })
    const { body } = await at.get(String(sent.headers.location), 'ada')
    expect(body).toContain('1 person was invited.')
    expect(body).toContain(`<strong>${NOTE}.</strong>`)
    expect(body).not.toMatch(/messages? (is|are) waiting/)
  })

  test('speaks to strangers of the link they were given, not of an email', async () => {
    const mailing = await openGroupWorld({ SMTP_URL: 'smtp://localhost:1' })
    const OF_EMAILS = /in your (invitation )?email|sign in by email|the email you received|from their emails/
    for (const url of ['/', '/d/abcdefgh'])
      expect((await mailing.get(url, 'outsider')).body, url).toMatch(OF_EMAILS)
    for (const url of ['/', '/d/abcdefgh', '/d/link-put-away'])
      expect((await at.get(url, 'outsider')).body, url).not.toMatch(OF_EMAILS)
  })

  test('does not promise emails on the button that starts a poll, or in its preview', async () => {
    const fields = {
      ...{ group: 'mill-lane', poll_type: 'proposal', title: 'We buy a second bike shed' },
      ...{ positions: ['agree', 'disagree'], closing_at: '2031-01-31T18:00', tell: 'voters' },
    }
    for (const step of ['edit', 'preview']) {
      const { body } = await at.post('/new-poll', 'ada', { ...fields, step })
      expect(body).toContain('Start poll</button>')
      expect(body).not.toMatch(/and notify|(person gets|people get) an email/)
    }
  })

  test('says so on the pages of polls and threads that would send mails, and links to all links', async () => {
    const poll_id = await makePoll(at.world, { recipients: { audience: 'group' } })
    const secret_id = await makePoll(at.world, { settings: { anonymous: true } })
    const post = await openPost(at.world)
    await post.dispatch()
    const [poll, secret] = [
      `/p/${await keyOf(at.world, 'polls', poll_id)}`,
      `/p/${await keyOf(at.world, 'polls', secret_id)}`,
    ]
    const thread = `/d/${await keyOf(at.world, 'discussions', await makeThread(at.world))}`
    for (const url of [poll, `${poll}/invite`, `${poll}/remind`, secret]) {
      expect((await at.get(url, 'ada')).body, url).toMatch(/Email is not set up: \d+ messages are waiting/)
      expect((await at.get(url, 'ben')).body, url).not.toContain(NOTE)
    }
    expect((await at.get(poll, 'ada')).body).toContain(`href="${poll}/voters"`)
    expect((await at.get(secret, 'ada')).body).toContain('A list of all links would reveal who has voted')
    for (const url of [`${thread}/people`, '/g/mill-lane/new-thread']) {
      expect((await at.get(url, 'ada')).body, url).toContain(NOTE)
      expect((await at.get(url, 'ben')).body, url).not.toContain(NOTE)
    }
  })

  test('says so before people are invited, on the form of a poll, and where links are copied', async () => {
    const preview = (who: 'ada' | 'ben') =>
      at.post(INVITE, who, { emails: 'kim@far.example', step: 'preview' })
    expect((await preview('ada')).body).toContain(NOTE)
    expect((await at.post(INVITE, 'ada', { emails: ' ', step: 'preview' })).body).toContain(NOTE)
    const poll_id = await makePoll(at.world, { recipients: { audience: 'group' } })
    const form = '/new-poll?group=mill-lane&type=proposal'
    const { rows } = await at.world.db.pool.query('select id from memberships where user_id = $1', [
      at.people.cleo,
    ])
    for (const url of [
      form,
      `/p/${await keyOf(at.world, 'polls', poll_id)}/voters`,
      `${MEMBERS}/${rows[0].id}`,
    ])
      expect((await at.get(url, 'ada')).body, url).toContain(NOTE)
    expect((await at.get(form, 'ben')).body).not.toContain(NOTE)
  })

  test('says on the list of emails how to set up a mail server, and names no links where nobody needs one', async () => {
    const { body } = await at.get('/g/mill-lane/outbox', 'ada')
    expect(body).toContain('SMTP_URL=')
    expect(body).toContain('Copy links for everyone')
    expect((await at.get(`${MEMBERS}?list=invited`, 'ada')).body).not.toContain('Copy links for everyone')
    const invited = (await at.get(`${MEMBERS}?list=invited`, 'ada')).body
    expect(invited.indexOf('Copy all links')).toBeLessThan(invited.indexOf('class="list people bare"'))
    await at.world.db.pool.query('update memberships set accepted_at = now() where accepted_at is null')
    await at.world.db.pool.query('update group_counts set pending_memberships = 0')
    expect((await at.get(INVITE, 'ada')).body).not.toContain('Copy links for everyone')
  })

  test('offers no voting links once everyone has voted', async () => {
    const poll_id = await makePoll(at.world, { recipients: { audience: 'group' } })
    const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
    const offers = async () =>
      (await at.get(path, 'ada')).body.includes('Copy links for everyone who hasn’t voted')
    expect(await offers()).toBe(true)
    await at.world.db.pool.query('update tallies set voters = 0 where poll_id = $1', [poll_id])
    expect(await offers()).toBe(false)
  })

  test('says after a poll is started where the links are, once', async () => {
    const poll_id = await makePoll(at.world, {
      actor: { kind: 'person', user_id: at.world.ada.id },
      recipients: { audience: 'group' },
    })
    const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
    const { body } = await at.get(`${path}?done=started&people=3`, 'ada')
    expect(body).not.toContain('3 people get an email')
    expect(body.split('Email is not set up')).toHaveLength(2)
    expect(body.split(`href="${path}/voters"`)).toHaveLength(3)
  })

  test('promises emails to nobody, admin or not', async () => {
    const thread = `/d/${await keyOf(at.world, 'discussions', await makeThread(at.world))}`
    for (const who of ['ada', 'ben'] as const) {
      const { body } = await at.get(`${thread}/people?invited=2`, who)
      expect(body).toContain('2 people were invited.')
      expect(body).not.toContain('a personal link to this thread')
    }
  })

  test('promises none where voting opens, an outcome is published, a thread is previewed or people ask to join', async () => {
    const PROMISES = /(you|ada|everyone[^.]*|people|person) gets? (an email|the answer by email)/i
    const draft_id = await makePoll(at.world, { settings: { closing_at: null } })
    const draft = `/p/${await keyOf(at.world, 'polls', draft_id)}`
    expect((await at.get(draft, 'ben')).body).toContain('Voting has not opened yet.')
    const done = `/p/${await keyOf(at.world, 'polls', await makePoll(at.world))}`
    await at.post(`${done}/close`, 'ada')
    const thread = { title: 'Gate', description: '', recipient_emails: 'gus@far.example', act: 'preview' }
    const links = (await at.post('/g/mill-lane/links', 'ada', { asks: 'true' })).body
    const join = `/join?k=${/\/join\?k=([\w-]{32})/.exec(links)?.[1]}`
    const pages = [
      await at.get(draft, 'ben'),
      await at.get(`${draft}/open`, 'ada'),
      await at.get(`${done}/outcome`, 'ada'),
      await at.post('/g/mill-lane/new-thread', 'ben', thread),
      await at.get(join, 'stranger'),
      await at.post('/join', 'stranger', { k: join.slice('/join?k='.length) }),
    ]
    for (const { body, statusCode } of pages) {
      expect(statusCode).toBe(200)
      expect(body).not.toMatch(PROMISES)
    }
    expect(pages[1]?.body).toContain(NOTE)
    expect(pages[5]?.body).toContain('open the group’s link again later')
  })

  test('first says what to do, and then why', async () => {
    const { body } = await at.get(INVITE, 'ada')
    expect(body.indexOf('Copy links for everyone')).toBeGreaterThan(body.indexOf(NOTE))
    expect(body.indexOf('Copy links for everyone')).toBeLessThan(
      body.indexOf('This service sends no emails until'),
    )
  })

  test('shows no such notes once there is a server', async () => {
    const sending = await openGroupWorld({ SMTP_URL: 'smtp://localhost:1' })
    expect(await Promise.all(await noted(sending, 'ada'))).toEqual([false, false, false])
  })
})
