import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import type { Scores } from '../../src/polls/ballots/ballot.ts'
import { tallyOf } from '../../src/polls/results/tally/tally.ts'
import { sealPoll } from '../../src/polls/urn/seal-poll.ts'
import { hold } from '../hold.ts'
import { addMembers, createWorld } from '../world.ts'
import { close, closeIn, makeGroup, openedUrn, rows, settle, vote } from './acts.ts'
import { caller, envelopeOf, type Fields, openApi, pollFields, pollOf } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const emails = Array.from({ length: 24 }, (_, index) => `member${index}@mill.example`)
const people = await addMembers(world, emails)
const [ben] = people as [number]
const a = await caller(world, api)
/** Another process: its own connections and its own batches. */
const other = { db: openDb(world.address, 8) }
const own = { db: world.db }

const make = async (changes: Fields = {}) => pollOf(await a.post('/polls', pollFields(changes)))
const tallyKept = async (id: number) =>
  (
    await rows<{ cast_count: number; sums: number[] }>(
      world.db,
      'select cast_count, sums from tallies where poll_id = $1',
      [id],
    )
  )[0]!
const OPTIONS = ['x', 'y', 'z']
/** The closing time of polls that are voted in before it. */
const SHORTLY_MS = 1_000

async function expectExactTally(id: number, ballots: Scores[]): Promise<void> {
  const counted = tallyOf(ballots)
  const kept = await tallyKept(id)
  expect(kept.cast_count).toBe(counted.cast_count)
  expect(OPTIONS.map((_, place) => kept.sums[place] ?? 0)).toEqual(
    OPTIONS.map((_, place) => counted.sums[place] ?? 0),
  )
}

test('fifty simultaneous votes by one person, over two processes, are one ballot and an exact tally', async () => {
  const { id } = await make({ poll_type: 'score', options: OPTIONS })
  const casts = Array.from({ length: 50 }, (_, index) =>
    vote(index % 2 ? own : other, id, ben, { x: index % 6, y: (index * 7) % 6 }),
  )
  const ids = new Set((await Promise.all(casts)).map(({ ballot_id }) => ballot_id))
  expect(ids.size).toBe(1)
  const ballots = await rows<{ scores: Scores }>(world.db, 'select scores from ballots where poll_id = $1', [
    id,
  ])
  expect(ballots).toHaveLength(1)
  await expectExactTally(
    id,
    ballots.map(({ scores }) => scores),
  )
  expect(pollOf(await a.get(`/polls/${id}`)).decided_voters_count).toBe(1)
})

