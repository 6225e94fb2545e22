import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tallyOf } from '../../src/polls/results/tally/tally.ts'
import { packed } from '../../src/polls/urn/box.ts'
import { openBoxes } from '../../src/polls/urn/open-boxes.ts'
import { tagKeyOf, tagOf } from '../../src/polls/urn/receipt-tag.ts'
import { addMembers, createWorld } from '../world.ts'
import { close, rows, vote } from './acts.ts'
import { caller, openApi, pollFields, pollOf } from './api.ts'

/**
 * An attack on the secrecy of an anonymous poll with read access to the stored tables and PostgreSQL's row
 * metadata: the writing transaction (xmin, cmin) and the position (ctid). Every voter casts a unique ballot,
 * so that each guess is right or wrong.
 */
const VOTERS = 60
const world = await createWorld()
const api = await openApi(world)
const people = await addMembers(
  world,
  Array.from({ length: VOTERS }, (_, index) => `voter${index}@mill.example`),
)
const a = await caller(world, api)

type Guess = { user_id: number; choice: number }
/** The ballot of each voter: the secret that the attack looks for. */
type Truth = Map<number, number>

/** Everyone votes, in an order unrelated to that of the people and of the choices. */
async function voted(receipts: boolean): Promise<{ id: number; truth: Truth }> {
  const { id } = pollOf(
    await a.post(
      '/polls',
      pollFields({ poll_type: 'score', options: ['x'], max_score: 1_000, anonymous: true, receipts }),
    ),
  )
  const truth: Truth = new Map()
  for (let turn = 0; turn < VOTERS; turn++) {
    const person = people[(turn * 23 + 7) % VOTERS]!
    truth.set(person, (turn * 37 + 11) % 997)
    await vote(world, id, person, { x: truth.get(person)! })
  }
  return { id, truth }
}

const right = (guesses: Guess[], truth: Truth) =>
  guesses.filter(({ user_id, choice }) => truth.get(user_id) === choice).length

/** Pairs voter and ballot written by one transaction (and command); ambiguous pairs are left out. */
async function byTransaction(id: number, table: 'sealed_ballots', column: 'xmin' | 'cmin'): Promise<Guess[]> {
  return rows<Guess>(
    world.db,
    `select e.user_id, b.choices[1] as choice from electorate e join ${table} b on b.${column}::text = e.${column}::text
     where e.poll_id = $1 and b.poll_id = $1 and e.voted`,
    [id],
  )
}

/** Pairs the first voter with the first ballot, and so on, in row order. */
async function byOrder(id: number, table: 'sealed_ballots', order: string): Promise<Guess[]> {
  return rows<Guess>(
    world.db,
    `with voters as (select user_id, row_number() over (order by ${order}) as place from electorate where poll_id = $1 and voted),
     ballots as (select choices[1] as choice, row_number() over (order by ${order}) as place from ${table} where poll_id = $1)
     select user_id, choice from voters join ballots using (place)`,
    [id],
  )
}

const BY_PLACE = 'ctid'
const BY_AGE = 'age(xmin) desc, cmin::text::bigint, ctid'
// A random order gets one right on average; nine or more happen once in a million runs.
const CHANCE = 9

describe.each([false, true])('with receipts: %s', (receipts) => {
  test('the joins identify every voter with the key, and nobody without it or once the poll is sealed', async () => {
    const { id, truth } = await voted(receipts)
    const boxes = await rows<{ user_id: number; box: Buffer }>(
      world.db,
      `select e.user_id, b.box from electorate e join urn_boxes b on b.xmin::text = e.xmin::text
     where e.poll_id = $1 and b.poll_id = $1 and e.voted`,
      [id],
    )
    // The control: each box belongs to a known voter, and the key decrypts its content.
    const [poll] = await rows<{ urn_key: string }>(world.db, 'select urn_key from polls where id = $1', [id])
    const key = await world.db.urn_keys.find(world.db.pool, poll!.urn_key)
    const opened = await openBoxes(
      key!,
      boxes.map(({ box }) => box),
    )
    const named = opened.map(({ scores: [choice] }, place) => ({
      user_id: boxes[place]!.user_id,
      choice: choice!,
    }))
    expect(right(named, truth)).toBe(VOTERS)
    // All boxes have the same length, no two are alike, and none contains its choice in the clear.
    expect(new Set(boxes.map(({ box }) => box.length)).size).toBe(1)
    expect(new Set(boxes.map(({ box }) => box.toString('hex'))).size).toBe(VOTERS)
    expect(
      boxes.some(({ user_id, box }) =>
        box.includes(packed({ scores: [truth.get(user_id)!], b: null }).subarray(1, 5)),
      ),
    ).toBe(false)

    await close(world, id)

    // Now every voter matches every ballot, or none: one guess in sixty is right.
    for (const column of ['xmin', 'cmin'] as const) {
      const guesses = await byTransaction(id, 'sealed_ballots', column)
      expect([0, VOTERS * VOTERS]).toContain(guesses.length)
    }
    for (const order of [BY_PLACE, BY_AGE]) {
      const guesses = await byOrder(id, 'sealed_ballots', order)
      expect(guesses).toHaveLength(VOTERS)
      expect(right(guesses, truth)).toBeLessThan(CHANCE)
    }
    expect(await rows(world.db, 'select 1 from urn_boxes where poll_id = $1', [id])).toEqual([])
    expect(await world.db.urn_keys.find(world.db.pool, poll!.urn_key)).toBeNull()
    expect(
      await rows(world.db, 'select key_destroyed_at >= sealed_at as after from polls where id = $1', [id]),
    ).toEqual([{ after: true }])
  })

  test('the seal keeps every ballot and the exact tally', async () => {
    const { id, truth } = await voted(receipts)
    await close(world, id)
    const sealed = await rows<{ choices: number[] }>(
      world.db,
      'select choices from sealed_ballots where poll_id = $1',
      [id],
    )
    const sorted = (numbers: Iterable<number>) => [...numbers].sort((x, y) => x - y)
    expect(sorted(sealed.map(({ choices }) => choices[0]!))).toEqual(sorted(truth.values()))
    const counted = tallyOf(sealed.map(({ choices }) => choices))
    const [kept] = await rows(world.db, 'select voters, cast_count, sums from tallies where poll_id = $1', [
      id,
    ])
    expect(kept).toEqual({ voters: VOTERS + 1, cast_count: VOTERS, sums: counted.sums })
    expect(pollOf(await a.get(`/polls/${id}`))).toMatchObject({
      total_score: counted.sums[0],
      decided_voters_count: VOTERS,
      results_as_of: VOTERS,
    })
    const turnout = await rows(
      world.db,
      'select count(*)::int as n from electorate where poll_id = $1 and voted',
      [id],
    )
    expect(turnout).toEqual([{ n: VOTERS }])
  })
})

