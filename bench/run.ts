import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CASES, type Case } from './cases.ts'
import { type Figure, httpRound, type Load } from './load.ts'
import { median } from './median.ts'
import { pgbenchRound, pgbenchVersion } from './pgbench.ts'
import { FULL, SMALL, type Stage, setStage } from './stage.ts'
import { measureStart, nodeMemory } from './start.ts'
import { printTable } from './table.ts'
import { measureWebhooks } from './webhooks.ts'

/**
 * Measures the service against what limits it: each case over HTTP, and the same statements by pgbench, in
 * interleaved rounds on the same server. `--quick`: less data, the main cases, one short round; `--json
 * FILE`: the figures for a program; `--only a,b`: these cases.
 */

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, only: { type: 'string' } },
})
const { rounds, seconds, limit_seconds, warm_seconds, tries } = values.quick
  ? { rounds: 1, seconds: 2, limit_seconds: 1, warm_seconds: 1, tries: 1 }
  : { rounds: 3, seconds: 8, limit_seconds: 8, warm_seconds: 2, tries: 3 }
const CONNECTIONS = 32
const LEFT_OUT_WHEN_QUICK = ['webhooks', 'list_polls', 'sign_in_page']

async function measure(stage: Stage, { name, target, requests, limit }: Case): Promise<Figure> {
  // Asked for anew each time: a ballot that can be cast once is no use twice.
  const load = (): Load => ({ url: stage.url, requests: requests(stage), seconds, connections: CONNECTIONS })
  const loaded = []
  const limits: number[] = []
  await httpRound({ ...load(), seconds: warm_seconds })
  for (let round = 0; round < rounds; round++) {
    loaded.push(await httpRound(load()))
    const reached =
      typeof limit === 'function' ? await pgbenchRound(stage, limit(stage), limit_seconds) : null
    if (reached !== null) limits.push(reached)
  }
  return {
    name,
    rps: median(loaded.map((round) => round.rps)),
    p50_ms: median(loaded.map((round) => round.p50_ms)),
    p99_ms: median(loaded.map((round) => round.p99_ms)),
    limit_rps: limits.length === 0 ? null : median(limits),
    share: null,
    target,
  }
}

async function measureAll(stage: Stage): Promise<Figure[]> {
  const wanted = values.only?.split(',')
  const isWanted = (name: string) =>
    wanted?.includes(name) ?? !(values.quick && LEFT_OUT_WHEN_QUICK.includes(name))
  // First: what other cases leave to be told would stand before them in the queue.
  const figures = isWanted('webhooks') ? [await measureWebhooks(stage)] : []
  for (const item of CASES.filter((one) => isWanted(one.name))) {
    figures.push(await measure(stage, item))
    process.stderr.write(`${item.name} done\n`)
  }
  const empty = figures.find(({ name }) => name === 'empty_route')?.rps ?? null
  return figures.map((figure) => {
    const isOfEmpty = CASES.find(({ name }) => name === figure.name)?.limit === 'empty_route'
    const limit_rps = isOfEmpty ? empty : figure.limit_rps
    return { ...figure, limit_rps, share: limit_rps === null ? null : figure.rps / limit_rps }
  })
}

const stage = await setStage(values.quick ? SMALL : FULL)
try {
  const figures = await measureAll(stage)
  const loaded_mb = nodeMemory(stage.server.pid ?? 0)
  await stage.stop()
  const { start, idle } = await measureStart(tries)
  printTable({
    figures,
    memory: { ...idle, loaded_mb },
    start,
    pgbench: pgbenchVersion(),
    connections: CONNECTIONS,
    seconds,
    rounds,
  })
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  await stage.stop()
}
