import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../test/group-web.ts'
import { makePoll, makeThread, type PollWish } from '../../test/tell.ts'
import { everyRow, keyOf, tokenFor } from '../../test/web.ts'
import { keyFor } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { discardDiscussion } from '../members/discard-discussion.ts'
import { discardPoll } from '../polls/discard-poll.ts'
import { makeOpenLink } from '../polls/open/make-open-link.ts'
import { lockPoll } from '../polls/polls-store.ts'
import { ensurePeople } from '../users/users-store.ts'

const TITLE = 'Shall we paint the shed?'
const GUEST = 'guest@else.example'
const NEVER = 'Zz9Yy8Xx'
const DELETED = /It was deleted on <time[^>]*>[^<]+<\/time>\. Nobody can open it any more\./

let at: GroupWorld
let guest: number

beforeAll(async () => {
  at = await openGroupWorld()
  ;[guest = 0] = await ensurePeople(at.world.db.pool, [GUEST])
})

const byAda = () => ({ kind: 'person', user_id: at.people.ada }) as const

/** A poll with a guest among its voters, which Ada deletes once the link of that guest is made. */
async function deletedPoll(wish: PollWish = {}): Promise<{ path: string; poll_id: number; token: string }> {
  const settings = { title: TITLE, ...wish.settings }
  const recipients = { audience: 'group' as const, emails: [GUEST] }
  const poll_id = await makePoll(at.world, { recipients, ...wish, settings })
  const token = await tokenFor(at.world, 'ballot', { user_id: guest, poll_id })
  await change(at.world.db, byAda(), (act) => discardPoll(act, poll_id))
  return { path: `/p/${await keyOf(at.world, 'polls', poll_id)}`, poll_id, token }
}

