import { beforeAll, describe, expect, test } from 'vitest'
import { signedInCookie } from '../../../test/group-web.ts'
import { makePoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { everyRow, SAME_ORIGIN, seen, tokenFor } from '../../../test/web.ts'
import { loadKeyGroup } from '../../keys/load-key-group.ts'

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
})

async function userId(email: string): Promise<number> {
  const { rows } = await at.world.db.pool.query<{ id: number }>('select id from users where email = $1', [
    email,
  ])
  return rows[0]?.id ?? 0
}

async function byLink(email: string, discussion_id: number, path: string) {
  const token = await tokenFor(at.world, 'thread', { user_id: await userId(email), discussion_id })
  return { ...(await at.web.follow(path, token)), token }
}

describe('by a personal link', () => {
  test('a member reads the thread, and nothing is written', async () => {
    const { id, path } = await at.thread()
    const token = await tokenFor(at.world, 'thread', { user_id: at.people.cleo, discussion_id: id })
    const before = await everyRow(at.world)
    const { page } = await at.web.follow(path, token)
    for (const words of [
      'Thread in Mill Lane Co-op',
      '<h1 dir="auto">Bikes</h1>',
      'There are <em>too many</em> bikes.',
      'created for c•••@mill.example',
      'Post comment</button>',
    ])
      expect(page.body).toContain(words)
    expect(page.body).not.toContain('as a guest')
    expect(page.body).not.toContain('cleo@mill.example')
    expect(page.headers['referrer-policy']).toBe('same-origin')
    expect(await everyRow(at.world)).toEqual(before)
  })

  test('a guest reads only this thread, and only while a guest', async () => {
    const { id, path } = await at.thread({ emails: ['gus@far.example'] })
    const other = await at.thread()
    const { page, cookie } = await byLink('gus@far.example', id, path)
    expect(page.body).toContain('as a guest')
    expect(page.body).not.toContain('/g/mill-lane')
    expect(page.body).not.toContain('Ben Ash')
    const people = (await at.web.get(`${path}/people`, cookie)).body
    expect(people).toContain('2 members, 2 invited')
    expect(people).toContain('Unnamed person')
    expect(people.split('</main>')[0]).not.toContain('@far.example')
    expect(people).not.toContain('Ben Ash')
    const own = (await at.get(`${path}/people`, 'cleo')).body
    expect(own).toContain('Ben Ash')
    expect(own.match(/>Invited</g)).toHaveLength(2)
    const never = seen(await at.web.get('/d/AAAAAAA9'))
    expect(seen(await at.web.get(other.path, cookie))).toBe(never)
    await at.world.db.pool.query('delete from thread_guests where discussion_id = $1', [id])
    for (const place of ['', '/people', '/history', '/edit', '/comments/1'])
      expect(seen(await at.web.get(path + place, cookie))).toBe(never)
  })

  test('a ballot token opens no thread but that of its poll', async () => {
    const { id, path } = await at.thread()
    const other = await at.thread()
    const poll_id = await makePoll(at.world, { discussion_id: id })
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people.ben, poll_id })
    expect((await at.web.get(`${other.path}?k=${token}`)).statusCode).toBe(404)
    expect((await at.web.get(`${path}?k=${token}`)).statusCode).toBe(303)
  })

  test('overrides the session, says whose it is, and can be forgotten', async () => {
    const { id, path } = await at.thread({ emails: ['gus@far.example'] })
    const { cookie } = await byLink('gus@far.example', id, path)
    const page = await at.web.get(path, cookie)
    expect(page.body).toContain('Not g•••@far.example? Leave this thread')
    const left = await at.web.post(`${path}/not-me`, {}, { ...SAME_ORIGIN, cookie })
    expect([left.statusCode, left.headers.location]).toEqual([303, '/d/link-put-away'])
    expect(String(left.headers['set-cookie'])).toContain('Max-Age=0')
    expect((await at.web.get('/d/link-put-away')).body).toContain('To return, open the link again.')
    const signed_in = `${cookie}; ${await signedInCookie(at.world, at.people.stranger)}`
    const away = await at.web.post(`${path}/not-me`, {}, { ...SAME_ORIGIN, cookie: signed_in })
    expect(away.headers.location).toBe('/d/link-put-away')
  })
})

