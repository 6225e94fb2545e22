import { beforeAll, describe, expect, test } from 'vitest'
import { sessionOf } from '../../../test/sign-in.ts'
import { makePoll, type PollWish } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { keyOf, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'
import { addMembers } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { islandPath } from '../assets/islands.ts'

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
})

async function threadWithPoll(wish: PollWish = {}, emails: string[] = []) {
  const { id, path } = await at.thread({ emails })
  const poll_id = await makePoll(at.world, { recipients: { audience: 'group' }, ...wish, discussion_id: id })
  const poll = `/p/${await keyOf(at.world, 'polls', poll_id)}`
  const page = async () => (await at.get(path, 'ben')).body
  return { id, path, poll_id, poll, page }
}

async function ballotsIn(poll_id: number) {
  const { rows } = await at.world.db.pool.query(
    'select user_id, scores, reason from ballots where poll_id = $1',
    [poll_id],
  )
  return rows
}

const CAST = 'Cast vote'
const CHOSEN = /name="choice" value="1" checked/

describe('the ballot in a thread', () => {
  test.each<[string, Partial<PollSettings>, string[] | null]>([
    ['proposal', {}, null],
    ['poll of one choice', { poll_type: 'poll', maximum_stance_choices: 1 }, ['Red', 'Blue']],
    ['count', { poll_type: 'count' }, null],
  ])('of a %s is cast and changed in place, with its reason', async (_, settings, options) => {
    const { path, poll, poll_id, page } = await threadWithPoll({ settings, options })
    const asked = await page()
    expect(asked).toContain(CAST)
    expect(asked).toContain(`action="${poll}/ballot"`)
    expect(asked).toContain(`name="back" value="${path}"`)
    const form = { choice: '1', since: '', reason: 'It rains', back: path }
    const answer = await at.post(`${poll}/ballot`, 'ben', form)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}#your-vote-${poll_id}`])
    const told = await page()
    expect(told).toContain(`<summary id="your-vote-${poll_id}"`)
    expect(told).toMatch(/You voted: .+\./)
    expect(told).toContain('It rains</textarea>')
    expect(told).toMatch(CHOSEN)
    expect(told).not.toContain(CAST)
    expect(told.indexOf(`id="result-${poll_id}"`)).toBeGreaterThan(told.indexOf(`id="your-vote-${poll_id}"`))
  })

  test('stands below the text of the poll, whose beginning is shown if it is long', async () => {
    const short = await threadWithPoll({ settings: { details: 'We pay **300** from the common box.' } })
    const body = await short.page()
    const text = body.indexOf('We pay <strong>300</strong> from the common box.')
    expect(text).toBeGreaterThan(body.indexOf(`id="poll-${short.poll_id}"`))
    expect(text).toBeLessThan(body.indexOf(CAST))
    expect(body).not.toContain('Show the full text')
    const details = Array.from({ length: 15 }, (_, day) => `On day ${day + 1} we paint.`).join('\n\n')
    const long = await (await threadWithPoll({ settings: { details } })).page()
    expect(long.indexOf('On day 15 we paint.')).toBeGreaterThan(0)
    expect(long.indexOf('Show the full text')).toBeLessThan(long.indexOf(CAST))
  })

  test('is gone once voting has closed, and what was asked is folded', async () => {
    const { poll_id, page } = await threadWithPoll({ settings: { details: 'We pay 300.' } })
    await change(at.world.db, SYSTEM, (act) => closePoll(act, poll_id))
    expect(await page()).toMatch(
      /<details><summary>The question<\/summary><div class="rich"[^>]*><p>We pay 300\./,
    )
  })

  test('of more than a tap or two is cast on its own page, and the thread says what one voted', async () => {
    const { page, poll_id } = await threadWithPoll({
      settings: { poll_type: 'dot_vote', dots_per_person: 5 },
      options: ['Red', 'Blue'],
    })
    expect(await page()).toContain('Please vote.')
    await castBallot(at.world.db, {
      poll_id,
      user_id: at.people.ben,
      choices: { Red: 2, Blue: 3 },
      reason: null,
    })
    expect(await page()).toContain('You voted: Red:\u00a02; Blue:\u00a03.')
  })

  test('is not asked for while the poll has no options', async () => {
    const settings = { poll_type: 'poll', voter_can_add_options: true } as const
    const body = await (await threadWithPoll({ settings, options: [] })).page()
    expect(body).toContain('There are no options yet.')
    expect(body).not.toContain('Please vote.')
    expect(body).not.toMatch(/>Vote</)
    expect(body).toMatch(
      /<a class="button" href="\/p\/\w+\/options" aria-describedby="poll-\d+">Add the first option</,
    )
  })

  test('is not shown if voting takes more than a tap or two, nor to people who may not vote', async () => {
    const wishes: PollWish[] = [
      { settings: { anonymous: true, stance_reason_required: 'disabled' } },
      { settings: { stance_reason_required: 'required' } },
      {
        settings: { poll_type: 'poll', maximum_stance_choices: 2 },
        options: ['Red', 'Blue', 'Green'],
      },
      { settings: { poll_type: 'score' }, options: ['Red', 'Blue'] },
      { settings: { poll_type: 'poll', maximum_stance_choices: 1 }, options: [...'ABCDEFGHI'] },
    ]
    for (const wish of wishes) {
      const { poll, page } = await threadWithPoll(wish)
      const body = await page()
      expect(body).not.toContain(CAST)
      expect(body).toContain(`<a class="button" href="${poll}?own"`)
    }
    const { page } = await threadWithPoll({
      settings: { specified_voters_only: true },
      recipients: { user_ids: [at.people.cleo] },
    })
    expect(await page()).not.toContain(CAST)
  })

  test('with an empty or outdated vote comes back on the poll’s page, and returns to the thread once it is cast', async () => {
    const { path, poll, poll_id } = await threadWithPoll()
    const back = `${path}?page=2`
    const empty = await at.post(`${poll}/ballot`, 'ben', { since: '', back })
    expect(empty.statusCode).toBe(422)
    expect(empty.body).toContain(`name="back" value="${back}"`)
    const vote = { poll_id, user_id: at.people.ben, choices: { agree: 1 }, reason: null }
    await castBallot(at.world.db, vote)
    const late = await at.post(`${poll}/ballot`, 'ben', { choice: '2', since: '', back })
    expect(late.statusCode).toBe(409)
    expect(late.body).toContain('This vote was not recorded.')
    const again = await at.post(`${poll}/ballot`, 'ben', { choice: '2', back })
    expect(again.headers.location).toBe(`${back}#your-vote-${poll_id}`)
  })

  test('is not shown to a signed-in person who opened the link of somebody else; the page says so', async () => {
    const { id, path, poll } = await threadWithPoll()
    const token = await tokenFor(at.world, 'thread', { user_id: at.people.cleo, discussion_id: id })
    const link = await at.web.follow(path, token)
    const cookie = `${link.cookie}; ${await sessionOf(at.world, at.people.ben)}`
    const { body } = await at.web.get(path, cookie)
    expect(body).not.toContain(CAST)
    expect(body).toContain(`action="${path}/polls/`)
    // Cleo has no name: nothing she writes appears under her address.
    expect(body).toMatch(
      /You are signed in as .*Ben Ash.*, but what you write here appears under the name you enter here\./,
    )
    expect(body.indexOf('Stop using this link')).toBeLessThan(body.indexOf('class="poll-card"'))
    const left = await at.web.post(`${path}/not-me`, {}, { ...SAME_ORIGIN, cookie })
    expect(left.headers.location).toBe(`${path}?done=link_put_away`)
    expect((await at.get(`${path}?done=link_put_away`, 'ben')).body).toContain(
      'This browser no longer uses the link',
    )
    expect(link.page.body).toContain(CAST)
    expect(link.page.body).not.toContain(`action="${poll}/ballot"`)
  })

  test('has a script that keeps it while it is filled in, once, and only where there is one', async () => {
    const script = islandPath('keep-draft')
    const scripts = (body: string) => body.split(script).length - 1
    const { id, poll, page } = await threadWithPoll()
    await makePoll(at.world, { recipients: { audience: 'group' }, discussion_id: id })
    expect(scripts(await page())).toBe(1)
    // The same draft as on the page of the poll.
    const draft = `data-draft="${poll}/ballot ${at.people.ben}"`
    expect(await page()).toContain(draft)
    expect((await at.get(poll, 'ben')).body).toContain(draft)
    const settings = { anonymous: true, stance_reason_required: 'disabled' } as const
    expect(scripts(await (await threadWithPoll({ settings })).page())).toBe(0)
  })

  test('redirects to no other site', async () => {
    const { poll } = await threadWithPoll()
    for (const back of ['https://x.example/', '//x.example', '/\\x.example']) {
      const answer = await at.post(`${poll}/ballot`, 'ben', { choice: '1', back })
      expect(answer.headers.location).toBe(`${poll}#your-vote`)
    }
  })
})

