import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiDocument } from '../src/api/describe.ts'
import { chapters } from '../src/api/document.ts'
import { toolsOf } from '../src/api/tools.ts'
import { B1_ROUTES } from '../src/b1/routes.ts'
import { change, SYSTEM } from '../src/db/db.ts'
import { Reporter } from '../src/imports/report.ts'
import { dispatchEvents } from '../src/jobs/dispatch-events.ts'
import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import { publishOutcome } from '../src/polls/outcomes/publish-outcome.ts'
import { hashToken } from '../src/users/secret.ts'
import { PAGES } from '../src/web/pages.ts'
import { serve } from './app.ts'
import { feedOf } from './feeds.ts'
import { signedInCookie } from './group-web.ts'
import { neutral } from './neutral.ts'
import { makeWebhook } from './receiver.ts'
import { addressOf, pathFields, pathTo, widestQuery } from './references.ts'
import { cookiesOf, withCookie } from './sign-in.ts'
import { openWeb, type Web } from './web.ts'
import { addMembers, CAST, createWorld, keyFor, type World } from './world.ts'

/**
 * Two worlds that differ only in the votes: every response to a reader who may not see the results must be
 * byte for byte the same in both.
 */

type Twin = { world: World; app: FastifyInstance; web: Web; key: string; voters: number[]; feeds: string[] }

const OPPOSITES = [
  ['agree', 'agree', 'disagree'],
  ['disagree', 'abstain', 'abstain'],
]

/** Everything that a program can read. New routes are requested in both worlds and compared, too. */
const READS = B1_ROUTES.filter(({ method }) => method === 'GET')

/** The same totals, but different people. */
const SWAPPED_VOTES = [
  ['agree', 'agree', 'disagree'],
  ['disagree', 'agree', 'agree'],
]

let twins: Twin[]

beforeAll(async () => {
  twins = []
  for (let made = 0; made < 2; made++) {
    const world = await createWorld()
    const voters = await addMembers(world, CAST)
    const { key } = await keyFor(world)
    // For a person without a ballot: a list of open votes shows one's own state.
    const reader = voters.at(-1) ?? 0
    await world.db.pool.query('update memberships set accepted_at = now()')
    const feeds = [await feedOf(world, 'calendar', reader), await feedOf(world, 'group', reader)]
    const app = await serve(world)
    await makeWebhook(world, { url: 'https://example.org/', kinds: ['stance_created', 'poll_created'] })
    await world.db.pool.query('update groups set public = true')
    // Other places that could reveal votes: the poll's thread, which anyone may read, and its comments.
    for (const [url, payload] of [
      ['/discussions', { title: 'Secrets', private: false }],
      ['/discussions/1/comments', { body: 'Vote!' }],
    ] as const)
      await app.inject({
        method: 'POST',
        url: `/api/b1${url}`,
        headers: { authorization: `Bearer ${key}` },
        payload,
      })
    twins.push({ world, voters, app, web: await openWeb(world), key, feeds })
  }
})

test('every route that reads is in the document, and requested below', () => {
  const paths = chapters(apiDocument(twins[0]!.app)).flatMap(({ endpoints }) =>
    endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path.replace('/api/b1', '')),
  )
  const reads = READS.map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
  expect(paths.sort()).toEqual(reads.sort())
  expect(() =>
    pathTo({ path: '/moons/:id', params: { id: { to: 'moon', about: '' } } }, { poll: 1 }),
  ).toThrow('/moons/:id: say in this test which moon stands for :id')
})

const isAnonymous = (settings: object) => 'anonymous' in settings && settings.anonymous === true

/**
 * On a busy machine, a retried round of events leaves a gap in the numbers of the feed, and one whose retries
 * fail leaves an event without a number.
 */
const WITHOUT_GAPS = `update events e set feed_number = -n.place
  from (select id, row_number() over (order by id) as place from events) n
  where n.id = e.id;
  update events set feed_number = -feed_number where feed_number < 0;
  select setval('feed_numbers', greatest(max(feed_number), 1)) from events`

