import { beforeAll, describe, expect, test } from 'vitest'
import { makePoll, type PollWish } from '../../test/tell.ts'
import { everyRow, keyOf, openWeb, PUBLIC_URL, SAME_ORIGIN, tokenFor, type Web } from '../../test/web.ts'
import { addMembers, createWorld, type World } from '../../test/world.ts'
import { change } from '../db/db.ts'
import { castBallot } from '../polls/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { startSession } from '../users/start-session.ts'

let world: World
let web: Web
let people: number[]

beforeAll(async () => {
  world = await createWorld()
  people = await addMembers(world)
  web = await openWeb(world)
})

const asAda = { kind: 'person', user_id: 0 } as const

/** A poll and a voter who came to it by a personal link. */
async function come(wish: PollWish, voter = 0) {
  const poll_id = await makePoll(world, wish)
  const path = `/p/${await keyOf(world, 'polls', poll_id)}`
  const token = await tokenFor(world, 'ballot', { user_id: people[voter] ?? 0, poll_id })
  const { cookie } = await web.follow(path, token)
  const send = (fields: Record<string, string>) =>
    web.post(`${path}/ballot`, fields, { ...SAME_ORIGIN, cookie })
  return { poll_id, path, token, cookie, send, page: async () => (await web.get(path, cookie)).body }
}

async function sessionOf(user_id: number): Promise<string> {
  const token = await change(world.db, { kind: 'person', user_id }, (act) => startSession(act, user_id, null))
  return `__Host-folkmoot_session=${token}`
}

async function scoresOf(poll_id: number, voter = 0): Promise<(number | null)[] | undefined> {
  const { rows } = await world.db.pool.query<{ scores: (number | null)[] }>(
    'select scores from ballots where poll_id = $1 and user_id = $2',
    [poll_id, people[voter]],
  )
  return rows[0]?.scores
}

const close = (poll_id: number) =>
  change(world.db, { ...asAda, user_id: world.ada.id }, (act) => closePoll(act, poll_id))

const DAYS = ['2098-07-01T18:30:00Z', '2098-07-02']
const ABC = ['A', 'B', 'C']

type Case = {
  settings: PollWish['settings']
  options?: string[]
  good: Record<string, string>
  scores: (number | null)[]
  /** The ballot says so afterwards. */
  said: string
  bad: Record<string, string>
  /** At the field or above the ballot. */
  mend: string[]
  /** Kept in the form that failed. */
  kept: string[]
}

