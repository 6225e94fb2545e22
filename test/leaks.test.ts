import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { change, SYSTEM } from '../src/db/db.ts'
import { dispatchEvents } from '../src/jobs/dispatch-events.ts'
import { castBallot } from '../src/polls/cast-ballot.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import { publishOutcome } from '../src/polls/publish-outcome.ts'
import { serve } from './app.ts'
import { feedOf } from './feeds.ts'
import { openWeb, type Web } from './web.ts'
import { addMembers, CAST, createWorld, keyFor, type World } from './world.ts'

/**
 * Two worlds that differ in nothing but what was voted: whatever a reader who may not see the results can get must be
 * the same in both, to the letter and in length.
 */

type Twin = { world: World; app: FastifyInstance; web: Web; key: string; voters: number[]; feeds: string[] }

const OPPOSITES = [
  ['agree', 'agree', 'disagree'],
  ['disagree', 'abstain', 'abstain'],
]

let twins: Twin[]

beforeAll(async () => {
  twins = []
  for (let made = 0; made < 2; made++) {
    const world = await createWorld()
    const voters = await addMembers(world, CAST)
    const { key } = await keyFor(world)
    // Of one who does not vote: what waits for one's own vote says so to oneself.
    const reader = voters.at(-1) ?? 0
    await world.db.pool.query('update memberships set accepted_at = now()')
    const feeds = [await feedOf(world, 'calendar', reader), await feedOf(world, 'group', reader)]
    twins.push({ world, voters, app: await serve(world), web: await openWeb(world), key, feeds })
  }
})

/** Makes one poll in both worlds, casts the opposite votes, and returns what the API shows of it in each. */
async function shownAfterVotes(settings: object, votes = OPPOSITES): Promise<string[]> {
  const shown: string[] = []
  for (const [index, { world, app, key, voters }] of twins.entries()) {
    const made = await app.inject({
      method: 'POST',
      url: '/api/b1/polls',
      headers: { authorization: `Bearer ${key}` },
      payload: {
        title: 'Secret?',
        poll_type: 'proposal',
        closing_at: '2099-01-01',
        options: ['agree', 'abstain', 'disagree'],
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
        reason: null,
      })
    }
    await dispatchEvents(world.db, 'https://moot.example')
    const { rows } = await world.db.pool.query<{ before: number }>(
      'select coalesce(max(feed_number), 0) as before from events where id < (select min(id) from events where poll_id = $1)',
      [poll_id],
    )
    const poll = `/polls/${poll_id}`
    const answers = []
    for (const [method, path] of [
      ['GET', poll],
      ['GET', `${poll}/results`],
      ['GET', `${poll}/voters`],
      ['GET', '/polls?per=1'],
      ['GET', `/events?after=${rows[0]?.before}`],
      ['PATCH', poll],
      ['POST', `${poll}/remind`],
    ] as const)
      answers.push(
        await app.inject({ method, url: `/api/b1${path}`, headers: { authorization: `Bearer ${key}` } }),
      )
    const texts = answers.map((answer) => neutral(`${JSON.stringify(answer.headers)}\n${answer.body}`))
    // Results hold nothing that differs by chance: the hash of them is the same.
    shown.push([...texts, answers[1]?.headers.etag].join('\n'))
  }
  return shown
}

/** Without what differs by chance and by the clock, but in its length: times, random keys, request ids, hashes of them. */
function neutral(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'T'.repeat(24))
    .replace(/"date":"[^"]+"/g, '"date":""')
    .replace(/"key":"[A-Za-z0-9]{8}"/g, '"key":"KKKKKKKK"')
    .replace(/"x-request-id":"[^"]{36}"/g, '"x-request-id":""')
    .replace(/"etag":"\\"[\w.-]{17,33}\\""/g, '"etag":""')
}

describe('hidden results give nothing away', () => {
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

  test('the same comparison finds a difference where results may be seen', async () => {
    const [one, other] = await shownAfterVotes({ hide_results: 'off' })
    expect(one).not.toBe(other)
  })
})

describe('an open anonymous poll', () => {
  test('shows nothing of a single ballot until three are in', async () => {
    const [one, other] = await shownAfterVotes({ hide_results: 'off', anonymous: true }, [
      ['agree', 'agree'],
      ['disagree', 'agree'],
    ])
    expect(one).toBe(other)
    expect(one).toContain('"results_as_of":0')
  })

  test('names no voter even where its results may be seen', async () => {
    const [one] = await shownAfterVotes({ hide_results: 'off', anonymous: true })
    expect(one).toContain('"results_as_of":3')
    expect(one).not.toMatch(/"voter_scores":\{"/)
    expect(one).not.toMatch(/"voter_ids":\[\d/)
  })
})

describe('calendars and feeds', () => {
  /** Both feeds of one who does not vote, in each world. */
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

  /** Without the keys of polls, the hash of all of it, and the times at which it was made. */
  function unnamed(text: string): string {
    return neutral(text)
      .replace(/(\/p\/|poll-|review-)[A-Za-z0-9]{8}/g, '$1KKKKKKKK')
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
      expect(closed[0]).toBe(closed[1])
      expect(closed[0]).toContain('Closed: Secret?')
    },
  )

  test('the same comparison finds what an outcome says of it', async () => {
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