/** Makes one poll in both worlds, casts opposite votes, and returns the API's responses in each. */
async function shownAfterVotes(settings: object, votes = OPPOSITES): Promise<string[]> {
  const shown: string[] = []
  for (const [index, { world, app, web, key, voters }] of twins.entries()) {
    // Lists are limited to this poll: earlier polls may show results.
    await world.db.pool.query('update polls set discarded_at = now() where discarded_at is null')
    const made = await app.inject({
      method: 'POST',
      url: '/api/b1/polls',
      headers: { authorization: `Bearer ${key}` },
      payload: {
        title: 'Secret?',
        poll_type: 'proposal',
        closing_at: '2099-01-01',
        options: ['agree', 'abstain', 'disagree'],
        discussion_id: 1,
        quorum_pct: 50,
        thresholds: [{ option: 'agree', percent: 50 }],
        ...settings,
      },
    })
    expect(made.statusCode).toBe(200)
    const poll_id = made.json().polls[0].id
    for (const [place, choice] of (votes[index] ?? []).entries()) {
      await castBallot(world.db, {
        poll_id,
        user_id: voters[place] ?? 0,
        choices: { [choice]: 1 },
        reason: isAnonymous(settings) ? null : { text: `Why I ${choice}`, format: 'md' },
      })
    }
    await dispatchEvents(world.db, 'https://moot.example')
    await world.db.pool.query(WITHOUT_GAPS)
    const references = { poll: poll_id, thread: 1, comment: 1, membership: 1, webhook: 1 }
    const read = READS.map((route) => ({ method: 'GET' as const, path: addressOf(route, references) }))
    const answers = []
    for (const { method, path } of [
      ...read,
      { method: 'PATCH' as const, path: `/polls/${poll_id}` },
      { method: 'POST' as const, path: `/polls/${poll_id}/remind` },
    ]) {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await app.inject({ method, url: `/api/b1${path}`, headers })
      // An open poll has no record.
      expect([path, answer.statusCode]).toEqual([path, path.endsWith('/record') ? 404 : 200])
      answers.push({ path, answer })
    }
    const texts = answers.map(({ path, answer }) =>
      neutral(`${path}\n${JSON.stringify(answer.headers)}\n${answer.body}`),
    )
    for (const tool of toolsOf(apiDocument(app)).filter(({ writes }) => !writes)) {
      const route = READS.find(({ does }) => does.id === tool.operation)
      if (route === undefined) throw new Error(`${tool.name} calls what no route answers`)
      if (route.path.endsWith('/record')) continue
      const given = { ...pathFields(route, references), ...widestQuery(route, references) }
      texts.push(await shownToAssistant(web, key, { name: tool.name, arguments: given }))
    }
    const results = answers.find(({ path }) => path.endsWith('/results'))
    // Results contain nothing random: their hash is the same.
    shown.push([...texts, results?.answer.headers.etag].join('\n'))
  }
  return shown
}

