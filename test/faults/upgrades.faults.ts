import { setTimeout as sleep } from 'node:timers/promises'
import { describe, type TestContext, test } from 'vitest'
import { installProgram, main, nextProgram, type Served, serveWith, urlOf } from '../process.ts'
import { buildRelease, unpackRelease } from '../release.ts'
import { createDatabase } from '../world.ts'
import { figuresOf } from './audit.ts'
import { control, type Figure, none, report, some } from './figures.ts'
import { acknowledged, type Journal } from './journal.ts'
import { type Load, startLoad, underway } from './load.ts'
import { call, settleFromOutside } from './outside.ts'
import { scaled, secondsUntil } from './rounds.ts'
import { SETTINGS, type Town } from './town.ts'

installProgram()

/** A schema change that the next release may make: every table used by votes gets another column. */
const GROWTH = [
  'polls',
  'electorate',
  'ballots',
  'events',
  'users',
  'memberships',
  'groups',
  'discussions',
  'api_keys',
]
  .map((table) => `alter table ${table} add column planted int;`)
  .join('\n')
/** A forbidden change. */
const BREACH = 'drop function cast_votes(jsonb, boolean);'

/** `tells`: the older one reports on /readyz that it is outdated. */
type Programs = { older: string; newer: string; tells: boolean }
/** Clients that use the running services in turn. */
type Upgrade = {
  town: Town
  load: Load
  older: Served
  start(program: string): Promise<Served>
  leave(one: Served): void
}

/** The older program alone, with working clients. */
async function begin(context: TestContext, program: string, patience = {}): Promise<Upgrade> {
  const world = await createDatabase()
  const up: Served[] = []
  const start = async (which: string) => {
    const service = await serveWith(which, {
      ...SETTINGS,
      DATABASE_URL: urlOf(world.address),
      // Many processes share this server.
      DB_POOL: '4',
    })
    context.onTestFinished(async () => {
      service.signal('SIGKILL')
      await service.ended
    })
    up.push(service)
    return service
  }
  const older = await start(program)
  const town = await settleFromOutside({ program, service: older, world })
  let turn = 0
  const load = startLoad(town, () => up[turn++ % up.length]?.url ?? '', patience)
  await underway(load)
  return { town, load, older, start, leave: (one) => void up.splice(up.indexOf(one), 1) }
}

/** A rolling upgrade: the newer process starts and migrates, both answer, the older one is stopped. */
async function upgrade(
  context: TestContext,
  { older: former, newer: next, tells }: Programs,
): Promise<Figure[]> {
  const { town, load, older, start, leave } = await begin(context, former)
  await sleep(scaled(500, 2_000))
  const newer = await start(next)
  const alone = acknowledged(load.journal).length
  const work = await workOn(older, town, scaled(10, 60))
  await sleep(scaled(2_000, 20_000))
  const ready = await fetch(`${older.url}/readyz`)
  const together = acknowledged(load.journal).length - alone
  leave(older)
  older.signal('SIGTERM')
  await older.ended
  await sleep(scaled(500, 2_000))
  const journal = await load.stop()
  const { lost, invented } = await tally(newer, town, journal)
  return [
    some('writes acknowledged before the newer one had started', alone),
    some('writes acknowledged while both answered', together),
    some('other calls that the older one did beside the newer', work.done),
    none('other calls that it failed', work.failed),
    {
      what: '/readyz of the older one',
      value: ready.status,
      ...(tells ? { promised: { exactly: 503 } } : {}),
    },
    none('answers 500', journal.unclear.filter((status) => status === 500).length),
    none('acknowledged anonymous votes that the newer one did not count', lost),
    none('anonymous votes counted that nobody sent', invented),
    ...(await figuresOf(town.world.db, journal)),
  ]
}

/** Other work at a service: polls are made, read, changed, closed and reopened. */
async function workOn(service: Served, { api_key }: Town, rounds: number) {
  const at = { service, key: api_key }
  const counts = { done: 0, failed: 0 }
  const ask = async <T>(method: string, path: string, fields?: object): Promise<T | null> => {
    const answer = await call<T>(at, method, path, fields).catch((error: Error) => error)
    // When the older one's connections are replaced, current requests get a 503 to retry.
    const failed = answer instanceof Error && !answer.message.includes(': 503 ')
    counts[failed ? 'failed' : 'done'] += 1
    return answer instanceof Error ? null : answer
  }
  for (let round = 0; round < rounds; round++) {
    const asked = {
      title: `Paint ${round}`,
      poll_type: 'proposal',
      closing_at: '2099-01-01',
      anonymous: false,
    }
    const made = await ask<{ polls: { id: number }[] }>('POST', 'polls', asked)
    const id = made?.polls[0]?.id
    if (id === undefined) continue
    await ask('GET', `polls/${id}`)
    await ask('PATCH', `polls/${id}`, { title: `Paint the shed ${round}` })
    await ask('POST', `polls/${id}/close`, {})
    await ask('POST', `polls/${id}/reopen`, { closing_at: '2099-01-01' })
    await ask('GET', 'discussions')
  }
  return counts
}

/** Closes the anonymous polls, and compares their results with the clients' knowledge. */
async function tally(service: Served, { api_key, anonymous_polls }: Town, { writes }: Journal) {
  const at = { service, key: api_key }
  const found = { lost: 0, invented: 0 }
  for (const { id } of anonymous_polls) {
    await call(at, 'POST', `polls/${id}/close`, {})
    let counts: number[] = []
    const sealed = await secondsUntil(async () => {
      const { polls } = await call<{ polls: Shown[] }>(at, 'GET', `polls/${id}`)
      counts = polls[0]?.results_visible ? polls[0].stance_counts : []
      return counts.length > 0
    })
    if (sealed === null) throw new Error(`poll ${id} was not sealed`)
    const sent = writes.filter(({ kind, poll_id }) => kind === 'anonymous' && poll_id === id)
    for (const [choice, count] of counts.entries()) {
      const own = sent.filter((write) => write.choice === choice)
      found.lost += Math.max(0, own.filter(({ answered }) => answered).length - count)
      found.invented += Math.max(0, count - own.length)
    }
  }
  return found
}

type Shown = { results_visible: boolean; stance_counts: number[] }

const release = await unpackRelease()

describe.skipIf('missing' in release)('the previous release', () => {
  test.concurrent('a newer process beside one of the previous release, whose schema it migrates', async (context) => {
    if ('missing' in release) return
    report(
      context,
      await upgrade(context, {
        older: await buildRelease(release),
        newer: await nextProgram(GROWTH),
        tells: false,
      }),
    )
  })
})

test.concurrent('a process of a next release beside one of this', async (context) => {
  report(context, await upgrade(context, { older: main, newer: await nextProgram(GROWTH), tells: true }))
})

test.concurrent('control: a next release that removes a function', async (context) => {
  const { load, start } = await begin(context, main, { last_tries_ms: 0 })
  await start(await nextProgram(BREACH))
  await sleep(scaled(500, 2_000))
  const { unclear } = await load.stop()
  report(context, [control('answers 500', unclear.filter((status) => status === 500).length)])
})
