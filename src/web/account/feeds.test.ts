import { parseAtomFeed } from 'feedsmith'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkAtom, eventsIn, feedOf } from '../../../test/feeds.ts'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { HOUR_MS, makePoll, makeThread, type PollWish } from '../../../test/tell.ts'
import { everyRow, keyOf, seen } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import { newToken } from '../../users/secret.ts'

let at: GroupWorld
const NOBODYS = {
  calendar: `/feeds/calendar.ics?k=${newToken()}`,
  group: `/feeds/group.atom?k=${newToken()}`,
}

beforeAll(async () => {
  at = await openGroupWorld()
})

beforeEach(async () => {
  await at.world.db.pool.query('update polls set discarded_at = now()')
  await at.world.db.pool.query('update discussions set discarded_at = now()')
})

const poll = (wish: PollWish = {}) => makePoll(at.world, wish)
const pollKey = (id: number) => keyOf(at.world, 'polls', id)
const close = (poll_id: number) => change(at.world.db, SYSTEM, (act) => closePoll(act, poll_id))
const publish = (poll_id: number, text: object = {}) =>
  change(at.world.db, { kind: 'person', user_id: at.people.ben }, (act) =>
    publishOutcome(act, {
      statement: 'We *do* it.',
      poll_option_id: null,
      review_on: null,
      ...text,
      poll_id,
    }),
  )
const calendarOf = async (user_id: number) => {
  const answer = await at.web.get(await feedOf(at.world, 'calendar', user_id))
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  return eventsIn(answer.body)
}
const summaries = async (user_id: number) => (await calendarOf(user_id)).map(({ summary }) => summary)

describe('a calendar', () => {
  test('shows closing times: of polls that wait for a vote, of others, and of those closed lately', async () => {
    const closing_at = new Date(Date.now() + 5 * HOUR_MS)
    const waiting = await poll({ settings: { title: 'Waiting', closing_at } })
    await poll({ settings: { title: 'Not mine', specified_voters_only: true } })
    await poll({ settings: { title: 'A draft', closing_at: null } })
    const voted = await poll({ settings: { title: 'Voted' } })
    await castBallot(at.world.db, {
      poll_id: voted,
      user_id: at.people.ben,
      choices: { agree: 1 },
      reason: null,
    })
    await close(await poll({ settings: { title: 'Over' } }))
    const events = await calendarOf(at.people.ben)
    expect(events.map(({ summary }) => summary).sort()).toEqual([
      'Closed: Over',
      'Closes: Not mine',
      'Closes: Voted',
      'Your vote: Waiting',
    ])
    const key = await pollKey(waiting)
    const event = events.find(({ summary }) => summary === 'Your vote: Waiting')
    expect(event).toEqual({
      uid: `poll-${key}@moot.example`,
      summary: 'Your vote: Waiting',
      description: `Proposal in Mill Lane Co-op. Please vote: voting closes at this time.\nhttps://moot.example/p/${key}`,
      starts: `${closing_at.toISOString().slice(0, 19)}Z`,
    })
  })

  test('shows an anonymous poll in the same way before and after its owner votes', async () => {
    const poll_id = await poll({ settings: { anonymous: true, stance_reason_required: 'disabled' } })
    const path = await feedOf(at.world, 'calendar', at.people.ben)
    const before = await at.web.get(path)
    await castBallot(at.world.db, { poll_id, user_id: at.people.ben, choices: { agree: 1 }, reason: null })
    expect(seen(await at.web.get(path))).toBe(seen(before))
    expect(before.body).toContain('Closes: A second bike shed')
  })

  test('shows the review date of an outcome as a whole-day event', async () => {
    const poll_id = await poll({ settings: { title: 'Paint' } })
    await close(poll_id)
    await publish(poll_id, { review_on: '2098-01-01' })
    await publish(poll_id, { review_on: '2098-03-01' })
    const review = (await calendarOf(at.people.ben)).find(({ summary }) => summary === 'Review: Paint')
    expect(review).toMatchObject({
      starts: '2098-03-01',
      uid: `review-${await pollKey(poll_id)}@moot.example`,
    })
    expect(review?.description).toContain('We do it.')
    await change(at.world.db, SYSTEM, (act) => reopenPoll(act, poll_id, new Date(Date.now() + HOUR_MS)))
    expect(await summaries(at.people.ben)).toEqual(['Your vote: Paint'])
  })

  test('shows guests the polls in which they have a ballot, and shows former members nothing', async () => {
    await poll({ settings: { title: 'For the group' } })
    await poll({
      settings: { title: 'For a guest', specified_voters_only: true },
      recipients: { emails: ['guest@far.example'] },
    })
    const { rows } = await at.world.db.pool.query("select id from users where email = 'guest@far.example'")
    expect(await summaries(rows[0].id)).toEqual(['Your vote: For a guest'])
    expect(await summaries(at.people.gone)).toEqual([])
    expect(await summaries(at.people.stranger)).toEqual([])
    expect((await summaries(at.people.cleo)).length).toBe(2)
  })

  test('is in the language of its owner, else of all their groups, else of their browser', async () => {
    const { pool } = at.world.db
    await poll({ settings: { title: 'Dach' } })
    const said = () => summaries(at.people.ben)
    expect(await said()).toEqual(['Your vote: Dach'])
    await pool.query("update users set browser_locale = 'fr' where id = $1", [at.people.ben])
    expect(await said()).toEqual(['Votre vote : Dach'])
    await pool.query("update groups set locale = 'de'")
    expect(await said()).toEqual(['Deine Stimme: Dach'])
    await pool.query("update users set locale = 'ja' where id = $1", [at.people.ben])
    expect(await said()).toEqual(['投票のお願い：Dach'])
    await pool.query('update users set locale = null, browser_locale = null')
    await pool.query('update groups set locale = null')
  })

  test('omits deleted polls, and is limited in length', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => poll()))
    await at.world.db.pool.query('update polls set discarded_at = now() where id = $1', [ids[0]])
    expect((await summaries(at.people.ben)).length).toBe(2)
    await at.world.db.pool.query(
      `insert into polls (key, group_id, author_id, poll_type, title, details_format, hide_results, anonymous,
         specified_voters_only, voter_can_add_options, shuffle_options, notify_on_closing_soon, min_score, max_score,
         dots_per_person, can_respond_maybe, stance_reason_required, opened_at, closing_at)
       select 'x' || lpad(n::text, 7, '0'), group_id, author_id, poll_type, title, details_format, hide_results, anonymous,
         specified_voters_only, voter_can_add_options, shuffle_options, notify_on_closing_soon, min_score, max_score,
         dots_per_person, can_respond_maybe, stance_reason_required, opened_at, closing_at + n * interval '1 hour'
       from polls, generate_series(1, 600) n where id = $1`,
      [ids[1]],
    )
    expect((await summaries(at.people.ben)).length).toBe(500)
    await at.world.db.pool.query("delete from polls where key like 'x0%'")
  })
})

