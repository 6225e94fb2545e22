import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { installProgram, type Served } from '../process.ts'
import { makePoll } from '../tell.ts'
import { countLate } from './audit.ts'
import { castOn, pathOf } from './cast-on.ts'
import { latenessOf } from './closings.ts'
import { control, type Figure, none, report, some } from './figures.ts'
import { spoilt } from './planted.ts'
import { scaled } from './rounds.ts'
import { openPair, type Pair, type Town } from './town.ts'

installProgram()

const HOUR_MS = 3_600_000
const CAST = 303
/** Simultaneous voters. */
const VOTERS = 8

type Cast = { poll_id: number; late: boolean; recorded: boolean }

/** All voters vote repeatedly through both services, until a second after voting has ended. */
async function voteUntilAfter(pair: Pair, poll_ids: number[], closing_at: Date): Promise<Cast[]> {
  const casts: Cast[] = []
  const paths = await Promise.all(poll_ids.map((id) => pathOf(pair.town, id)))
  const client = async (place: number) => {
    const voter = pair.town.voters[place]
    for (let turn = 0; voter !== undefined && Date.now() < closing_at.getTime() + 1_000; turn++) {
      const which = turn % poll_ids.length
      const service = pair.services[(place + turn) % 2] as Served
      // A request started after the closing is certainly late: tests and database share this machine's clock.
      const late = Date.now() >= closing_at.getTime()
      const status = await castOn(service, paths[which] ?? '', voter, 1 + (turn % 3))
      casts.push({ poll_id: poll_ids[which] ?? 0, late, recorded: status === CAST })
    }
  }
  await Promise.all(pair.town.voters.slice(0, VOTERS).map((_, place) => client(place)))
  return casts
}

type Totals = { closed_at: string | null; stance_counts: number[]; results_visible: boolean }

/** The totals that a service's API returns for a poll. */
async function totalsOf({ url }: Served, { api_key }: Town, poll_id: number): Promise<Totals> {
  const answer = await fetch(`${url}/api/b1/polls/${poll_id}`, {
    headers: { authorization: `Bearer ${api_key}` },
  })
  return ((await answer.json()) as { polls: [Totals] }).polls[0]
}

/** How many closed polls were returned with totals that changed later. */
async function watchTotals({ town, services }: Pair, poll_ids: number[], until: number): Promise<number> {
  const told = new Map<number, Set<string>>(poll_ids.map((id) => [id, new Set()]))
  while (Date.now() < until) {
    await sleep(50)
    for (const service of services)
      for (const id of poll_ids) {
        const { closed_at, results_visible, stance_counts } = await totalsOf(service, town, id)
        if (closed_at !== null && results_visible) told.get(id)?.add(JSON.stringify(stance_counts))
      }
  }
  return [...told.values()].filter((seen) => seen.size > 1).length
}

test('votes around the closing, through two services', async (context) => {
  const pair = await openPair(context)
  const { world } = pair.town
  const rounds = scaled(2, 12)
  const all: Cast[] = []
  let moved = 0
  for (let round = 0; round < rounds; round++) {
    const closing_at = new Date(Date.now() + 1_500)
    const settings = { closing_at }
    const named = await makePoll(world, { settings })
    const anonymous = await makePoll(world, { settings: { ...settings, anonymous: true } })
    const polls = [named, anonymous]
    const [casts, changes] = await Promise.all([
      voteUntilAfter(pair, polls, closing_at),
      watchTotals(pair, polls, closing_at.getTime() + 2_500),
    ])
    all.push(...casts)
    moved += changes
  }
  report(context, [
    some('votes recorded', all.filter(({ late, recorded }) => !late && recorded).length),
    some('late votes tried', all.filter(({ late }) => late).length),
    // In an anonymous poll a late second vote is told that the first one counts.
    none('late ballots', await countLate(world.db.pool)),
    none('late votes acknowledged', await acknowledgedLate(pair, all)),
    none('totals that moved after they were told as final', moved),
    control('a ballot cast a second late is seen', await spoilt(world.db, LATE, countLate)),
  ])
})

/** Late votes that were acknowledged although the voter had not voted before. */
async function acknowledgedLate({ town }: Pair, casts: Cast[]): Promise<number> {
  const { rows } = await town.world.db.pool.query<{ id: number }>('select id from polls where not anonymous')
  const named = new Set(rows.map(({ id }) => id))
  return casts.filter(({ poll_id, late, recorded }) => named.has(poll_id) && late && recorded).length
}

