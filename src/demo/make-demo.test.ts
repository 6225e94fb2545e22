import { beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../../test/world.ts'
import { dispatchEvents } from '../jobs/dispatch-events.ts'
import { POLL_TYPE_NAMES } from '../polls/types/index.ts'
import { makeDemo } from './make-demo.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  await makeDemo(world.db, world.ada.id)
})

const rows = async (text: string) => (await world.db.pool.query(text)).rows

test('the demo group has polls of every kind, open and closed, one of them sealed', async () => {
  const polls = await rows(
    'select poll_type, closed_at is not null as closed, anonymous, sealed_at is not null as sealed from polls',
  )
  const kinds = (closed: boolean) =>
    new Set(polls.filter((poll) => poll.closed === closed).map(({ poll_type }) => poll_type))
  expect(new Set([...kinds(true), ...kinds(false)])).toEqual(new Set(POLL_TYPE_NAMES))
  expect(kinds(true).size).toBeGreaterThan(4)
  expect(kinds(false).size).toBeGreaterThan(3)
  expect(polls.filter(({ anonymous }) => anonymous)).toMatchObject([{ closed: true, sealed: true }])
})

test('its outcomes come after the closing, and name options, rules and days of review', async () => {
  const [told] = await rows(
    `select count(*)::int as all, count(o.poll_option_id)::int as settled, count(o.review_on)::int as reviewed,
       bool_and(o.created_at > p.closed_at and o.created_at < now()) as after,
       count(*) filter (where p.thresholds::text <> '[]')::int as ruled
     from outcomes o join polls p on p.id = o.poll_id`,
  )
  expect(told).toEqual({ all: 7, settled: 4, reviewed: 3, after: true, ruled: 1 })
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

test('its elections turn out as their outcomes say', async () => {
  const polls = await rows(
    `select p.count_method, c.count, c.others, p.elected_slots, (select array_agg(o.name order by o.slot) from poll_options o where o.poll_id = p.id) as names
     from polls p join poll_counts c on c.poll_id = p.id
     where p.count_method in ('stv_scottish', 'irv', 'equal_shares')`,
  )
  const by = (method: string) => {
    const poll = polls.find(({ count_method }) => count_method === method)
    const named = (slots: number[]) => slots.map((slot) => poll.names[slot - 1])
    return { ...poll, elected: named(poll.elected_slots), named }
  }
  expect(by('stv_scottish').elected).toEqual(['Rosa Okafor', 'Amara Diallo', 'Hana Sato'])
  // Tom had more first choices than Hana.
  const [first] = by('stv_scottish').count.rounds
  const votes = new Map(
    by('stv_scottish').names.map((name: string, place: number) => [name, first.votes[place]]),
  )
  expect([votes.get('Tom Ashdown'), votes.get('Hana Sato')]).toEqual(['400000n', '300000n'])
  const winter = by('irv')
  expect(winter.elected).toEqual(['The back room of the pub'])
  const duels = winter.others.find(({ method }: { method: string }) => method === 'schulze')
  expect(winter.named(duels.elected)).toEqual(['The reading room'])
  expect(by('equal_shares').elected.toSorted()).toEqual(
    [
      'A notice board',
      'A seat by the pond',
      'Bicycle racks',
      'Bulbs along the kerb',
      'Gaps for hedgehogs',
    ].toSorted(),
  )
  expect(by('equal_shares').count.budget).toMatchObject({ spent: 780, budget: 900 })
})

test('its guests vote where both streets are asked, and are no members', async () => {
  const [counted] = await rows(
    `select (select count(*)::int from memberships m join groups g on g.id = m.group_id where g.handle = 'elm-street') as members,
       (select count(*)::int from users where email like '%@oak-lane.example' and name is not null) as guests`,
  )
  expect(counted).toEqual({ members: 9, guests: 16 })
})