const CASES: Record<string, Case> = {
  proposal: {
    settings: { poll_type: 'proposal' },
    good: { choice: '3', reason: 'No *room*.' },
    scores: [null, null, 1],
    said: 'You voted: Disagree.',
    bad: { reason: 'I forgot to choose' },
    mend: ['Choose one position.'],
    kept: ['>I forgot to choose</textarea>'],
  },
  count: {
    settings: { poll_type: 'count' },
    good: { choice: '1' },
    scores: [1],
    said: 'You voted: Accept.',
    bad: { choice: '9' },
    mend: ['Choose one answer.'],
    kept: [],
  },
  poll: {
    settings: {
      poll_type: 'poll',
      maximum_stance_choices: 2,
      minimum_stance_choices: 2,
      stance_reason_required: 'required',
    },
    options: ABC,
    good: { choice: '2', 'choice[]': '3', reason: 'Because' },
    scores: [null, 1, 1],
    said: 'You voted: B; C.',
    bad: { choice: '2' },
    mend: ['Choose 2 options: 1 are chosen.', 'Say why: this poll asks every voter for a reason.'],
    kept: ['type="checkbox" name="choice" value="2" checked'],
  },
  score: {
    settings: { poll_type: 'score', min_score: 1, max_score: 10_000 },
    options: ABC,
    good: { s1: '10000', s2: '', s3: '1' },
    scores: [10_000, null, 1],
    said: 'You voted: A 10000; C 1.',
    bad: { s1: '7,5', s2: '0', s3: '4' },
    mend: ['id="fault-1">Give a whole number from 1 to 10000.', 'id="fault-2">Give a whole'],
    kept: ['value="7,5"', 'value="0"', 'value="4"'],
  },
  'score on a short scale': {
    settings: { poll_type: 'score' },
    options: ABC,
    good: { s1: '0', s2: '5', s3: '' },
    scores: [0, 5],
    said: 'You voted: A 0; B 5.',
    bad: { s1: '', s2: '', s3: '' },
    mend: ['Give 1 to 3 options a score: 0 have one.'],
    kept: [],
  },
  'ranked choice': {
    settings: { poll_type: 'ranked_choice' },
    options: ABC,
    good: { s1: '2', s2: ' 1 ', s3: '3' },
    scores: [2, 3, 1],
    said: 'You voted: 1 B; 2 A; 3 C.',
    bad: { s1: '2', s2: '2', s3: '3' },
    mend: ['id="fault-1">2 is given to more than one option.', 'id="fault-2">2 is given'],
    kept: ['value="2"', 'value="3"'],
  },
  meeting: {
    settings: { poll_type: 'meeting' },
    options: DAYS,
    good: { s1: '2', s2: '1' },
    scores: [2, 1],
    said: 'You voted: Tuesday 1 July 2098, 18:30 UTC; if need be: Wednesday 2 July 2098.',
    bad: { s1: '0' },
    mend: ['Answer for every time: 1 answer still missing.', 'id="fault-2">Choose an answer.'],
    kept: ['name="s1" value="0" checked'],
  },
  'meeting without "if need be"': {
    settings: { poll_type: 'meeting', can_respond_maybe: false },
    options: DAYS,
    good: { s1: '2', s2: '0' },
    scores: [2, 0],
    said: 'You voted: Tuesday 1 July 2098, 18:30 UTC.',
    bad: { s1: '1', s2: '0' },
    mend: ['id="fault-1">Choose one of the answers.'],
    kept: ['name="s2" value="0" checked'],
  },
  'dot vote': {
    settings: { poll_type: 'dot_vote' },
    options: ABC,
    good: { s1: '5', s2: '0', s3: '3' },
    scores: [5, null, 3],
    said: 'You voted: A 5; C 3.',
    bad: { s1: '5', s2: '4', s3: '' },
    mend: ['You gave 9 dots, and you have 8. Take some away.'],
    kept: ['value="5"', 'value="4"'],
  },
}

describe.each(Object.entries(CASES))('a ballot of type %s', (_, { settings, options, ...like }) => {
  const wish: PollWish = { settings: { ...settings }, options: options ?? null }

  test('is cast by one form, and shows its vote afterwards', async () => {
    const { poll_id, path, send, page } = await come(wish)
    expect(await page()).toContain('<button class="button" type="submit">Cast vote</button>')
    const answer = await send(like.good)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
    expect((await scoresOf(poll_id))?.slice(0, like.scores.length)).toEqual(like.scores)
    const after = await page()
    expect(after).toContain(like.said.replaceAll('"', '&quot;'))
    expect(after).toContain('Change vote')
    expect(after).not.toContain('Cast vote')
  })

  test('says at its fields what to mend, and keeps what was typed', async () => {
    const { poll_id, send } = await come(wish)
    const answer = await send(like.bad)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('role="alert"')
    for (const words of [...like.mend, ...like.kept]) expect(answer.body).toContain(words)
    expect(await scoresOf(poll_id)).toBeUndefined()
    expect((await send(like.good)).statusCode).toBe(303)
  })

  test('is filled in as it was cast, and may be sent again as it is', async () => {
    const { send, page } = await come(wish)
    await send(like.good)
    const filled = await page()
    for (const [name, value] of Object.entries(like.good)) {
      if (value.trim() === '' || (value === '0' && settings?.poll_type === 'dot_vote')) continue
      const field = name.replace('[]', '')
      const shown = filled.includes(`type="text"`) && field !== 'reason'
      if (field === 'reason') expect(filled).toContain(`>${value}</textarea>`)
      else if (shown) expect(filled).toMatch(new RegExp(`name="${field}"[^>]* value="${value.trim()}"`))
      else expect(filled).toContain(`name="${field}" value="${value}" checked`)
    }
  })
})

