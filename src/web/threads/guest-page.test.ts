import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld, signedInCookie } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { MAIL_CONFIG, makePoll, makeThread, type PollWish } from '../../../test/tell.ts'
import { keyOf, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { dispatchEvents } from '../../jobs/dispatch-events.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'

let at: GroupWorld
let base: string

beforeAll(async () => {
  at = await openGroupWorld({ SMTP_URL: 'smtp://localhost:1' })
  base = await at.web.app.listen({ port: 0, host: '127.0.0.1' })
})

const GUEST = 'fay@far.example'

/** Ada's thread with a guest, who came by the link and is also signed in. */
async function withGuest() {
  const id = await makeThread(at.world, { emails: [GUEST] })
  const path = `/d/${await keyOf(at.world, 'discussions', id)}`
  const { rows } = await at.world.db.pool.query('select id from users where email = $1', [GUEST])
  const guest = rows[0].id as number
  const byLink = await at.web.follow(
    path,
    await tokenFor(at.world, 'thread', { user_id: guest, discussion_id: id }),
  )
  const cookies = [byLink.cookie, await signedInCookie(at.world, guest)]
  const remove = (who: 'ada' | 'ben' | 'cleo' = 'ada') => at.post(`${path}/people/${guest}/remove`, who)
  return { id, path, guest, cookies, remove }
}

async function poll(wish: PollWish) {
  const id = await makePoll(at.world, wish)
  return { id, path: `/p/${await keyOf(at.world, 'polls', id)}` }
}

const tally = async (poll_id: number) =>
  (await at.world.db.pool.query('select voters, cast_count from tallies where poll_id = $1', [poll_id]))
    .rows[0]

describe('a poll of a thread', () => {
  test('leads signed-in guests back to the thread, and nobody to a page they may not see', async () => {
    const { id, path, guest, cookies } = await withGuest()
    const in_thread = await poll({ discussion_id: id })
    const way = `<a href="${path}" dir="auto">Bikes</a>`
    const byLink = await at.web.follow(
      in_thread.path,
      await tokenFor(at.world, 'ballot', { user_id: guest, poll_id: in_thread.id }),
    )
    expect((await at.web.get(in_thread.path, cookies[1])).body).toContain(way)
    expect((await at.web.get(path, cookies[1])).statusCode).toBe(200)
    expect(byLink.page.body).toContain(`<a href="${in_thread.path}/thread" dir="auto">Bikes</a>`)
    expect((await at.get(in_thread.path, 'ben')).body).toContain(way)
  })

  test('names no thread to people who were removed from it and were named as voters', async () => {
    const id = await makeThread(at.world)
    const path = `/d/${await keyOf(at.world, 'discussions', id)}`
    const named = await poll({
      discussion_id: id,
      settings: { specified_voters_only: true },
      recipients: { user_ids: [at.people.ben] },
    })
    const member = (words: string) =>
      at.world.db.pool.query(`update memberships set revoked_at = ${words} where user_id = $1`, [
        at.people.ben,
      ])
    await member('now()')
    const page = await at.get(named.path, 'ben')
    await member('null')
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toContain(path)
  })
})

test('an invitation says who gets no email, because they stopped them', async () => {
  const { path, guest } = await withGuest()
  await at.world.db.pool.query(
    'insert into mutes (user_id, group_id) select $1, group_id from discussions limit 1',
    [guest],
  )
  const invite = async (emails: string) => {
    const answer = await at.post(`${path}/people`, 'ada', { emails })
    return (await at.get(String(answer.headers.location), 'ada')).body
  }
  const one = await invite('fay@far.example')
  expect(one).toContain('1 person has stopped emails from this group and won’t get one.')
  expect(one).not.toContain('gets an email with a personal link to this thread')
  const two = await invite('fay@far.example, gus@far.example')
  expect(two).toContain('Everyone else gets an email with a personal link to this thread.')
  expect(two.match(/>stopped emails from this group<\/span>/g)).toHaveLength(1)
  await at.world.db.pool.query('delete from mutes')
})

describe('removing a guest', () => {
  test('is offered to the author and admins only, and asks for confirmation', async () => {
    const { path, guest, cookies, remove } = await withGuest()
    const people = (await at.get(`${path}/people`, 'ada')).body
    expect(people).toContain(`href="${path}/people/${guest}/remove"`)
    expect((await at.get(`${path}/people`, 'ben')).body).not.toContain('/remove"')
    const page = await at.get(`${path}/people/${guest}/remove`, 'ada')
    expect(page.body).toContain('Remove fay@far.example from this thread?')
    for (const who of ['ben', 'cleo'] as const) {
      expect((await at.get(`${path}/people/${guest}/remove`, who)).statusCode).toBe(403)
      expect((await remove(who)).statusCode).toBe(403)
    }
    for (const cookie of cookies) {
      const answer = await at.web.post(`${path}/people/${guest}/remove`, {}, { ...SAME_ORIGIN, cookie })
      expect(answer.statusCode).toBe(403)
    }
    expect((await at.get(`${path}/people/${at.people.ben}/remove`, 'ada')).statusCode).toBe(404)
    expect((await at.post(`${path}/people/${at.people.ben}/remove`, 'ada')).statusCode).toBe(404)
    const answer = await remove()
    expect(answer.headers.location).toBe(`${path}/people?removed=1`)
    expect((await at.get(`${path}/people`, 'ada')).body).not.toContain('far.example')
    expect((await remove()).statusCode).toBe(404)
  })

  test('ends their access at the next request, to the thread and its polls', async () => {
    const { id, path, guest, cookies, remove } = await withGuest()
    const open = await poll({ discussion_id: id })
    const closed = await poll({ discussion_id: id })
    await change(at.world.db, SYSTEM, (act) => closePoll(act, closed.id))
    const ballots = await Promise.all(
      [open, closed].map(async ({ id: poll_id, path: place }) => {
        const token = await tokenFor(at.world, 'ballot', { user_id: guest, poll_id })
        return { place, cookie: (await at.web.follow(place, token)).cookie }
      }),
    )
    const reads = [
      ...cookies.flatMap((cookie) => ['', '/people'].map((rest) => ({ place: path + rest, cookie }))),
      ...ballots,
      ...[open, closed].map((one) => ({ place: one.path, cookie: cookies[1] ?? '' })),
      { place: `${closed.path}/ballots.json`, cookie: cookies[1] ?? '' },
      { place: `${closed.path}/audit`, cookie: cookies[1] ?? '' },
    ]
    const read = () =>
      Promise.all(reads.map(async ({ place, cookie }) => (await at.web.get(place, cookie)).statusCode))
    expect(await read()).toEqual(reads.map(() => 200))
    await remove()
    expect(await read()).toEqual(reads.map(() => 404))
    for (const [place, fields] of [
      [`${path}/comments`, { body: 'Still here' }],
      [`${path}/polls/${open.path.slice('/p/'.length)}`, {}],
      [`${open.path}/ballot`, { choice: 'agree' }],
    ] as const)
      for (const cookie of cookies) {
        const answer = await at.web.post(place, fields, { ...SAME_ORIGIN, cookie })
        expect(answer.statusCode, place).toBe(404)
      }
    expect((await at.web.get('/', cookies[1])).body).not.toContain(path)
  })

  test('ends the streams of open pages, without a message', async () => {
    const { id, path, cookies, remove } = await withGuest()
    const { path: place } = await poll({ discussion_id: id })
    await dispatchEvents(at.world.db, MAIL_CONFIG.public_url)
    const streams = await Promise.all(
      [path, place].map(async (page) => {
        const answer = await fetch(`${base}${page}/live`, { headers: { cookie: cookies[1] ?? '' } })
        expect(answer.status).toBe(200)
        return { text: answer.text() }
      }),
    )
    await remove()
    await dispatchEvents(at.world.db, MAIL_CONFIG.public_url)
    for (const { text } of streams) expect(await text).not.toContain('changed')
  })

  test('withdraws uncast ballots, and keeps votes and ballots of people named as voters', async () => {
    const { id, guest, remove, path } = await withGuest()
    const [unused, used] = [await poll({ discussion_id: id }), await poll({ discussion_id: id })]
    const named = await poll({
      discussion_id: id,
      settings: { specified_voters_only: true },
      recipients: { emails: [GUEST] },
    })
    await castBallot(at.world.db, { poll_id: used.id, user_id: guest, choices: { agree: 1 }, reason: null })
    const before = await Promise.all([unused, used, named].map(({ id: poll_id }) => tally(poll_id)))
    await remove()
    const after = await Promise.all([unused, used, named].map(({ id: poll_id }) => tally(poll_id)))
    expect(after[0].voters).toBe(before[0].voters - 1)
    expect(after.slice(1)).toEqual(before.slice(1))
    // They were named as voters in a poll here, and can read its thread.
    const cookie = await signedInCookie(at.world, guest)
    expect((await at.web.get(named.path, cookie)).statusCode).toBe(200)
    expect((await at.web.get(unused.path, cookie)).statusCode).toBe(404)
    expect((await at.get(`${path}/people`, 'ada')).body).toContain('Guests of polls in this thread')
  })

  test('does not reveal whether they voted in an anonymous poll', async () => {
    const { id, guest, remove } = await withGuest()
    const settings = { anonymous: true, stance_reason_required: 'disabled' as const }
    const [unused, used] = [
      await poll({ discussion_id: id, settings }),
      await poll({ discussion_id: id, settings }),
    ]
    await castBallot(at.world.db, { poll_id: used.id, user_id: guest, choices: { agree: 1 }, reason: null })
    const before = await Promise.all([unused, used].map(({ id: poll_id }) => tally(poll_id)))
    await remove()
    expect(await Promise.all([unused, used].map(({ id: poll_id }) => tally(poll_id)))).toEqual(before)
  })

  test('can be undone by inviting them again, with their ballots', async () => {
    const { id, path, guest, cookies, remove } = await withGuest()
    const { id: poll_id, path: place } = await poll({ discussion_id: id })
    const before = await tally(poll_id)
    await remove()
    await at.post(`${path}/people`, 'ada', { emails: GUEST })
    expect(await tally(poll_id)).toEqual(before)
    for (const page of [path, place]) expect((await at.web.get(page, cookies[1])).statusCode).toBe(200)
    expect(guest).toBeGreaterThan(0)
  })

  test('lets people who have joined the group since keep their ballots', async () => {
    const { id, guest, remove } = await withGuest()
    const { id: poll_id, path: place } = await poll({ discussion_id: id })
    const before = await tally(poll_id)
    await at.world.db.pool.query(
      'insert into memberships (group_id, user_id, accepted_at) values ($1, $2, now())',
      [at.world.group.id, guest],
    )
    expect((await remove()).statusCode).toBe(303)
    expect(await tally(poll_id)).toEqual(before)
    const page = await at.web.get(place, await signedInCookie(at.world, guest))
    expect(page.body).toContain('Cast vote')
    await at.world.db.pool.query('delete from memberships where user_id = $1', [guest])
  })

  test('cancels waiting mails to them', async () => {
    const post = await openPost(at.world)
    await post.deliver()
    const { remove } = await withGuest()
    expect(await post.dispatch()).toBe(1)
    await remove()
    expect(await post.deliver()).toEqual([])
  })
})