describe('the feed of a group', () => {
  const read = async (user_id: number) => {
    const answer = await at.web.get(await feedOf(at.world, 'group', user_id))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ])
    checkAtom(answer.body)
    return { body: answer.body, feed: parseAtomFeed(answer.body) }
  }

  test('shows threads and outcomes, and escapes their texts', async () => {
    const title = 'Tea & <b>coffee</b> "now"'
    const thread = await keyOf(at.world, 'discussions', await makeThread(at.world, {}, title))
    const poll_id = await poll({
      settings: { poll_type: 'poll', title: 'Which \u0085wood?' },
      options: ['Oak', 'Ash & elm'],
    })
    await close(poll_id)
    const { rows } = await at.world.db.pool.query("select id from poll_options where name = 'Ash & elm'")
    await publish(poll_id, { poll_option_id: rows[0].id, statement: '<script>x</script> We *do* it. \uffff' })
    const { feed, body } = await read(at.people.ben)
    expect(feed.id).toBe('https://moot.example/g/mill-lane')
    expect(
      feed.entries?.map((entry) => [entry.title?.value, entry.authors?.[0]?.name, entry.links?.[0]?.href]),
    ).toEqual([
      ['Outcome: Which wood?', 'Ben Ash', `https://moot.example/p/${await pollKey(poll_id)}`],
      [title, 'Ada Vale', `https://moot.example/d/${thread}`],
    ])
    const [outcome, opening] = (feed.entries ?? []).map(({ content }) => content?.value)
    expect(outcome).toContain('<p><strong>Decision: Ash &amp; elm</strong></p>')
    expect(outcome).toContain('We <em>do</em> it.')
    expect(outcome).toMatch(/<p>Fingerprint of the question: \w{26}<\/p>/)
    expect(outcome).not.toContain('<script')
    expect(opening).toContain('There are <em>too many</em> bikes.')
    expect(body).not.toMatch(/[?&]k=/)
  })

  test('names the fingerprint of the latest closing; none while a poll is open again', async () => {
    const poll_id = await poll()
    await close(poll_id)
    await publish(poll_id)
    const told = async () => (await read(at.people.ben)).feed.entries?.[0]?.content?.value ?? ''
    const fingerprint = async () => /Fingerprint of the question: (\w{26})/.exec(await told())?.[1]
    const first = await fingerprint()
    expect(first).toBeDefined()
    await change(at.world.db, SYSTEM, (act) => reopenPoll(act, poll_id, new Date(Date.now() + HOUR_MS)))
    expect(await fingerprint()).toBeUndefined()
    await close(poll_id)
    await publish(poll_id)
    expect(await fingerprint()).not.toBe(first)
  })

  test('keeps the entry of an edited outcome, and shows only the beginning of a long text', async () => {
    const poll_id = await poll()
    await close(poll_id)
    await publish(poll_id)
    const before = (await read(at.people.ben)).feed.entries?.[0]
    await publish(poll_id, { statement: 'word '.repeat(1_700).trim() })
    const { feed } = await read(at.people.ben)
    expect(feed.entries?.map(({ id }) => id)).toEqual([before?.id])
    expect(feed.entries?.[0]?.updated).not.toBe(before?.updated)
    expect(feed.entries?.[0]?.content).toBeUndefined()
    expect(feed.entries?.[0]?.summary?.value?.length).toBeLessThan(700)
  })

  test('of a group without activity is empty and valid', async () => {
    expect((await read(at.people.ada)).feed.entries ?? []).toEqual([])
  })
})