test('old pages of the database that show the tags in the order of casting lead to no published ballot', async () => {
  const { id, truth } = await voted(true)
  // What a copy of the files shows while voting is open.
  const seen = await rows<{ user_id: number; tag: Buffer }>(
    world.db,
    `select e.user_id, b.tag from electorate e join urn_boxes b on b.xmin::text = e.xmin::text
     where e.poll_id = $1 and b.poll_id = $1 and e.voted`,
    [id],
  )
  const [poll] = await rows<{ urn_key: string }>(world.db, 'select urn_key from polls where id = $1', [id])
  const key = tagKeyOf((await world.db.urn_keys.find(world.db.pool, poll!.urn_key))!)
  await close(world, id)
  const published = await rows<{ hash: Buffer; choice: number }>(
    world.db,
    'select hash, choices[1] as choice from sealed_ballots where poll_id = $1',
    [id],
  )
  const guessedBy = (tagged: (c: Buffer) => Buffer) => {
    const choices = new Map(published.map(({ hash, choice }) => [tagged(hash).toString('hex'), choice]))
    return seen.flatMap(({ user_id, tag }) => {
      const choice = choices.get(tag.toString('hex'))
      return choice === undefined ? [] : [{ user_id, choice }]
    })
  }
  expect(guessedBy((c) => c)).toEqual([])
  const known = [Buffer.alloc(0), Buffer.from(poll!.urn_key, 'hex'), Buffer.from(poll!.urn_key)]
  for (const guess of known)
    expect(guessedBy((c) => createHmac('sha256', guess).update(c).digest())).toEqual([])
  // The control: whoever copied the private key before it was destroyed finds everyone.
  expect(
    right(
      guessedBy((c) => tagOf(key, c)),
      truth,
    ),
  ).toBe(VOTERS)
})

test('the order of sealed ballots is that of a public hash', async () => {
  const { id } = await voted(false)
  await close(world, id)
  const places = await rows<{ own: boolean; place: string; by_hash: string }>(
    world.db,
    `select hash = sha256(convert_to(array_to_string(choices, ',', '-'), 'UTF8') || nonce) as own,
       row_number() over (order by ctid) as place, row_number() over (order by hash) as by_hash
     from sealed_ballots where poll_id = $1`,
    [id],
  )
  for (const { own, place, by_hash } of places) expect([own, place]).toEqual([true, by_hash])
})

test('a vote leaves a row in the urn, a mark in the electorate, and nothing else', async () => {
  const { id } = pollOf(await a.post('/polls', pollFields({ anonymous: true })))
  const tables = await rows<{ name: string }>(
    world.db,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  )
  expect(tables.length).toBeGreaterThan(15)
  const contents = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async ({ name }) => {
          const [all] = await rows<{ text: string | null }>(
            world.db,
            `select md5(string_agg(t::text, ',' order by t::text)) as text from ${name} t`,
          )
          return [name, all!.text] as const
        }),
      ),
    )
  const before = await contents()
  await vote(world, id, people[0]!, { agree: 1 })
  const after = await contents()
  const touched = tables.map(({ name }) => name).filter((name) => before[name] !== after[name])
  expect(touched).toEqual(['electorate', 'urn_boxes'])
  expect(
    await rows(world.db, 'select count(*)::int as n from events where actor_id = $1', [people[0]]),
  ).toEqual([{ n: 0 }])
})