describe('by session', () => {
  test.each(['ada', 'ben', 'cleo'] as const)('%s, a member, reads and may comment', async (who) => {
    const { path } = await at.thread()
    const page = await at.get(path, who)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Post comment</button>')
    expect(page.body).not.toContain('Your link is personal')
  })

  test.each(['stranger', 'gone', 'outsider'] as const)('%s gets the same 404, byte for byte', async (who) => {
    const { path } = await at.thread()
    const never = async (query: string) => seen(await at.get(`/d/AAAAAAA9${query}`, who))
    for (const place of ['', '/people', '/edit', '/history', '/comments/1', '/comments/1/edit'])
      expect(seen(await at.get(path + place, who)), place).toBe(await never(''))
    expect(seen(await at.get(`${path}?page=2`, who))).toBe(await never('?page=2'))
    for (const place of ['/comments', '/read', '/close', '/reopen', '/people', '/edit', '/comments/1/delete'])
      expect((await at.post(path + place, who, { body: 'x' })).statusCode, place).toBe(404)
  })

  test('a person named as a voter can read the thread until the ballot is withdrawn', async () => {
    const { id, path } = await at.thread()
    await makePoll(at.world, {
      discussion_id: id,
      settings: { specified_voters_only: true },
      recipients: { user_ids: [], emails: ['sam@else.example'] },
    })
    expect((await at.get(path, 'stranger')).statusCode).toBe(200)
    await at.world.db.pool.query('update electorate set withdrawn_at = now() where user_id = $1', [
      at.people.stranger,
    ])
    expect((await at.get(path, 'stranger')).statusCode).toBe(404)
  })

  test('a ballot from before does not let a removed member read the thread', async () => {
    const { id, path } = await at.thread()
    const poll_id = await makePoll(at.world, {
      discussion_id: id,
      settings: { specified_voters_only: true },
      recipients: { user_ids: [at.people.ben] },
    })
    await at.world.db.pool.query(
      "update electorate set user_id = $1, issued_at = now() - interval '1 day' where poll_id = $2",
      [at.people.gone, poll_id],
    )
    expect((await at.get(path, 'gone')).statusCode).toBe(404)
  })
})