describe('a deleted poll', () => {
  let poll: Awaited<ReturnType<typeof deletedPoll>>

  beforeEach(async () => {
    poll = await deletedPoll()
  })

  test('says when it was deleted to members and to people with their own link, and nothing that it said', async () => {
    const own = await at.web.get(`${poll.path}?k=${poll.token}`)
    const pages = [await at.get(poll.path, 'ben'), await at.get(`${poll.path}/history`, 'ben'), own]
    for (const { statusCode, body, headers } of pages) {
      expect(statusCode).toBe(410)
      expect(headers['cache-control']).toBe('no-store')
      expect(body).toContain('<h1>This poll was deleted</h1>')
      expect(body).toMatch(DELETED)
      expect(decoded(body)).not.toMatch(/paint|Ada Vale/)
      expect(body).not.toContain(poll.token)
    }
    expect(own.body).not.toContain('/g/mill-lane')
    expect(own.body).toContain('<p class="kicker" dir="auto">Mill Lane Co-op</p>')
  })

  test('says so to a browser that keeps the link, for every page of the poll and every form', async () => {
    const poll_id = await makePoll(at.world, { recipients: { emails: [GUEST] } })
    const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
    const token = await tokenFor(at.world, 'ballot', { user_id: guest, poll_id })
    const { cookie } = await at.web.follow(path, token)
    await change(at.world.db, byAda(), (act) => discardPoll(act, poll_id))
    expect((await at.web.get(`${path}/audit`, cookie)).statusCode).toBe(410)
    const before = await everyRow(at.world)
    const sent = await at.web.post(
      `${path}/ballot`,
      { choice: '1', reason: 'Because I say so' },
      { 'sec-fetch-site': 'same-origin', cookie },
    )
    expect(sent.statusCode).toBe(410)
    expect(sent.body).toContain('<h1>Nothing was saved</h1><h2>This poll was deleted</h2>')
    expect(sent.body).toMatch(DELETED)
    expect(sent.body).toContain('Because I say so')
    expect(await everyRow(at.world)).toEqual(before)
  })

  test('speaks the language of its reader, or else of the group', async () => {
    const ask = async () => (await at.web.get(`${poll.path}?k=${poll.token}`)).body
    const group = 'update groups set locale = $1'
    const own = 'update users set locale = $1 where id = $2'
    await at.world.db.pool.query(group, ['fr'])
    expect(await ask()).toContain('Cette consultation a été supprimée')
    await at.world.db.pool.query(own, ['de', guest])
    expect(await ask()).toContain('Diese Abstimmung wurde gelöscht')
    await at.world.db.pool.query(group, [null])
    await at.world.db.pool.query(own, [null, guest])
  })

  test('has its time in the zone of the group for readers without one of their own', async () => {
    for (const { body } of [await at.get(poll.path, 'ben'), await at.web.get(`${poll.path}?k=${poll.token}`)])
      expect(body).toMatch(/It was deleted on <time[^>]*>[^<]+\(Germany Time\)<\/time>/)
  })

  test('says by whom to admins and to that person alone', async () => {
    expect(decoded((await at.get(poll.path, 'ada')).body)).toMatch(/Ada Vale<\/bdi> deleted it on <time/)
    const { rows } = await at.world.db.pool.query<{ id: number }>(
      "update events set actor_id = $1 where kind = 'poll_discarded' and poll_id = $2 returning id",
      [at.people.ben, poll.poll_id],
    )
    expect(rows).toHaveLength(1)
    expect(decoded((await at.get(poll.path, 'ben')).body)).toMatch(/Ben Ash<\/bdi> deleted it on <time/)
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people.ada, poll_id: poll.poll_id })
    expect((await at.web.get(`${poll.path}?k=${token}`)).body).toMatch(DELETED)
  })

  test.each(['outsider', 'stranger', 'gone'] as const)('does not exist for %s', async (who) => {
    for (const rest of ['', '/history', '/discard', '/edit', `?k=${'x'.repeat(43)}`]) {
      const [deleted, never] = [
        await at.get(`${poll.path}${rest}`, who),
        await at.get(`/p/${NEVER}${rest}`, who),
      ]
      expect(deleted.statusCode).toBe(404)
      expect(deleted.body.replaceAll(poll.path.slice(3), NEVER)).toBe(never.body)
      expect(deleted.headers['content-length']).toBe(never.headers['content-length'])
    }
  })

  test('does not exist for a guest whose link is for another poll, or who was removed', async () => {
    const other = await deletedPoll({ recipients: { emails: ['other@else.example'] } })
    expect((await at.web.get(`${other.path}?k=${poll.token}`)).statusCode).toBe(404)
    await at.world.db.pool.query(
      'update electorate set withdrawn_at = now() where poll_id = $1 and user_id = $2',
      [poll.poll_id, guest],
    )
    expect((await at.web.get(`${poll.path}?k=${poll.token}`)).statusCode).toBe(404)
  })

  test('has no page of any other name, as polls that exist', async () => {
    const live = `/p/${await keyOf(at.world, 'polls', await makePoll(at.world))}`
    for (const path of [poll.path, live, '/d/Zz9Yy8Xx', '/vote'])
      for (const who of ['ben', 'outsider'] as const) {
        expect((await at.get(`${path}/nothing?k=1`, who)).statusCode).toBe(404)
        expect((await at.post(`${path}/nothing`, who, { k: '1' })).statusCode).toBe(404)
      }
  })

  test('does not exist for programs', async () => {
    const { key } = await keyFor(at.world)
    const answer = await at.web.app.inject({
      method: 'GET',
      url: `/api/b1/polls/${poll.path.slice(3)}`,
      headers: { authorization: `Bearer ${key}` },
    })
    expect(answer.statusCode).toBe(404)
    const plain = await at.web.app.inject({
      method: 'GET',
      url: poll.path,
      headers: { accept: 'application/json' },
    })
    expect(plain.statusCode).toBe(404)
  })

  test('does not exist while its group is suspended', async () => {
    const suspend = 'update groups set suspended_at = $1 where id = $2'
    await at.world.db.pool.query(suspend, [new Date(), at.world.group.id])
    const page = await at.get(poll.path, 'ben')
    await at.world.db.pool.query(suspend, [null, at.world.group.id])
    expect(page.statusCode).toBe(404)
  })
})

