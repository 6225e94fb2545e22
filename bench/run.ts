import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CASES, type Case } from './cases.ts'
import { type Floor, type FloorPart, startFloor } from './floor.ts'
import { measureFresh } from './fresh.ts'
import { measureGrowth } from './growth.ts'
import { type Figure, figureOf, httpRound, type Load, type Round } from './load.ts'
import { median } from './median.ts'
import { pgbenchRound, pgbenchVersion } from './pgbench.ts'
import { FULL, SMALL, type Stage, setStage } from './stage.ts'
import { measureStart, nodeMemory } from './start.ts'
import { printTable } from './table.ts'
import { measureWebhooks } from './webhooks.ts'
import { hasWrk } from './wrk.ts'

/**
 * Measures the service against its limits: each case over HTTP, and the same statements by pgbench, in
 * interleaved rounds on the same server; beside both the floor, plain node:http and pg. `--quick`: less data,
 * the main cases, one short round; `--json FILE`: machine-readable results; `--only a,b`: these cases.
 */

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, only: { type: 'string' } },
})
const { rounds, seconds, limit_seconds, warm_seconds, tries } = values.quick
  ? { rounds: 1, seconds: 2, limit_seconds: 1, warm_seconds: 1, tries: 1 }
  : { rounds: 3, seconds: 8, limit_seconds: 4, warm_seconds: 2, tries: 3 }
const CONNECTIONS = 16
const TIMING = { seconds, connections: CONNECTIONS }
const LEFT_OUT_WHEN_QUICK = ['webhooks', 'list_polls', 'sign_in_page', 'growth']
const wanted = values.only?.split(',')
const isWanted = (...names: string[]) =>
  wanted === undefined
    ? !(values.quick && names.some((name) => LEFT_OUT_WHEN_QUICK.includes(name)))
    : names.some((name) => wanted.includes(name))

/**
 * Rounds of one case, each beside a round of the floor and one of pgbench, because the machine's speed
 * varies.
 */
async function measure(stage: Stage, floor: Floor, of: Case): Promise<Figure> {
  // Created again each time: a ballot that can be cast once cannot be reused.
  const load = (): Load => ({ url: stage.url, requests: of.requests(stage), ...TIMING })
  const loaded: Round[] = []
  const floors: number[] = []
  const limits: number[] = []
  await httpRound({ ...load(), seconds: warm_seconds })
  for (let round = 0; round < rounds; round++) {
    floors.push(await floor.round(of.floor, { ...TIMING, seconds: limit_seconds }))
    loaded.push(await httpRound(load()))
    const reached =
      typeof of.limit === 'function' ? await pgbenchRound(stage, of.limit(stage), limit_seconds) : null
    if (reached !== null) limits.push(reached)
  }
  const middle = (pick: (round: Round) => number) => median(loaded.map(pick))
  const all = {
    rps: middle(({ rps }) => rps),
    p50_ms: middle(({ p50_ms }) => p50_ms),
    p99_ms: middle(({ p99_ms }) => p99_ms),
  }
  const figure = { ...figureOf(of.name, all, median(floors)), target: of.target }
  return { ...figure, limit_rps: limits.length === 0 ? null : median(limits) }
}

/** The floor itself, as one of the cases. */
async function measureFloor(floor: Floor, part: FloorPart): Promise<Figure> {
  const reached: number[] = []
  for (let round = 0; round < rounds; round++) reached.push(await floor.round(part, TIMING))
  return figureOf(`floor_${part}`, { rps: median(reached), p50_ms: 0, p99_ms: 0 })
}

async function measureAll(stage: Stage, floor: Floor): Promise<Figure[]> {
  // First: the work that other cases leave would be ahead of them in the queue.
  const figures = isWanted('webhooks') ? [await measureWebhooks(stage)] : []
  for (const part of ['select', 'insert'] as const)
    if (isWanted(`floor_${part}`)) figures.push(await measureFloor(floor, part))
  for (const item of CASES.filter((one) => isWanted(one.name))) {
    figures.push(await measure(stage, floor, item))
    process.stderr.write(`${item.name} done\n`)
  }
  return withLimits(figures)
}

/** Pages are limited by the framework, and other cases by their statements. */
function withLimits(figures: Figure[]): Figure[] {
  const empty = figures.find(({ name }) => name === 'empty_route')?.rps ?? null
  return figures.map((figure) => {
    const isOfEmpty = CASES.find(({ name }) => name === figure.name)?.limit === 'empty_route'
    const limit_rps = isOfEmpty ? empty : figure.limit_rps
    return { ...figure, limit_rps, share: limit_rps === null ? null : figure.rps / limit_rps }
  })
}

/** Cases with databases of their own. */
async function measureOthers(): Promise<Figure[]> {
  return [
    ...(isWanted('show_poll_fresh', 'cast_many_fresh') ? await measureFresh(TIMING) : []),
    ...(isWanted('growth') ? await measureGrowth(TIMING) : []),
  ]
}

const stage = await setStage(values.quick ? SMALL : FULL)
try {
  const floor = await startFloor(stage)
  const measured = await measureAll(stage, floor)
  const loaded_mb = nodeMemory(stage.server.pid ?? 0)
  floor.stop()
  await stage.stop()
  const figures = [...measured, ...(await measureOthers())]
  const { start, idle } = await measureStart(tries)
  printTable({
    figures,
    memory: { ...idle, loaded_mb },
    start,
    pgbench: pgbenchVersion(),
    load: hasWrk ? 'wrk' : 'autocannon',
    connections: CONNECTIONS,
    seconds,
    rounds,
  })
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  await stage.stop()
}