describe('changing a vote', () => {
  test('counts once, and keeps the earlier ballot', async () => {
    const { poll_id, send } = await come({})
    await send({ choice: '1', reason: 'first' })
    await send({ choice: '3' })
    expect(await scoresOf(poll_id)).toEqual([null, null, 1])
    const { rows } = await world.db.pool.query(
      'select cast_count, (select count(*)::int from superseded_ballots where poll_id = $1) as earlier from tallies where poll_id = $1',
      [poll_id],
    )
    expect(rows).toEqual([{ cast_count: 1, earlier: 1 }])
  })

  test('a reason stands where results are shown, beside its name and safe', async () => {
    const { poll_id, send, page } = await come({})
    await send({ choice: '1', reason: '**Yes** <script>alert(1)</script>' })
    expect(await page()).toContain('<strong>Yes</strong>')
    expect(await page()).not.toContain('<script>alert')
    const other = await tokenFor(world, 'ballot', { user_id: people[1] ?? 0, poll_id })
    const path = `/p/${await keyOf(world, 'polls', poll_id)}`
    expect((await web.follow(path, other)).page.body).toContain('<strong>Yes</strong>')
  })

  test('reasons are hidden with the results', async () => {
    const { poll_id, path, send } = await come({ settings: { hide_results: 'until_closed' } })
    await send({ choice: '1', reason: 'Tell-tale' })
    const other = await tokenFor(world, 'ballot', { user_id: people[1] ?? 0, poll_id })
    expect((await web.follow(path, other)).page.body).not.toContain('Tell-tale')
    await close(poll_id)
    expect((await web.follow(path, other)).page.body).toContain('Tell-tale')
  })
})

