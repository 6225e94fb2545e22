import { beforeAll, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import type { Event } from '../../events/event.ts'
import { loadNotice } from '../../notifications/load-notice.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

describe('voters', () => {
  test('managers of a named poll see who has voted', async () => {
    await at.world.db.pool.query("update users set name = 'Ben Hale' where id = $1", [at.people[0]])
    const { poll_id, path } = await at.make({ settings: { hide_results: 'until_closed' } })
    await at.vote(poll_id, 0)
    const page = (await at.web.get(`${path}/voters`, at.sessions.ada)).body
    expect(page.indexOf('Not yet: 4 people')).toBeGreaterThan(0)
    expect(page.indexOf('Ben Hale')).toBeGreaterThan(page.indexOf('Voted: 1 person'))
    expect(page).not.toContain('Agree')
    // Admins may see the addresses of people without a name, other authors may not.
    expect(page).toContain('>cleo@mill.example<')
    await at.world.db.pool.query('update polls set author_id = $1 where id = $2', [at.people[0], poll_id])
    const own = (await at.web.get(`${path}/voters?search=cleo`, at.sessions.ben)).body
    expect(own).not.toContain('@mill.example')
    expect(own.match(/No results\./g)).toHaveLength(2)
    const found = (await at.web.get(`${path}/voters?search=CLEO`, at.sessions.ada)).body
    expect(found.match(/@mill\.example</g)).toHaveLength(1)
    expect(found).toContain('Not yet: 4 people')
  })

  test('see that a key cast their vote, and so do managers of the poll', async () => {
    const key = await keyFor(at.world)
    const { poll_id, path } = await at.make({ settings: { hide_results: 'off' } })
    const reason = { text: 'She phoned.', format: 'md' as const }
    const vote = { poll_id, user_id: at.people[0] ?? 0, choices: { agree: 1 }, reason }
    await castBallot(at.world.db, { ...vote, api_key_id: key.id })
    await at.vote(poll_id, 1)
    const own = (await at.web.get(path, at.sessions.ben)).body
    expect(own).toContain('The API key “Test key” cast it for you.')
    expect(own).toContain(', cast by the API key “Test key”')
    expect((await at.web.get(path, at.sessions.cleo)).body).not.toContain('cast it for you')
    const voters = (await at.web.get(`${path}/voters`, at.sessions.ada)).body
    expect(voters.match(/cast by the API key “Test key”/g)).toHaveLength(1)
    await castBallot(at.world.db, vote)
    expect((await at.web.get(path, at.sessions.ben)).body).not.toContain('API key')
  })

  test.each([
    [
      'meeting',
      ['2098-07-01', '2098-07-02'],
      'Everyone who can see the results can also see what each person chose',
    ],
    ['poll', ['Apples', 'Pears'], 'Everyone who can see the results can also see what each person chose'],
    ['dot_vote', ['Apples', 'Pears'], 'can download what each person chose'],
    ['score', ['Apples', 'Pears'], 'can download what each person chose'],
    ['ranked_choice', ['Apples', 'Pears'], 'can download what each person chose'],
  ] as const)('of a %s: where what they chose is told', async (poll_type, options, where) => {
    const { path } = await at.make({ settings: { poll_type }, options: [...options] })
    expect((await at.web.get(`${path}/voters`, at.sessions.ada)).body).toContain(where)
  })

  test('learn that their own vote replaces the one of a key, until voting is closed', async () => {
    const key = await keyFor(at.world)
    const { poll_id, path, send } = await at.make({})
    const vote = { poll_id, user_id: at.people[0] ?? 0, choices: { agree: 1 }, reason: null }
    await castBallot(at.world.db, { ...vote, api_key_id: key.id })
    const shown = async () => (await at.web.get(path, at.sessions.ben)).body
    expect(await shown()).toContain('Once you vote here yourself, no key can change your vote.')
    await send('close')
    expect(await shown()).toContain('The API key “Test key” cast it for you.')
    expect(await shown()).not.toContain('no key can change')
  })

  test('of an anonymous poll are shown to nobody', async () => {
    const { path } = await at.make({ settings: { anonymous: true } })
    expect((await at.web.get(`${path}/voters`, at.sessions.ada)).statusCode).toBe(409)
  })

  test('who have not voted can be sent links that an admin copies all at once', async () => {
    const { poll_id, path } = await at.make({})
    await at.vote(poll_id, 0)
    const page = (await at.web.get(`${path}/voters`, at.sessions.ada)).body
    expect(page).toContain(`action="${path}/voters/links"`)
    const headers = { ...SAME_ORIGIN, cookie: at.sessions.ada }
    const { body } = await at.web.post(`${path}/voters/links`, {}, headers)
    expect(body).toContain('4 links were created')
    expect(decoded(body)).toMatch(/For \S+@mill\.example, \S+@mill\.example, \S+@mill\.example and 1 other\./)
    expect(body).toContain('id="link-1-copy" aria-labelledby="link-1-copy link-1-label"')
    expect(body).not.toContain('ben@mill.example')
    // Each is among all, and in the field of its person.
    const shown = [...body.matchAll(/\?k=([\w-]+)/g)].map(([, token = '']) => token)
    const tokens = [...new Set(shown)]
    expect([shown.length, tokens.length]).toEqual([8, 4])
    const { rows } = await at.world.db.pool.query(
      "select count(*)::int as copies from personal_links where poll_id = $1 and origin = 'page' and copied_by = $2",
      [poll_id, at.world.ada.id],
    )
    expect(rows).toEqual([{ copies: 4 }])
    const others = await Promise.all(tokens.map((token) => at.web.follow(path, token)))
    expect(others.filter((other) => other.page.body.includes('An admin copied this link on'))).toHaveLength(3)
  })

  test('have no such links in an anonymous or closed poll, or for managers who are not admins', async () => {
    const copies = async (path: string, cookie: string) => {
      const answer = await at.web.post(`${path}/voters/links`, {}, { ...SAME_ORIGIN, cookie })
      return [answer.statusCode, answer.body.includes('?k=')]
    }
    const secret = await at.make({ settings: { anonymous: true } })
    expect(await copies(secret.path, at.sessions.ada)).toEqual([409, false])
    const { poll_id, path } = await at.make({})
    await at.world.db.pool.query('update polls set author_id = $1 where id = $2', [at.people[0], poll_id])
    expect((await at.web.get(`${path}/voters`, at.sessions.ben)).body).not.toContain('Copy all links')
    expect(await copies(path, at.sessions.ben)).toEqual([403, false])
    await at.close(poll_id)
    expect(await copies(path, at.sessions.ada)).toEqual([409, false])
  })

  test('are invited once, get a ballot and a mail', async () => {
    const { poll_id, send } = await at.make({ settings: { specified_voters_only: true } })
    const bad = await send('invite', { emails: 'gus@far.example, nonsense' })
    expect([bad.statusCode, bad.body.includes('nonsense')]).toEqual([422, true])
    await send('invite', { emails: 'gus@far.example, ben@mill.example\r\nGUS@far.example' })
    await send('invite', { emails: 'gus@far.example' })
    const { rows } = await at.world.db.pool.query(
      'select issued_as, (select voters from tallies where poll_id = $1) from electorate where poll_id = $1 order by 1',
      [poll_id],
    )
    expect(rows).toEqual([
      { issued_as: 'member', voters: 2 },
      { issued_as: 'named', voters: 2 },
    ])
    const events = await at.eventsOf(poll_id)
    expect(events.map((event) => [event.kind, event.recipient_ids.length])).toEqual([['voters_invited', 2]])
  })

  test('who have not voted are counted before the reminder, even if there is only one', async () => {
    const settings = { specified_voters_only: true }
    const user_ids = at.people.slice(0, 2)
    const { poll_id, path } = await at.make({ settings, recipients: { user_ids } })
    const words = async () => (await at.web.get(`${path}/remind`, at.sessions.ada)).body
    expect(await words()).toContain('2 of 2 haven’t voted.')
    await at.vote(poll_id, 0)
    expect(await words()).toContain('1 of 2 hasn’t voted.')
    const offered = async () => (await at.web.get(path, at.sessions.ada)).body.includes(`"${path}/remind"`)
    expect(await offered()).toBe(true)
    await at.vote(poll_id, 1)
    expect(await offered()).toBe(false)
  })

  test('the list of those who have not voted leads to reminding them, until all have', async () => {
    const { path, poll_id } = await at.make()
    const reminds = async () =>
      (await at.web.get(`${path}/voters`, at.sessions.ada)).body.includes(`href="${path}/remind"`)
    expect(await reminds()).toBe(true)
    await at.close(poll_id)
    expect(await reminds()).toBe(false)
  })

  test('who have not voted are reminded, once in twelve hours', async () => {
    const { poll_id, send } = await at.make()
    await at.vote(poll_id, 0)
    const sent = await send('remind')
    expect(sent.statusCode).toBe(303)
    const after = await at.web.get(String(sent.headers.location), at.sessions.ada)
    expect(after.body).toContain('The reminders wait among the group’s emails, because email is not set up.')
    expect((await send('remind')).statusCode).toBe(409)
    const [event] = await at
      .eventsOf(poll_id)
      .then((all) => all.filter((one) => one.kind === 'vote_reminder'))
    const notice = await loadNotice(at.world.db.pool, event as Event)
    expect(notice).toMatchObject({ only_undecided: true, discreet: false })
    expect(notice?.user_ids).not.toContain(at.people[0])
    await at.world.db.pool.query("update polls set reminded_at = now() - interval '12 hours' where id = $1", [
      poll_id,
    ])
    expect((await send('remind')).statusCode).toBe(303)
  })

  test('of an anonymous poll are reminded without leaving a trace', async () => {
    const { poll_id, send } = await at.make({ settings: { anonymous: true } })
    await at.vote(poll_id, 0)
    await send('remind')
    const [event] = await at.eventsOf(poll_id)
    expect(event?.recipient_ids).toEqual([])
    const notice = await loadNotice(at.world.db.pool, event as Event)
    expect(notice).toMatchObject({ only_undecided: true, discreet: true })
    expect(notice?.user_ids).toContain(at.people[0])
  })
})