describe('permissions', () => {
  test('the author and admins edit and close, joined members invite and start polls, others comment', async () => {
    const { id, path } = await at.thread({ emails: ['gus@far.example'] })
    const ada = (await at.get(path, 'ada')).body
    for (const words of ['Edit thread', 'Close thread', 'Invite people', 'Start a poll here'])
      expect(ada).toContain(words)
    const ben = (await at.get(path, 'ben')).body
    expect(ben).toContain('Invite people')
    expect(ben).not.toContain('Edit thread')
    const cleo = (await at.get(path, 'cleo')).body
    for (const words of ['Edit thread', 'Close thread', 'Invite people', 'Start a poll here'])
      expect(cleo).not.toContain(words)
    const ben_by_link = (await byLink('ben@mill.example', id, path)).page.body
    expect(ben_by_link).toContain('Invite people')
    expect(ben_by_link).not.toContain('Start a poll here')
    const { page } = await byLink('gus@far.example', id, path)
    expect(page.body).not.toContain('Invite people')
    expect((await at.post(`${path}/close`, 'ben')).statusCode).toBe(403)
    expect((await at.get(`${path}/edit`, 'ben')).statusCode).toBe(403)
    expect((await at.post(`${path}/edit`, 'ben', { title: 'Mine' })).statusCode).toBe(403)
    expect((await at.post(`${path}/people`, 'cleo', { emails: 'x@y.example' })).statusCode).toBe(403)
  })

  test('a closed thread refuses comments but keeps what was typed; it can be reopened', async () => {
    const { id, path } = await at.thread()
    expect((await at.post(`${path}/close`, 'ada')).headers.location).toBe(path)
    const closed = (await at.get(path, 'ben')).body
    expect(closed).toContain('This thread is closed.')
    expect(closed).not.toContain('Post comment')
    const refused = await at.post(`${path}/comments`, 'ben', { body: 'Too <late>' })
    expect(refused.statusCode).toBe(409)
    expect(refused.body).toContain('Too &lt;late>')
    expect((await at.post(`${path}/people`, 'ada', { emails: 'x@y.example' })).statusCode).toBe(409)
    expect((await at.post(`${path}/close`, 'ada')).statusCode).toBe(409)
    const counts = async () =>
      (await loadKeyGroup(at.world.db.pool, at.world.group.id)).in_group.counts.closed_discussions
    expect(await counts()).toBe(1)
    expect((await at.post(`${path}/reopen`, 'ada')).statusCode).toBe(303)
    expect(await counts()).toBe(0)
    expect((await at.post(`${path}/comments`, 'ben', { body: 'In time' })).statusCode).toBe(303)
    const { rows } = await at.world.db.pool.query(
      'select kind from events where discussion_id = $1 order by id',
      [id],
    )
    expect(rows.map((row) => row.kind)).toEqual([
      'new_discussion',
      'discussion_closed',
      'discussion_reopened',
      'new_comment',
    ])
  })

  test('a thread without a text says so', async () => {
    const { id, path } = await at.thread()
    await at.world.db.pool.query("update discussions set description = ' ' where id = $1", [id])
    expect((await at.get(path, 'ben')).body).toContain('This thread has only a title')
  })

  test('title and text are edited, and earlier versions stay readable', async () => {
    const { id, path } = await at.thread()
    expect((await at.get(`${path}/history`, 'ben')).statusCode).toBe(404)
    expect((await at.get(`${path}/edit`, 'ada')).body).toContain('value="Bikes"')
    const failed = await at.post(`${path}/edit`, 'ada', { title: ' ', description: 'Kept <b>' })
    expect(failed.statusCode).toBe(422)
    expect(failed.body).toContain('Kept &lt;b>')
    expect(failed.body).toContain('Title can')
    await at.post(`${path}/edit`, 'ada', { title: 'Bicycles', description: 'Far *fewer*.\r\n\r\nNow.' })
    await at.post(`${path}/edit`, 'ada', { title: 'Bicycles', description: 'Far *fewer*.\r\n\r\nNow.' })
    expect((await at.get(path, 'ben')).body).toContain('<h1 dir="auto">Bicycles</h1>')
    const history = (await at.get(`${path}/history`, 'ben')).body
    for (const words of ['Bicycles', '<em>fewer</em>', 'Bikes', '<em>too many</em>'])
      expect(history).toContain(words)
    const { rows } = await at.world.db.pool.query(
      'select versions_count, description from discussions where id = $1',
      [id],
    )
    expect(rows[0]).toEqual({ versions_count: 2, description: 'Far *fewer*.\n\nNow.' })
  })
})

describe('forms from other sites', () => {
  test.each(['/comments', '/close', '/reopen', '/read', '/people', '/edit', '/not-me', '/polls/AAAAAAA9'])(
    'to %s are refused',
    async (place) => {
      const { path } = await at.thread()
      const before = await everyRow(at.world)
      const answer = await at.post(
        path + place,
        'ada',
        { body: 'x', title: 'x', emails: 'x@y.example' },
        {
          'sec-fetch-site': 'cross-site',
          origin: 'https://evil.example',
        },
      )
      expect(answer.statusCode).toBe(403)
      expect(await everyRow(at.world)).toEqual(before)
    },
  )
})

test('names, titles and texts of others are escaped everywhere', async () => {
  const evil = '<script>alert(1)</script>'
  const { id, path } = await at.thread({ emails: ['eve@far.example'] }, evil)
  await at.world.db.pool.query('update users set name = $1 where email = $2', [evil, 'eve@far.example'])
  const { cookie } = await byLink('eve@far.example', id, path)
  await at.web.post(
    `${path}/comments`,
    { body: `${evil}\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>` },
    {
      ...SAME_ORIGIN,
      cookie,
    },
  )
  await makePoll(at.world, { discussion_id: id, settings: { title: evil } })
  const id_of = (await at.world.db.pool.query('select id from comments where discussion_id = $1', [id]))
    .rows[0].id
  for (const place of ['', '/people', '/edit', `/comments/${id_of}/delete`]) {
    const page = await at.get(path + place, 'ada')
    expect(page.statusCode, place).toBe(200)
    expect(page.body, place).not.toContain('<script>alert')
    expect(page.body, place).not.toMatch(/<img|javascript:alert\(1\)"/)
  }
  const bad = await at.post(`${path}/people`, 'ada', { emails: evil, message: evil })
  expect(bad.statusCode).toBe(422)
  expect(bad.body).not.toContain('<script>alert')
})