describe('an anonymous ballot', () => {
  const settings = {
    anonymous: true,
    hide_results: 'until_closed',
    stance_reason_required: 'disabled',
  } as const

  test('says before it is cast what cannot be undone, and afterwards that it cannot be looked up', async () => {
    const { send, page } = await come({ settings })
    const before = await page()
    expect(before).toContain('An anonymous vote cannot be undone.')
    expect(before).not.toContain('<textarea')
    expect(before).not.toContain('data-draft')
    const answer = await send({ choice: '1' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([303, 'no-store'])
    const after = await page()
    expect(after).toContain('Your vote is recorded.')
    expect(after).toContain('cannot be looked up or changed')
    expect(after).not.toMatch(/Cast vote|Change vote|recorded at|checked/)
  })

  test('stands when another is sent, which says so', async () => {
    const { path, send, cookie } = await come({ settings })
    await send({ choice: '1' })
    for (const choice of ['2', '']) {
      const again = await send({ choice })
      expect([again.statusCode, again.headers.location]).toEqual([303, `${path}?already`])
    }
    expect((await web.get(`${path}?already`, cookie)).body).toContain('your first vote stands')
  })

  test('leaves nothing that bears the voter but the mark in the electorate', async () => {
    const { send } = await come({ settings })
    const before = await everyRow(world)
    await send({ choice: '1' })
    const after = await everyRow(world)
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([
      'electorate',
      'tallies',
      'urn',
    ])
  })

  test('does not accept a pending membership, as a named one does', async () => {
    const [ivy = 0] = await addMembers(world, ['ivy@mill.example'])
    const pending = async () =>
      (
        await world.db.pool.query<{ pending: boolean }>(
          'select accepted_at is null as pending from memberships where user_id = $1',
          [ivy],
        )
      ).rows[0]?.pending
    for (const [wish, still] of [
      [{ settings }, true],
      [{}, false],
    ] as const) {
      const poll_id = await makePoll(world, wish)
      const path = `/p/${await keyOf(world, 'polls', poll_id)}`
      const token = await tokenFor(world, 'ballot', { user_id: ivy, poll_id })
      const { cookie } = await web.follow(path, token)
      const answer = await web.post(`${path}/ballot`, { choice: '1' }, { ...SAME_ORIGIN, cookie })
      expect(answer.statusCode).toBe(303)
      expect(await pending()).toBe(still)
    }
  })
})

describe('what cannot be voted', () => {
  test('after the closing: says when it closed and what was decided', async () => {
    const { poll_id, send } = await come({})
    await castBallot(world.db, {
      poll_id,
      user_id: people[1] ?? 0,
      choices: { agree: 1 },
      reason: null,
    })
    await close(poll_id)
    const answer = await send({ choice: '1' })
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toContain('This vote was not recorded.')
    expect(answer.body).toMatch(/Voting had closed: on <time/)
    expect(answer.body).toContain('Most votes: Agree.')
    expect(await scoresOf(poll_id)).toBeUndefined()
  })

  test('in a draft', async () => {
    const { send } = await come({ settings: { closing_at: null } })
    const answer = await send({ choice: '1' })
    expect([answer.statusCode, answer.body.includes('Voting is not open yet.')]).toEqual([409, true])
  })

  test('without a ballot', async () => {
    const { send, page } = await come({ settings: { specified_voters_only: true } })
    expect(await page()).not.toContain('Cast vote')
    const answer = await send({ choice: '1' })
    expect([answer.statusCode, answer.body.includes('You hold no ballot in this poll.')]).toEqual([403, true])
  })

  test('from another site, or by nobody', async () => {
    const { poll_id, path, cookie } = await come({})
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', cookie }
    expect((await web.post(`${path}/ballot`, { choice: '1' }, foreign)).statusCode).toBe(403)
    expect((await web.post(`${path}/ballot`, { choice: '1' })).statusCode).toBe(404)
    expect((await web.post('/p/AAAAAAA9/ballot', { choice: '1' })).statusCode).toBe(404)
    expect(await scoresOf(poll_id)).toBeUndefined()
  })
})

describe('a link from a mail', () => {
  test('chooses its option and casts nothing', async () => {
    const { poll_id, path, token, cookie } = await come({})
    const answer = await web.get(`${path}?k=${token}&choice=abstain`)
    expect(answer.headers.location).toBe(`${path}?choice=abstain#ballot`)
    const page = await web.get(`${path}?choice=abstain`, cookie)
    expect(page.body.match(/value="\d" checked/g)).toEqual(['value="2" checked'])
    expect(await scoresOf(poll_id)).toBeUndefined()
  })

  test('that names no option chooses none', async () => {
    const { path, token, cookie } = await come({})
    const evil = encodeURIComponent('x\r\nset-cookie: a=b')
    const answer = await web.get(`${path}?k=${token}&choice=${evil}`)
    expect(answer.headers.location).toBe(`${path}#ballot`)
    expect((await web.get(`${path}?choice=${evil}`, cookie)).body).not.toContain('checked')
  })
})

describe('who came', () => {
  test('a member who is signed in votes without a link', async () => {
    const { poll_id, path } = await come({})
    const cookie = await sessionOf(people[2] ?? 0)
    const page = await web.get(path, cookie)
    expect(page.body).toContain('Cast vote')
    expect(page.body).not.toContain('personal link')
    const answer = await web.post(`${path}/ballot`, { choice: '2' }, { ...SAME_ORIGIN, cookie })
    expect(answer.statusCode).toBe(303)
    expect(await scoresOf(poll_id, 2)).toEqual([null, 1, null])
  })

  test('a stranger who is signed in finds nothing, to the byte', async () => {
    const { path } = await come({})
    const { rows } = await world.db.pool.query<{ id: number }>(
      "insert into users (email) values ('far@far.example') returning id",
    )
    const cookie = await sessionOf(rows[0]?.id ?? 0)
    const [found, never] = [await web.get(path, cookie), await web.get('/p/AAAAAAA9', cookie)]
    expect([found.statusCode, found.body]).toEqual([404, never.body])
  })

  test('the link wins over another person’s session, says so, and can be put away', async () => {
    const { poll_id, path, cookie } = await come({}, 0)
    const both = `${cookie}; ${await sessionOf(people[1] ?? 0)}`
    const page = await web.get(path, both)
    expect(page.body).toContain('it was made for b•••@mill.example')
    expect(page.body).toContain('You are signed in as c•••@mill.example')
    await web.post(`${path}/ballot`, { choice: '1' }, { ...SAME_ORIGIN, cookie: both })
    expect([await scoresOf(poll_id, 0), await scoresOf(poll_id, 1)]).toEqual([[1, null, null], undefined])
    const away = await web.post(`${path}/not-me`, {}, { ...SAME_ORIGIN, cookie: both })
    expect(away.headers.location).toBe(path)
    expect(away.headers['set-cookie']).toBe(
      `__Secure-folkmoot_link=; Path=${path}; HttpOnly; SameSite=Lax; Secure; Max-Age=0`,
    )
  })

  test('one who is not the link’s person and not signed in is told what to do', async () => {
    const { path, cookie } = await come({})
    const away = await web.post(`${path}/not-me`, {}, { ...SAME_ORIGIN, cookie })
    expect(away.headers.location).toBe('/p/link-put-away')
    expect((await web.get('/p/link-put-away')).body).toContain('put the link away')
    expect(String(away.headers.location).startsWith(PUBLIC_URL)).toBe(false)
  })

  test('the same person by both comes as a member', async () => {
    const { path, cookie } = await come({}, 0)
    const page = await web.get(path, `${cookie}; ${await sessionOf(people[0] ?? 0)}`)
    expect(page.body).not.toContain('personal link')
  })
})