describe('the ballot of a visitor who came to a thread by a link', () => {
  async function come(user_id: number, { id, path, poll }: Awaited<ReturnType<typeof threadWithPoll>>) {
    const token = await tokenFor(at.world, 'thread', { user_id, discussion_id: id })
    const { page, cookie } = await at.web.follow(path, token)
    const action = `${path}/polls/${poll.slice('/p/'.length)}/ballot`
    expect(page.body).toContain(`action="${action}"`)
    /** Sends the form, and again if the response redirects with 307, as a browser does. */
    const send = async (fields: Record<string, string>) => {
      const passed = await at.web.post(action, fields, { ...SAME_ORIGIN, cookie })
      expect([passed.statusCode, passed.headers.location]).toEqual([307, `${poll}/ballot`])
      const given = String(passed.headers['set-cookie'])
      expect(given).toContain(`Path=${poll};`)
      const form = { ...SAME_ORIGIN, cookie: given.split(';')[0] ?? '' }
      return at.web.post(`${poll}/ballot`, fields, form)
    }
    return { page: page.body, send, again: (url = path) => at.web.get(url, cookie) }
  }

  test('is cast in place, with their name', async () => {
    const there = await threadWithPoll({}, ['gus@far.example'])
    const { rows } = await at.world.db.pool.query("select id from users where email = 'gus@far.example'")
    const { page, send, again } = await come(rows[0].id, there)
    expect(page).toContain(CAST)
    expect(page).toContain(`id="own_name-${there.poll_id}"`)
    const fields = { choice: '1', since: '', back: there.path, own_name: 'Gus' }
    expect((await send(fields)).headers.location).toBe(`${there.path}#your-vote-${there.poll_id}`)
    expect(await ballotsIn(there.poll_id)).toMatchObject([{ user_id: rows[0].id, scores: [1, null, null] }])
    const told = (await again()).body
    expect(told).toContain('You voted: Agree.')
    expect(told).not.toContain(`id="own_name-${there.poll_id}"`)
  })

  test('says at each ballot whose it is, and ends the use of the link', async () => {
    const { id, path } = await threadWithPoll()
    await makePoll(at.world, { recipients: { audience: 'group' }, discussion_id: id })
    // Its ballot is on its own page.
    const ranked = { poll_type: 'ranked_choice' as const }
    await makePoll(at.world, { discussion_id: id, settings: ranked, options: ['agree', 'disagree'] })
    const token = await tokenFor(at.world, 'thread', { user_id: at.people.cleo, discussion_id: id })
    const link = await at.web.follow(path, token)
    const cards = link.page.body.split('class="poll-card"').slice(1)
    expect(cards.map((card) => /personal link .* created for .*>I am not \S+•/.test(card))).toEqual([
      true,
      true,
      false,
    ])
    expect((await at.get(path, 'ben')).body).not.toContain('I am not ')
    const left = await at.web.post(`${path}/not-me`, {}, { ...SAME_ORIGIN, cookie: link.cookie })
    expect(left.headers.location).toBe('/d/link-put-away')
  })

  test('makes invited people members, and the thread says so', async () => {
    const [invited = 0] = await addMembers(at.world, ['jo@mill.example'])
    const there = await threadWithPoll()
    const { page, send, again } = await come(invited, there)
    expect(page).toContain('Voting makes you a member of Mill Lane Co-op')
    const { headers } = await send({ choice: '1', since: '', back: there.path, own_name: 'Jo' })
    expect(headers.location).toMatch(/\?joined=\w+#your-vote-\d+$/)
    expect((await again(String(headers.location))).body).toContain('You are now a member of Mill Lane Co-op.')
    expect((await again()).body).not.toContain('You are now a member')
  })
})
