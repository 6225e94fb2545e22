import { readRecord } from '@folkmoot/check'
import { count } from '@folkmoot/count'
import { beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../../test/world.ts'
import { sha256 } from '../db/keys/sha256.ts'
import { verifySignature } from '../db/keys/signing-key.ts'
import { dispatchEvents } from '../jobs/dispatch-events.ts'
import { readCountText } from '../polls/counts/count-text.ts'
import { keptCount } from '../polls/counts/counts-store.ts'
import { loadPoll } from '../polls/load-poll.ts'
import { checkRecord } from '../polls/records/check-record.ts'
import { loadRecord } from '../polls/records/load-record.ts'
import { PROGRAM } from '../polls/results/results.ts'
import { POLL_TYPE_NAMES } from '../polls/types/index.ts'
import type { DemoPoll } from './demo-poll.ts'
import { WINTER, WORKS } from './elections.ts'
import { makeDemo } from './make-demo.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  await makeDemo(world.db, world.ada.id)
})

const rows = async (text: string) => (await world.db.pool.query(text)).rows

test('the demo group has polls of every kind, open and closed, two of them sealed', async () => {
  const polls = await rows(
    'select poll_type, closed_at is not null as closed, anonymous, sealed_at is not null as sealed from polls',
  )
  const kinds = (closed: boolean) =>
    new Set(polls.filter((poll) => poll.closed === closed).map(({ poll_type }) => poll_type))
  expect(new Set([...kinds(true), ...kinds(false)])).toEqual(new Set(POLL_TYPE_NAMES))
  expect(kinds(true).size).toBeGreaterThan(4)
  expect(kinds(false).size).toBeGreaterThan(3)
  expect(polls.filter(({ anonymous }) => anonymous)).toMatchObject([
    { closed: true, sealed: true },
    { closed: true, sealed: true },
  ])
})

test('its outcomes come after the closing, and name options, rules and days of review', async () => {
  const [told] = await rows(
    `select count(*)::int as all, count(o.poll_option_id)::int as settled, count(o.review_on)::int as reviewed,
       bool_and(o.created_at > p.closed_at and o.created_at < now()) as after,
       count(*) filter (where p.thresholds::text <> '[]')::int as ruled
     from outcomes o join polls p on p.id = o.poll_id`,
  )
  expect(told).toEqual({ all: 8, settled: 5, reviewed: 3, after: true, ruled: 1 })
  const waiting = await rows(
    'select 1 from polls p where closed_at is not null and not exists (select from outcomes where poll_id = p.id)',
  )
  expect(waiting).toHaveLength(1)
})

