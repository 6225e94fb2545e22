import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { castBallot } from '../src/polls/cast-ballot.ts'
import { serve } from './app.ts'
import { addMembers, CAST, createWorld, keyFor, type World } from './world.ts'

/**
 * Two worlds that differ in nothing but what was voted: whatever a reader who may not see the results can get must be
 * the same in both, to the letter and in length.
 */

type Twin = { world: World; app: FastifyInstance; key: string; voters: number[] }

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
    twins.push({ world, voters, app: await serve(world), key: (await keyFor(world)).key })
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
        thresholds: [{ option: 'agree', share: 50 }],
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
    const answers = await Promise.all(
      ['', '/results'].map((part) =>
        app.inject({
          url: `/api/b1/polls/${poll_id}${part}`,
          headers: { authorization: `Bearer ${key}` },
        }),
      ),
    )
    const texts = answers.map((answer) => neutral(`${JSON.stringify(answer.headers)}\n${answer.body}`))
    shown.push(texts.join('\n'))
  }
  return shown
}

/** Without what differs by chance and by the clock, but in its length: times, random keys, request ids. */
function neutral(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'T'.repeat(24))
    .replace(/"date":"[^"]+"/g, '"date":""')
    .replace(/"key":"[A-Za-z0-9]{8}"/g, '"key":"KKKKKKKK"')
    .replace(/"x-request-id":"[^"]{36}"/g, '"x-request-id":""')
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