test('a deleted poll says the same to its voters in an anonymous poll, whether they voted or not', async () => {
  const settings = { anonymous: true, stance_reason_required: 'disabled' as const }
  const { path, poll_id, token } = await deletedPoll({ settings })
  const ask = async () => (await at.web.get(`${path}?k=${token}`)).body
  const before = await ask()
  await at.world.db.pool.query('update electorate set voted = true where poll_id = $1 and user_id = $2', [
    poll_id,
    guest,
  ])
  expect(await ask()).toBe(before)
  expect(before).toMatch(DELETED)
})

test('an open link says that its poll was deleted; a made-up one does not work', async () => {
  const poll_id = await makePoll(at.world, { settings: { title: TITLE, open_link: true } })
  const { token } = await change(at.world.db, byAda(), async (act) => {
    const locked = await lockPoll(act.tx, poll_id)
    if (locked === null) throw new Error('no poll')
    return makeOpenLink(act, { poll: locked.poll, most: null, made_by: at.people.ada })
  })
  await change(at.world.db, SYSTEM, (act) => discardPoll(act, poll_id))
  const page = await at.web.get(`/vote?k=${token}`)
  expect(page.statusCode).toBe(410)
  expect(page.body).toMatch(DELETED)
  expect(page.body).not.toMatch(/paint|\/g\/mill-lane/)
  const never = await at.web.get(`/vote?k=${'x'.repeat(token.length)}`)
  expect([never.statusCode, never.body.includes('deleted')]).toEqual([404, false])
})

describe('a deleted thread', () => {
  async function deletedThread() {
    const id = await makeThread(at.world, { emails: [GUEST] }, TITLE)
    const poll_id = await makePoll(at.world, {
      discussion_id: id,
      recipients: { emails: ['voter@else.example'] },
    })
    const token = await tokenFor(at.world, 'thread', { user_id: guest, discussion_id: id })
    const [voter = 0] = await ensurePeople(at.world.db.pool, ['voter@else.example'])
    const of_voter = await tokenFor(at.world, 'thread', { user_id: voter, discussion_id: id })
    await change(at.world.db, byAda(), (act) => discardDiscussion(act, id))
    const path = `/d/${await keyOf(at.world, 'discussions', id)}`
    return { path, poll: `/p/${await keyOf(at.world, 'polls', poll_id)}`, token, of_voter }
  }

  test('says when it was deleted to its readers, and so do its polls', async () => {
    const { path, poll, token, of_voter } = await deletedThread()
    for (const page of [
      await at.get(path, 'ben'),
      await at.web.get(`${path}?k=${token}`),
      await at.web.get(`${path}?k=${of_voter}`),
      await at.get(`${path}/edit`, 'ben'),
    ]) {
      expect(page.statusCode).toBe(410)
      expect(page.body).toContain('<h1>This thread was deleted</h1>')
      expect(page.body).toMatch(DELETED)
      expect(page.body).not.toMatch(/paint|Ada Vale/)
    }
    expect((await at.get(poll, 'ben')).statusCode).toBe(410)
    expect(decoded((await at.get(path, 'ada')).body)).toMatch(/Ada Vale<\/bdi> deleted it on/)
  })

  test.each(['outsider', 'stranger', 'gone'] as const)('does not exist for %s', async (who) => {
    const { path } = await deletedThread()
    const [deleted, never] = [await at.get(path, who), await at.get(`/d/${NEVER}`, who)]
    expect([deleted.statusCode, never.statusCode]).toEqual([404, 404])
    expect(deleted.body.replaceAll(path.slice(3), NEVER)).toBe(never.body)
  })

  test('keeps the words of a comment that came too late', async () => {
    const { path } = await deletedThread()
    const sent = await at.post(`${path}/comments`, 'ben', { body: 'A late word' })
    expect(sent.statusCode).toBe(410)
    expect(sent.body).toContain('A late word')
  })
})