test('later outcomes come later in the list of decisions', async () => {
  const told = await rows('select created_at from outcomes order by id')
  const times = told.map(({ created_at }) => created_at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('its people reply to each other, in order, and one thread is closed', async () => {
  const [answers] = await rows(
    `select count(*)::int as all, bool_and(c.created_at > p.created_at) as later
     from comments c join comments p on p.id = c.parent_id`,
  )
  expect(answers.all).toBeGreaterThan(4)
  expect(answers.later).toBe(true)
  expect(await rows('select title from discussions where closed_at < now()')).toHaveLength(1)
})

test('it notifies nobody', async () => {
  await dispatchEvents(world.db, 'https://moot.example')
  expect(
    await rows("select 1 from mails m join groups g on g.id = m.group_id where g.handle = 'elm-street'"),
  ).toEqual([])
})

/** A demo poll with its kept count, by how it is counted. */
async function election(method: string) {
  const [poll] = await rows(
    `select p.id, p.elected_slots, o.statement,
       array(select name from poll_options where poll_id = p.id order by slot) as names
     from polls p join outcomes o on o.poll_id = p.id where p.count_method = '${method}'`,
  )
  const names: string[] = poll.names
  const { count, others } = readCountText((await keptCount(world.db.pool, poll.id)) ?? '')
  const named = (slots: number[]) => slots.map((slot) => names[slot - 1] ?? '')
  return { names, count, others, named, elected: named(poll.elected_slots), statement: poll.statement }
}

/** The options of a demo poll, and its ballots as they were cast. */
const cast = ({ options, votes }: DemoPoll) => ({
  options: options ?? [],
  choices: votes.map(({ choices }) => choices),
})

test('its board seats the fourth by first choices, after a surplus, exclusions and spent ballots', async () => {
  const { names, count, elected, statement } = await election('stv_scottish')
  expect(count.valid).toBeGreaterThanOrEqual(20)
  expect(elected).toEqual(['Rosa Okafor', 'Amara Diallo', 'Hana Sato'])
  const firsts = names
    .map((name, place) => ({ name, votes: Number(count.rounds[0]?.votes[place]) }))
    .toSorted((one, other) => other.votes - one.votes)
  expect(firsts.slice(0, 4).map(({ name, votes }) => [name, votes / 10 ** count.decimals])).toEqual([
    ['Rosa Okafor', 9],
    ['Amara Diallo', 5],
    ['Tom Ashdown', 4],
    ['Hana Sato', 3],
  ])
  const [surplus] = count.rounds.filter(({ step }) => step === 'surplus')
  expect(surplus).toMatchObject({ of: names.indexOf('Rosa Okafor') })
  expect(surplus?.transfers.some(({ to, votes }) => to !== null && votes > 0n)).toBe(true)
  expect(count.rounds.flatMap(({ excluded }) => excluded).length).toBeGreaterThan(1)
  expect(count.exhausted).toBeGreaterThan(0n)
  expect(count.ties).toEqual([])
  expect(statement).toContain('**Rosa, Amara and Hana** are the board')
})

test('its instant runoff drops the place that beats each other one in a duel', async () => {
  const { names, count: counted, others, named, elected, statement } = await election('irv')
  const { options, choices } = cast(WINTER)
  const ballots = choices.map((ranks) => ({
    weight: 1,
    ranks: options
      .filter((name) => ranks[name] !== undefined)
      .toSorted((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0))
      .map((name) => [options.indexOf(name)]),
  }))
  const { pairwise } = count({ method: 'schulze', options, ballots })
  const place = options.indexOf('The reading room')
  const duels = options.flatMap((_, other) =>
    other === place
      ? []
      : [[pairwise?.preferring[place]?.[other] ?? 0, pairwise?.preferring[other]?.[place] ?? 0]],
  )
  expect(duels).toHaveLength(2)
  expect(duels.every(([won = 0, lost = 0]) => won > lost)).toBe(true)
  const [first] = counted.rounds.flatMap(({ excluded }) => excluded)
  expect(names[first ?? -1]).toBe('The reading room')
  expect(elected).toEqual(['The back room of the pub'])
  const schulze = others.find(({ method }) => method === 'schulze')
  expect(named(schulze?.elected ?? [])).toEqual(['The reading room'])
  expect(statement).toMatch(/^The pub it is. The reading room would have beaten either place/)
})

test('its equal shares fund works that the most dots alone would not', async () => {
  const { elected, count: counted, statement } = await election('equal_shares')
  const { options, choices } = cast(WORKS)
  const costOf = (name: string) => WORKS.option_costs?.[name] ?? 0
  const dots = (name: string) => choices.reduce((sum, given) => sum + (given[name] ?? 0), 0)
  const greedy: string[] = []
  let left = counted.budget?.budget ?? 0
  for (const name of options.toSorted((one, other) => dots(other) - dots(one))) {
    if (costOf(name) > left) continue
    greedy.push(name)
    left -= costOf(name)
  }
  expect(greedy).toEqual(['Paint for the playground', 'Bicycle racks', 'Bulbs along the kerb'])
  expect(elected).toHaveLength(5)
  expect(new Set(elected)).toEqual(
    new Set([
      'A notice board',
      'A seat by the pond',
      'Bicycle racks',
      'Bulbs along the kerb',
      'Gaps for hedgehogs',
    ]),
  )
  expect(counted.budget).toMatchObject({ spent: 780, budget: 900 })
  expect(statement).toBe(
    'Racks, bulbs, the notice board, the seat and the hedgehogs: £780. The £120 left go towards paint next year.',
  )
})

test('its guests vote where both streets are asked, and are no members', async () => {
  const [counted] = await rows(
    `select (select count(*)::int from memberships m join groups g on g.id = m.group_id where g.handle = 'elm-street') as members,
       (select count(*)::int from users where email like '%@oak-lane.example' and name is not null) as guests`,
  )
  expect(counted).toEqual({ members: 9, guests: 16 })
})

test('its signed heads tell the times to which the closings were moved, in that order', async () => {
  const heads = await rows(
    `select h.head, p.closed_at from poll_heads h join polls p on p.id = h.poll_id order by h.place`,
  )
  const closed = await rows('select id from polls where closed_at is not null')
  expect(heads).toHaveLength(closed.length)
  const times = heads.map(({ closed_at }) => closed_at.toISOString())
  expect(heads.map(({ head }) => /\nclosed_at (.*)\n/.exec(head)?.[1])).toEqual(times)
  expect(times).toEqual(times.toSorted())
})

test('its poll with receipts has a record that checks out', async () => {
  const [{ id }] = await rows('select id from polls where receipts')
  const loaded = await loadPoll(world.db.pool, id, { viewer: PROGRAM })
  if (loaded === null) throw new Error('it is missing')
  const text = await loadRecord(world.db.pool, loaded, { sees_others: true })
  const read = readRecord(JSON.parse(text.toString()))
  if (!('record' in read)) throw new Error(JSON.stringify(read))
  const asked = { keys: [], kept: null, receipt: null, entry: null, progress: () => undefined }
  const findings = checkRecord({ sha256, verify: verifySignature }, { record: read.record, ...asked })
  expect(findings.flatMap(({ faults }) => faults)).toEqual([])
  expect(read.record.ballots).toHaveLength(8)
})