/** All responses of a tool, as sent. */
async function shownToAssistant(web: Web, key: string, params: object): Promise<string> {
  const { statusCode, body } = await web.app.inject({
    method: 'POST',
    url: '/mcp?allow_writes=true',
    headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  })
  const text = body.replaceAll('\\"', '"')
  expect([statusCode, text]).toEqual([200, expect.stringMatching(/"content":\[\{"type":"text","text":"\{/)])
  return neutral(text)
}

describe('hidden results reveal nothing', () => {
  test.each([
    ['until_vote', false],
    ['until_closed', false],
    ['until_vote', true],
    ['until_closed', true],
  ])('hide_results %s, anonymous %s', async (hide_results, anonymous) => {
    const [one, other] = await shownAfterVotes({ hide_results, anonymous })
    expect(one).toBe(other)
    expect(one).toContain('"decided_voters_count":3')
    expect(one).toContain('"results_visible":false')
  })

  test('the same comparison finds a difference if results are visible', async () => {
    const [one, other] = await shownAfterVotes({ hide_results: 'off' })
    expect(one).not.toBe(other)
  })
})

describe('an open anonymous poll', () => {
  test('reveals nothing, whatever its settings', async () => {
    for (const hide_results of ['off', 'until_vote']) {
      const [one, other] = await shownAfterVotes({ hide_results, anonymous: true })
      expect(one).toBe(other)
      expect(one).toContain('"decided_voters_count":3')
      expect(one).toContain('"results_visible":false')
      expect(one).not.toMatch(/"voter_scores":\{"/)
      expect(one).not.toMatch(/"voter_ids":\[\d/)
    }
  })
})

/** Without the keys of polls and threads, the hash of the feed, and timestamps. */
function unnamed(text: string): string {
  return neutral(text)
    .replace(/((?:\/|%2F)[pd](?:\/|%2F)|poll-|review-|again=)[A-Za-z0-9]{8}/g, '$1KKKKKKKK')
    .replace(/"etag":"[^,]+",|"last-modified":"[^"]+"/g, '')
    .replace(/DTSTAMP:\d{8}T\d{6}Z/g, '')
}

const all = (run: (poll_id: number, index: number, db: World['db']) => Promise<unknown>) =>
  Promise.all(
    twins.map(async ({ world: { db } }, index) => {
      const { rows } = await db.pool.query<{ id: number }>('select max(id) as id from polls')
      return run(rows[0]?.id ?? 0, index, db)
    }),
  )

describe('strangers at the pages of a public group', () => {
  /** Every page as an outsider sees it in each world: signed out, and as a member of another group. */
  async function met(): Promise<string[]> {
    return Promise.all(
      twins.map(async ({ web, world }) => {
        // The worlds may have been created in different minutes.
        for (const table of ['discussions', 'comments', 'polls'])
          await world.db.pool.query(`update ${table} set created_at = '2026-01-01'`)
        await world.db.pool.query("update discussions set last_activity_at = '2026-01-01'")
        await world.db.pool.query("update polls set closed_at = '2026-01-01' where closed_at is not null")
        const at = {
          '/p/:key': `/p/${await lastKey(world, 'polls')}`,
          '/d/:key': `/d/${await lastKey(world, 'discussions')}`,
          '/g/:handle': `/g/${world.group.handle}`,
        }
        const { rows } = await world.db.pool.query<{ id: number }>(
          `insert into users (name, email) values ('Sam', 'sam@else.example')
           on conflict (lower(email)) do update set name = 'Sam' returning id`,
        )
        const signed_in = await signedInCookie(world, rows[0]?.id ?? 0)
        const shown: string[] = []
        for (const { path, show } of PAGES) {
          const room = Object.keys(at).find((begin) => path.startsWith(begin)) as keyof typeof at | undefined
          if (show === null || room === undefined || path.replace(room, '').includes(':')) continue
          for (const cookie of ['', signed_in]) {
            const { statusCode, headers, body } = await web.get(path.replace(room, at[room]), cookie)
            if (statusCode === 200) shown.push(`${path}\n${unnamed(`${JSON.stringify(headers)}\n${body}`)}`)
          }
        }
        return shown.join('\n')
      }),
    )
  }

  const lastKey = async ({ db }: World, table: string) =>
    (await db.pool.query<{ key: string }>(`select key from ${table} order by id desc limit 1`)).rows[0]?.key

  test.each([
    ['until_vote', false],
    ['until_closed', false],
    ['off', true],
    ['until_vote', true],
  ])('see nothing of any vote: hide_results %s, anonymous %s', async (hide_results, anonymous) => {
    await shownAfterVotes({ hide_results, anonymous })
    const [one = '', other] = await met()
    expect(one).toBe(other)
    expect(one).toContain('Secret?')
    expect(one).not.toContain('who voted agree')
  })

  test('see totals, and never whose they are or why, open and closed', async () => {
    await shownAfterVotes({ hide_results: 'off' }, SWAPPED_VOTES)
    const open = await met()
    await all((poll_id, _, db) => change(db, SYSTEM, (act) => closePoll(act, poll_id)))
    for (const [one = '', other] of [open, await met()]) {
      expect(one).toBe(other)
      expect(one).toContain('2 of 3 who voted agree')
      expect(one).not.toMatch(/Why I|@mill\.example/)
    }
  })

  test('find these pages, and no others', async () => {
    const [one = ''] = await met()
    const paths = ['/g/:handle', '/g/:handle/public.atom', '/p/:key', '/p/:key/embed', '/d/:key']
    const found = one.split('\n').filter((line) => /^\/[gdp]\/:\w+\S*$/.test(line))
    expect([...new Set(found)].sort()).toEqual(paths.sort())
  })

  test('the same comparison finds a difference in visible totals', async () => {
    await shownAfterVotes({ hide_results: 'off' })
    const [one, other] = await met()
    expect(one).not.toBe(other)
  })
})

describe('pages for people who run the service', () => {
  // /service itself leads to the first of them.
  const OPERATED = PAGES.map(({ path }) => path).filter((path) => path.startsWith('/service/'))

  /** All of them, as an admin of the service sees them, without the unique tokens of forms. */
  async function shownToOperator({ world, web }: Twin): Promise<string> {
    await world.db.pool.query(
      `insert into imports (made_by, made_at, file_name, stored_as, state, report)
       values ($1, '2026-01-01Z', 'export.json', 'none', 'imported', $2) on conflict do nothing`,
      [world.ada.id, new Reporter().report(false)],
    )
    // The two may be created in different minutes.
    await world.db.pool.query("update groups set created_at = '2026-01-01Z'")
    const cookie = await signedInCookie(world, world.ada.id)
    const texts = []
    for (const path of OPERATED) {
      const id = path.includes('/people/') ? world.ada.id : world.group.id
      const { statusCode, body } = await web.get(path.replace(':id', `${id}`), cookie)
      expect([path, statusCode]).toEqual([path, 200])
      texts.push(`${path}\n${neutral(body).replace(/name="once" value="[^"]+"/g, '')}`)
    }
    return texts.join('\n')
  }

  test.each([
    ['off', false],
    ['until_closed', false],
    ['until_vote', true],
  ])(
    'tell nothing of any vote, open or closed: hide_results %s, anonymous %s',
    async (hide_results, anonymous) => {
      await shownAfterVotes({ hide_results, anonymous })
      const [open, other] = await Promise.all(twins.map(shownToOperator))
      expect(open).toBe(other)
      for (const { world } of twins) {
        const { rows } = await world.db.pool.query<{ id: number }>('select max(id) as id from polls')
        await change(world.db, SYSTEM, (act) => closePoll(act, rows[0]?.id ?? 0))
      }
      const [closed, same] = await Promise.all(twins.map(shownToOperator))
      expect(closed).toBe(same)
      expect(closed).not.toContain('Secret')
    },
  )

  test('are all compared', () => {
    expect(OPERATED).toEqual(
      expect.arrayContaining(['/service/groups', '/service/groups/:id', '/service/people']),
    )
  })
})

describe('votes by open link', () => {
  const TOKEN = 'k'.repeat(32)

  /** The page of an open voter who votes the same in both worlds, before and after the vote. */
  async function met(choices = ['1', '1']): Promise<string[]> {
    await all(async (poll_id, _, db) => {
      await db.pool.query('delete from open_links')
      await db.pool.query(
        `insert into open_links (poll_id, hash, made_by)
         values ($1, $2, (select min(id) from users where not bot))`,
        [poll_id, hashToken(TOKEN)],
      )
    })
    return Promise.all(
      twins.map(async ({ web }, index) => {
        const path = `/vote?k=${TOKEN}`
        const before = await web.get(path)
        const cookie = cookiesOf(before)
        const fields = { k: TOKEN, name: 'Nina', choice: choices[index] ?? '' }
        expect((await web.post('/vote', fields, withCookie(cookie))).statusCode).toBe(303)
        const after = await web.get(path, cookie)
        return unnamed(`${before.body}\n${JSON.stringify(after.headers)}\n${after.body}`)
      }),
    )
  }

  test.each(['until_closed', 'until_vote'])(
    'tell nothing before the results may be seen: %s',
    async (hide_results) => {
      await shownAfterVotes(
        { hide_results, open_link: true },
        hide_results === 'until_vote' ? SWAPPED_VOTES : OPPOSITES,
      )
      const [one = '', other] = await met()
      expect(one).toBe(other)
      expect(one).toContain('You voted: Agree.')
      expect(one).not.toMatch(/Why I|@mill\.example/)
    },
  )

  test('are hidden from programs and members as other votes are', async () => {
    await shownAfterVotes({ hide_results: 'until_closed', open_link: true }, [])
    await met(['1', '3'])
    const answers = await Promise.all(
      twins.map(async ({ app, key }) => {
        const headers = { authorization: `Bearer ${key}` }
        return neutral((await app.inject({ url: '/api/b1/polls', headers })).body)
      }),
    )
    expect(answers[0]).toBe(answers[1])
    expect(answers[0]).toContain('"open_voters_count":1,"open_results":[]')
  })

  test('the same comparison finds a difference if results are visible', async () => {
    await shownAfterVotes({ hide_results: 'off', open_link: true })
    const [one, other] = await met()
    expect(one).not.toBe(other)
  })
})

describe('calendars and feeds', () => {
  /** Both feeds of a person without a ballot, in each world. */
  async function fed(): Promise<string[]> {
    const shown: string[] = []
    for (const { web, feeds } of twins) {
      const answers = await Promise.all(feeds.map((path) => web.get(path)))
      shown.push(
        answers.map(({ headers, body }) => unnamed(`${JSON.stringify(headers)}\n${body}`)).join('\n'),
      )
    }
    return shown
  }

  test.each([
    ['off', false],
    ['until_closed', false],
    ['off', true],
    ['until_vote', true],
  ])(
    'tell nothing of any vote, open or closed: hide_results %s, anonymous %s',
    async (hide_results, anonymous) => {
      await shownAfterVotes({ hide_results, anonymous })
      const open = await fed()
      await all((poll_id, _, db) => change(db, SYSTEM, (act) => closePoll(act, poll_id)))
      const closed = await fed()
      expect(open[0]).toBe(open[1])
      expect(open[0]).toContain(`${anonymous ? 'Closes' : 'Your vote'}: Secret?`)
      // The two may be closed in different seconds.
      const [one, other] = closed.map((text) => text.replaceAll(/^DTSTART:\d{8}T\d{6}Z/gm, ''))
      expect(one).toBe(other)
      expect(one).toContain('Closed: Secret?')
    },
  )

  test('the same comparison finds the difference in an outcome', async () => {
    await all((poll_id, index, db) =>
      change(db, SYSTEM, (act) =>
        publishOutcome(act, {
          poll_id,
          statement: `Of three, ${index + 1} agreed.`,
          poll_option_id: null,
          review_on: '2099-01-01',
        }),
      ),
    )
    const [one = '', other = ''] = await fed()
    expect(one).not.toBe(other)
    expect(one.replaceAll('1 agreed', '2 agreed')).toBe(other)
  })
})