test('fifty votes of one voter at once, through two services', async (context) => {
  const { town, services } = await openPair(context)
  const { world, voters } = town
  const [voter] = voters
  const figures: Figure[] = []
  for (const anonymous of [false, true]) {
    const poll_id = await makePoll(world, { settings: { anonymous } })
    const path = await pathOf(town, poll_id)
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, turn) =>
        voter === undefined ? 0 : castOn(services[turn % 2] as Served, path, voter, 1 + (turn % 3)),
      ),
    )
    const kind = anonymous ? 'anonymous' : 'named'
    const ballots = async (on = world.db.pool as Parameters<typeof countLate>[0]) =>
      (await on.query<{ n: number }>(BALLOTS, [poll_id])).rows[0]?.n ?? 0
    const { rows } = await world.db.pool.query<{ n: number }>(
      'select cast_count as n from tallies where poll_id = $1',
      [poll_id],
    )
    figures.push(
      {
        what: `${kind}: told that their vote is recorded`,
        value: statuses.filter((status) => status === CAST).length,
        promised: { exactly: 50 },
      },
      { what: `${kind}: ballots`, value: await ballots(), promised: { exactly: 1 } },
      // An anonymous vote changes no total before the seal.
      {
        what: `${kind}: ballots in the totals`,
        value: rows[0]?.n ?? 0,
        promised: { exactly: anonymous ? 0 : 1 },
      },
    )
    if (anonymous)
      figures.push(
        control('a second ballot in the urn is seen', (await spoilt(world.db, SECOND, ballots)) - 1),
      )
  }
  report(context, figures)
})

const clock = (CLOCK_SHIFT_MS: number) => ({
  CLOCK_SHIFT_MS: String(CLOCK_SHIFT_MS),
  NODE_OPTIONS: `--import=${new URL('shift-clock.ts', import.meta.url)}`,
  LOG_LEVEL: 'info',
})

/** By how many hours the clock in a service's log is wrong. */
function wrongBy({ said }: Served): number {
  const times = [...said().matchAll(/"time":(?:"([^"]+)"|(\d+))/g)].map(
    ([, iso, ms]) => Date.parse(iso ?? '') || Number(ms),
  )
  return Math.round(((times.at(-1) ?? Date.now()) - Date.now()) / HOUR_MS)
}

test('two services whose clocks are wrong by an hour, one each way', async (context) => {
  const pair = await openPair(context, [clock(HOUR_MS), clock(-HOUR_MS)])
  const { town } = pair
  const { world } = town
  const [fast, slow] = pair.services
  const closing_at = new Date(Date.now() + 4_000)
  const polls = [
    await makePoll(world, { settings: { closing_at } }),
    await makePoll(world, { settings: { closing_at, anonymous: true } }),
  ]
  const before: number[] = []
  const after: number[] = []
  const cast = async (service: Served, first: number, statuses: number[]) => {
    for (const poll_id of polls)
      for (const voter of town.voters.slice(first, first + 4))
        statuses.push(await castOn(service, await pathOf(town, poll_id), voter))
  }
  await cast(fast, 0, before)
  await cast(slow, 4, before)
  const in_time = Date.now() < closing_at.getTime()
  await sleep(Math.max(0, closing_at.getTime() - Date.now() + 5))
  await cast(slow, 8, after)
  await cast(fast, 12, after)
  const lateness = await latenessOf(world.db.pool, polls)
  const recorded = (statuses: number[]) => statuses.filter((status) => status === CAST).length
  report(context, [
    {
      what: 'hours by which the clocks are wrong',
      value: Math.min(wrongBy(fast), -wrongBy(slow)),
      promised: { exactly: 1 },
    },
    // On a machine too busy to vote within four seconds, votes that came too late are not counted.
    ...(in_time
      ? [
          {
            what: 'votes before the closing recorded',
            value: recorded(before),
            promised: { exactly: before.length },
          },
        ]
      : []),
    none('votes after the closing recorded', recorded(after)),
    none('late ballots', await countLate(world.db.pool)),
    { what: 'closed on time: late by at most', value: lateness.most, unit: ' s', promised: { at_most: 10 } },
    { what: 'closed early by at most', value: lateness.early, unit: ' s', promised: { exactly: 0 } },
    control('a ballot cast a second late is seen', await spoilt(world.db, LATE, countLate)),
  ])
})

const BALLOTS = `select ((select count(*) from ballots where poll_id = $1) + (select count(*) from urn_boxes where poll_id = $1))::int as n`
const LATE = `update ballots b set cast_at = p.closing_at + interval '1 second' from polls p
  where p.id = b.poll_id and p.closing_at <= now()`
const SECOND = `insert into urn_boxes select sha256(tag), poll_id, box from urn_boxes`