test('fifty simultaneous anonymous votes by one person are one ballot: the first one counts', async () => {
  const { id } = await make({ poll_type: 'score', options: OPTIONS, anonymous: true })
  const casts = await Promise.all(
    Array.from({ length: 50 }, (_, index) => vote(index % 2 ? own : other, id, ben, { x: index % 6 })),
  )
  expect(casts.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(1)
  expect(casts.filter(({ outcome }) => outcome === 'already')).toHaveLength(49)
  const ballots = await openedUrn(world.db, id)
  expect(ballots).toHaveLength(1)
  await close(world, id)
  await expectExactTally(id, ballots)
})

test.each([
  ['named', false],
  ['anonymous', true],
])(
  'no vote is counted after the closing of a %s poll, and every one acknowledged before is',
  async (_, anonymous) => {
    const made = await Promise.all(
      Array.from({ length: 3 }, () => make({ poll_type: 'score', options: OPTIONS, anonymous })),
    )
    const polls = await Promise.all(
      made.map(async ({ id }, place) => ({
        id,
        closing_at: (await closeIn(world, id, SHORTLY_MS + place * 60)).toISOString(),
      })),
    )
    const stop = Date.now() + SHORTLY_MS + 400
    const acknowledged = new Map<string, number>()
    const voting = people.flatMap((person, index) =>
      polls.map(async ({ id }) => {
        // Spread so that votes are in progress at the closing time.
        await sleep((index * 37) % (SHORTLY_MS - 100))
        for (let round = 1; Date.now() < stop; round++) {
          const cast = await vote(index % 2 ? own : other, id, person, { x: round % 6, y: index % 6 }).catch(
            (error: { code?: string }) => {
              expect(error.code).toBe('poll_closed')
              return null
            },
          )
          if (cast === null) return
          if (cast.outcome === 'recorded') acknowledged.set(`${id} ${person}`, round % 6)
        }
      }),
    )
    const seen = new Map<number, number>()
    const watching = polls.map(async ({ id }) => {
      for (let poll = pollOf(await a.get(`/polls/${id}`)); ; poll = pollOf(await a.get(`/polls/${id}`))) {
        if (poll.closed_at !== null) {
          // The first totals returned with a closed poll are final.
          seen.set(id, poll.decided_voters_count)
          return
        }
        await sleep(5)
      }
    })
    const settled = new Set<number>()
    const settling = polls.flatMap(({ id }) =>
      [world.db, other.db].map(async (db) => {
        for (;;) {
          const late = settled.has(id)
          if (await settle(db, id)) {
            settled.add(id)
            return 1
          }
          if (late) return 0
          await sleep(10)
        }
      }),
    )
    await Promise.all([...voting, ...watching])
    expect((await Promise.all(settling)).reduce<number>((sum, settled) => sum + settled, 0)).toBe(
      polls.length,
    )

    for (const { id, closing_at } of polls) {
      const { closed_at, decided_voters_count } = pollOf(await a.get(`/polls/${id}`))
      expect(closed_at).toBe(closing_at)
      expect(decided_voters_count).toBe(seen.get(id))
      expect(decided_voters_count).toBe(
        [...acknowledged.keys()].filter((name) => name.startsWith(`${id} `)).length,
      )
      if (anonymous) {
        const ballots = await openedUrn(world.db, id)
        await Promise.all([sealPoll(world.db, id), sealPoll(other.db, id)])
        const sealed = await rows<{ choices: Scores }>(
          world.db,
          'select choices from sealed_ballots where poll_id = $1',
          [id],
        )
        await expectExactTally(
          id,
          sealed.map(({ choices }) => choices),
        )
        const sorted = (all: Scores[]) => all.map(String).sort()
        expect(sorted(sealed.map(({ choices }) => choices))).toEqual(sorted(ballots))
      } else {
        const ballots = await rows<{ user_id: number; scores: Scores; cast_at: Date }>(
          world.db,
          'select user_id, scores, cast_at from ballots where poll_id = $1',
          [id],
        )
        await expectExactTally(
          id,
          ballots.map(({ scores }) => scores),
        )
        for (const ballot of ballots) {
          expect(ballot.cast_at.toISOString() < closing_at).toBe(true)
          expect(ballot.scores[0]).toBe(acknowledged.get(`${id} ${ballot.user_id}`))
        }
      }
      const events = await rows(
        world.db,
        "select kind from events where poll_id = $1 and kind like 'poll_%' order by id",
        [id],
      )
      expect(events).toEqual([{ kind: 'poll_created' }, { kind: 'poll_expired' }])
    }
  },
)

test('closing by hand during voting counts each acknowledged vote once', async () => {
  const { id } = await make({ poll_type: 'score', options: OPTIONS })
  let closed = false
  const voting = people.map(async (person, index) => {
    for (let round = 1; !closed; round++) {
      const cast = await vote(index % 2 ? own : other, id, person, { x: round % 6 }).catch(
        (error: { code?: string }) => error,
      )
      if ('code' in cast) return expect(cast.code).toBe('poll_closed')
    }
  })
  await sleep(60)
  await close(world, id)
  closed = true
  const atOnce = await tallyKept(id)
  await Promise.all(voting)
  expect(await tallyKept(id)).toEqual(atOnce)
  const ballots = await rows<{ scores: Scores; cast_at: Date }>(
    world.db,
    'select scores, cast_at from ballots where poll_id = $1',
    [id],
  )
  await expectExactTally(
    id,
    ballots.map(({ scores }) => scores),
  )
  const { closed_at } = pollOf(await a.get(`/polls/${id}`))
  for (const { cast_at } of ballots) expect(cast_at.toISOString() <= closed_at!).toBe(true)
})

test('a reader after the closing time waits for the votes in progress', async () => {
  const { id } = await make()
  const voter = await other.db.pool.connect()
  await voter.query('begin')
  const closing_at = await closeIn(world, id, SHORTLY_MS)
  const votes = [{ poll_id: id, user_id: ben, scores: [1], reason: null, reason_format: 'md' }]
  const { rows: cast } = await voter.query('select outcome from cast_ballots($1, true)', [
    JSON.stringify(votes),
  ])
  expect(cast).toEqual([{ outcome: 'recorded' }])
  await sleep(closing_at.getTime() + 50 - Date.now())
  const reading = a.get(`/polls/${id}`)
  const early = await Promise.race([reading, sleep(150, null)])
  expect(early).toBeNull()
  await voter.query('commit')
  voter.release()
  const poll = pollOf(await reading)
  expect(poll.closed_at).toBe(poll.closing_at)
  expect(poll).toMatchObject({ decided_voters_count: 1, stance_counts: [1, 0, 0] })
})

test.each([
  ['named', false],
  ['anonymous', true],
])('a vote in a %s poll that waited until after the closing time is not counted', async (_, anonymous) => {
  const { id } = await make({ anonymous })
  const closing_at = await closeIn(world, id, SHORTLY_MS)
  const holder = await hold(other.db, 'select 1 from polls where id = $1 for update', [id])
  const waiting = vote(own, id, ben, { agree: 1 }).catch((error: { code?: string }) => error.code)
  const early = await Promise.race([waiting, sleep(closing_at.getTime() + 100 - Date.now(), 'waits')])
  expect(early).toBe('waits')
  await holder.waitedFor()
  await holder.release()
  expect(await waiting).toBe('poll_closed')
  expect(pollOf(await a.get(`/polls/${id}`)).decided_voters_count).toBe(0)
})

test('a locked poll does not delay votes in others', async () => {
  const [held, free] = [await make(), await make()]
  // Like giving out its ballots.
  const holder = await hold(other.db, 'select 1 from polls where id = $1 for update', [held.id])
  await holder.query('update electorate set inviter_id = inviter_id where poll_id = $1', [held.id])
  await holder.query('update tallies set voters = voters where poll_id = $1', [held.id])
  const waiting = people.slice(0, 12).map((person) => vote(own, held.id, person, { agree: 1 }))
  await holder.waitedFor()
  const casts = await Promise.all(people.map((person) => vote(own, free.id, person, { agree: 1 })))
  expect(new Set(casts.map(({ outcome }) => outcome))).toEqual(new Set(['recorded']))
  await holder.release()
  expect(new Set((await Promise.all(waiting)).map(({ outcome }) => outcome))).toEqual(new Set(['recorded']))
})

test('each of many simultaneous requests gets its own answer', async () => {
  await makeGroup(world, 'orchard')
  const stranger = await caller(world, api, { handle: 'orchard' })
  const mine = await Promise.all(Array.from({ length: 20 }, () => make()))
  const theirs = pollOf(await stranger.post('/polls', pollFields()))
  const nobody = api.as('fmk_nobody')
  const asked = mine.flatMap(({ id, key }, index) => [
    { answer: a.get(`/polls/${id}`), expected: [200, key] },
    { answer: a.get(`/polls/${key}`), expected: [200, key] },
    { answer: stranger.get(`/polls/${index % 2 ? id : key}`), expected: [404, undefined] },
    { answer: stranger.get(`/polls/${theirs.id}`), expected: [200, theirs.key] },
    { answer: nobody.get(`/polls/${id}`), expected: [403, undefined] },
    { answer: a.get(`/polls/${theirs.key}`), expected: [404, undefined] },
  ])
  for (const { answer, expected } of asked) {
    const given = await answer
    expect([given.statusCode, given.json().polls?.[0].key]).toEqual(expected)
  }
})

test('two processes that close and seal at once do it once', async () => {
  const { id } = await make({ anonymous: true })
  await Promise.all(people.map((person) => vote(own, id, person, { agree: 1 })))
  await world.db.pool.query(
    "update polls set opened_at = now() - interval '1 hour', closing_at = now() where id = $1",
    [id],
  )
  const before = envelopeOf(await a.get('/memberships?per=1')).groups[0]!.closed_polls_count
  const settled = await Promise.all([world.db, other.db, world.db, other.db].map((db) => settle(db, id)))
  expect(settled.filter(Boolean)).toHaveLength(1)
  await Promise.all([world.db, other.db, world.db, other.db].map((db) => sealPoll(db, id)))
  expect(
    await rows(world.db, "select kind from events where poll_id = $1 and kind <> 'poll_created'", [id]),
  ).toEqual([{ kind: 'poll_expired' }])
  const answer = envelopeOf(await a.get(`/polls/${id}`))
  expect(answer.polls[0]).toMatchObject({
    decided_voters_count: people.length,
    stance_counts: [people.length, 0, 0],
  })
  expect(answer.groups[0]!.closed_polls_count).toBe(before)
  await other.db.close()
})
