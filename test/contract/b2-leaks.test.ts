import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { B2_ROUTES } from '../../src/b2/routes.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { neutral } from '../neutral.ts'
import { addressOf } from '../references.ts'
import { openWeb } from '../web.ts'
import { addMembers, CAST, createWorld, type World } from '../world.ts'
import { close } from './acts.ts'
import { personalKey } from './b2.ts'

/**
 * Two worlds that differ only in the votes: a key of a person who may not see the results gets byte for byte
 * the same in both.
 */

/** Everything that a b2 program can read. New routes are requested in both worlds and compared, too. */
const READS = Object.entries(B2_ROUTES).flatMap(([prefix, routes]) =>
  routes.filter(({ method }) => method === 'GET').map((route) => ({ prefix, route })),
)

/** Calls that answer other members with a refusal. */
const FOR_ADMINS = /\/(history|join_links|join_requests|open_links)\b/

type Twin = { world: World; app: FastifyInstance; ada: string; voter: string; voters: number[] }

const OPPOSITES = [
  ['agree', 'agree', 'disagree'],
  ['disagree', 'abstain', 'abstain'],
]

const twins: Twin[] = []

beforeAll(async () => {
  for (let made = 0; made < 2; made++) {
    const world = await createWorld()
    const voters = await addMembers(world, CAST)
    await world.db.pool.query('update memberships set accepted_at = now()')
    const { app } = await openWeb(world, { API_RATE_LIMIT: '0' })
    const ada = await personalKey(world, world.ada.id)
    twins.push({ world, app, voters, ada, voter: await personalKey(world, voters[0] ?? 0) })
  }
})

type Shown = { twin: Twin; id: number; by: (key: string) => Promise<string> }

/** One poll in both worlds with opposite votes, and the responses to a key. */
async function pollsWithVotes(settings: object): Promise<Shown[]> {
  return Promise.all(
    twins.map(async (twin, index) => {
      const { world, app, ada, voters } = twin
      const make = async (path: string, payload: object) => {
        const headers = { authorization: `Bearer ${ada}` }
        const made = await app.inject({ method: 'POST', url: `/api/b2${path}`, headers, payload })
        expect(made.statusCode).toBe(200)
        return made.json()
      }
      const group_id = world.group.id
      // Lists are limited to this thread and poll: earlier polls may show results.
      await world.db.pool.query('update discussions set discarded_at = now() where discarded_at is null')
      await world.db.pool.query('update polls set discarded_at = now() where discarded_at is null')
      const thread_id = (await make('/discussions', { group_id, title: 'Around it' })).discussions[0].id
      const said = await make('/comments', { discussion_id: thread_id, body: 'Vote!' })
      const made = await make('/polls', {
        discussion_id: thread_id,
        title: 'Secret?',
        poll_type: 'proposal',
        closing_at: '2099-01-01',
        options: ['agree', 'abstain', 'disagree'],
        ...settings,
      })
      const { id, key } = made.polls[0]
      for (const [place, choice] of (OPPOSITES[index] ?? []).entries()) {
        const ballot = { poll_id: id, user_id: voters[place] ?? 0, choices: { [choice]: 1 }, reason: null }
        await castBallot(world.db, ballot)
      }
      const { id: comment } = said.comments[0]
      const references = { group: group_id, thread: thread_id, poll: id, comment, membership: 1 }
      const addresses = READS.map(
        ({ prefix, route }) =>
          prefix + addressOf(route, { ...references, group_id, discussion_id: thread_id }),
      )
      const by = async (key_text: string) => {
        const texts = []
        for (const path of [...addresses, `/api/b2/polls/${key}`]) {
          const headers = { authorization: `Bearer ${key_text}` }
          const { statusCode, headers: told, body } = await app.inject({ url: path, headers })
          const refused = FOR_ADMINS.test(path) && key_text !== ada
          expect([path, statusCode]).toEqual([path, refused ? 403 : 200])
          texts.push(neutral(`${JSON.stringify(told)}\n${body}`))
        }
        return texts.join('\n')
      }
      return { twin, id, by }
    }),
  )
}

async function bothAs(shown: Shown[], who: 'ada' | 'voter'): Promise<[string, string]> {
  const [one = '', other = ''] = await Promise.all(shown.map(({ twin, by }) => by(twin[who])))
  return [one, other]
}

describe('a key of a person who has not voted', () => {
  test.each([
    ['until_vote', false],
    ['until_closed', false],
    ['until_vote', true],
    ['until_closed', true],
  ])('reveals nothing of hidden results: %s, anonymous %s', async (hide_results, anonymous) => {
    const [one, other] = await bothAs(await pollsWithVotes({ hide_results, anonymous }), 'ada')
    expect(one).toBe(other)
    expect(one).toContain('"decided_voters_count":3')
    expect(one).toContain('"results_visible":false')
    expect(one).not.toContain('"results_visible":true')
  })

  test('finds the difference if results are visible', async () => {
    const [one, other] = await bothAs(await pollsWithVotes({ hide_results: 'off' }), 'ada')
    expect(one).not.toBe(other)
  })
})

describe('a key of a voter', () => {
  test('sees results that waited for the vote, and none that wait for the end', async () => {
    const [one, other] = await bothAs(await pollsWithVotes({ hide_results: 'until_vote' }), 'voter')
    expect(one).not.toBe(other)
    expect(one).not.toContain('"results_visible":false')
    const closed = await bothAs(await pollsWithVotes({ hide_results: 'until_closed' }), 'voter')
    // The person's own vote is the only difference.
    const [mine, yours] = closed.map((text) =>
      text.replace(/"stances":\[\{[^\]]*\]/g, '').replace(/"my_stance_id":\d+/g, ''),
    )
    expect(mine).toBe(yours)
    expect(closed[0]).toContain('"my_stance":true')
  })

  test.each(['off', 'until_vote', 'until_closed'])(
    'names nobody in an anonymous poll, not even its owner, open or closed: %s',
    async (hide_results) => {
      const polls = await pollsWithVotes({ hide_results, anonymous: true })
      const open = await bothAs(polls, 'voter')
      await Promise.all(polls.map(({ twin, id }) => close(twin.world, id)))
      const closed = await bothAs(polls, 'voter')
      for (const text of [...open, ...closed]) {
        expect(text).not.toMatch(/"voter_scores":\{"/)
        expect(text).not.toMatch(/"voter_ids":\[\d/)
        expect(text).toContain('"stances":[]')
        expect(text).toContain('"my_stance_id":null')
      }
      expect(closed[0]).toContain('"results_visible":true')
      if (hide_results === 'until_closed') expect(open[0]).toBe(open[1])
    },
  )
})