describe('a feed address', () => {
  const change_member = (text: string) =>
    at.world.db.pool.query(`update memberships set ${text} where user_id = $1`, [at.people.ben])

  test('answers 404 for people who left or have not joined, and works again when they come back', async () => {
    const path = await feedOf(at.world, 'group', at.people.ben)
    const never = seen(await at.web.get(NOBODYS.group))
    for (const [text, back] of [
      ['revoked_at = now()', 'revoked_at = null'],
      ['accepted_at = null', 'accepted_at = now()'],
    ] as const) {
      await change_member(text)
      expect(seen(await at.web.get(path))).toBe(never)
      await change_member(back)
      expect((await at.web.get(path)).statusCode).toBe(200)
    }
    for (const who of ['gone', 'stranger', 'cleo'] as const)
      expect(seen(await at.web.get(await feedOf(at.world, 'group', at.people[who])))).toBe(never)
  })

  test.each(['calendar', 'group'] as const)('of one kind opens no feed of another kind: %s', async (kind) => {
    const own = await feedOf(at.world, kind, at.people.ben)
    const other = kind === 'calendar' ? 'group' : 'calendar'
    const token = own.split('=')[1] ?? ''
    const crossed = await at.web.get(NOBODYS[other].replace(/k=.*/, `k=${token}`))
    expect(seen(crossed)).toBe(seen(await at.web.get(NOBODYS[other])))
    for (const wrong of ['', '?k=', `?k=${token}x`, `?k=${'x'.repeat(5_000)}`, `?k=${token}&k=${token}`])
      expect((await at.web.get(own.split('?')[0] + wrong)).statusCode, wrong).toBe(404)
    for (const page of ['/account', '/g/mill-lane', '/']) {
      const opened = await at.web.get(`${page}?k=${token}`)
      expect(opened.body).not.toContain('Ben Ash')
    }
  })

  test.each(['calendar', 'group'] as const)(
    'writes nothing and is not cached by proxies: %s',
    async (kind) => {
      await makeThread(at.world)
      const path = await feedOf(at.world, kind, at.people.ben)
      const before = await everyRow(at.world)
      const { headers } = await at.web.get(path)
      expect(await everyRow(at.world)).toEqual(before)
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        'referrer-policy': 'no-referrer',
      })
    },
  )

  test.each(['calendar', 'group'] as const)('answers 304 until there is something new: %s', async (kind) => {
    const poll_id = await poll()
    await close(poll_id)
    await publish(poll_id)
    const path = await feedOf(at.world, kind, at.people.ben)
    const { headers } = await at.web.get(path)
    const again = (with_headers: Record<string, string>) =>
      at.web.app.inject({ url: path, headers: with_headers })
    const tag = { 'if-none-match': String(headers.etag) }
    const date = { 'if-modified-since': String(headers['last-modified']) }
    for (const asked of [tag, date]) {
      const answer = await again(asked)
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', headers.etag])
    }
    await at.world.db.pool.query('update polls set discarded_at = now()')
    for (const asked of [tag, date]) expect((await again(asked)).statusCode).toBe(200)
    await change_member('revoked_at = now()')
    const status = kind === 'calendar' ? 200 : 404
    expect((await again(tag)).statusCode).toBe(status)
    await change_member('revoked_at = null')
  })
})
