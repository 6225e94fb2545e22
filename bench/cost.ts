import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CASES } from './cases.ts'
import { httpRound } from './load.ts'
import { median } from './median.ts'
import { type Spent, spentBy } from './processor-time.ts'
import type { Stage } from './stage.ts'
import { print } from './table.ts'

/**
 * The processor time that each request costs Node and PostgreSQL: comparable on a busy machine, where rates
 * are not. `--only a,b`: these cases; `--rounds N`; `--seconds N`; `--beside FOLDER`: another built checkout of
 * the project, measured by turns with this one.
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'show_poll,create_poll_plain,create_poll,cast_many,cast_hot,mixed' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    beside: { type: 'string' },
  },
})
const CONNECTIONS = 16
/** Work that is done after its request. */
const SETTLE_MS = 500

const WARMING_SECONDS = 2

type Bench = Pick<typeof import('./stage.ts'), 'setStage' | 'SMALL'>
type Servers = Pick<typeof import('./service.ts'), 'startServer' | 'stopServer'>
type Build = { name: string; stage: Stage; cases: typeof CASES; servers: Servers }

/** A checkout's service with its data, made and asked by that checkout's own code. */
async function openBuild(name: string, folder: string): Promise<Build> {
  const { setStage, SMALL }: Bench = await import(join(folder, 'stage.ts'))
  const { CASES: cases }: { CASES: typeof CASES } = await import(join(folder, 'cases.ts'))
  const servers: Servers = await import(join(folder, 'service.ts'))
  return { name, stage: await setStage(SMALL), cases, servers }
}

/**
 * Microseconds per request, in one round of a new server: two servers of the same build, warm and on the same
 * data, can differ by a tenth for as long as they run.
 */
async function costOf(build: Build, name: string, seconds: number): Promise<Spent> {
  await restart(build)
  const { stage, cases } = build
  const requests = cases.find((one) => one.name === name)?.requests(stage)
  if (requests === undefined) throw new Error(`there is no case ${name}`)
  const load = { url: stage.url, requests, connections: CONNECTIONS }
  await httpRound({ ...load, seconds: WARMING_SECONDS })
  await settle()
  const before = spentBy(stage)
  const { answers } = await httpRound({ ...load, seconds })
  await settle()
  const after = spentBy(stage)
  const each = (part: keyof Spent) => (after[part] - before[part]) / answers
  return { node_us: each('node_us'), postgres_us: each('postgres_us') }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS))

async function restart({ stage, servers }: Build): Promise<void> {
  await servers.stopServer(stage.server)
  Object.assign(stage, await servers.startServer(stage.data_dir))
}

async function measure(builds: Build[], name: string): Promise<string[][]> {
  const rounds = new Map<Build, Spent[]>(builds.map((build) => [build, []]))
  for (let round = 0; round < Number(values.rounds); round++) {
    const turns = [...rounds]
    // What one leaves to do slows the other down: each is first in every second round.
    if (round % 2 === 1) turns.reverse()
    for (const [build, costs] of turns) costs.push(await costOf(build, name, Number(values.seconds)))
  }
  const [first = []] = rounds.values()
  return [...rounds].map(([build, costs]) => {
    const middle = (pick: (cost: Spent) => number) => Math.round(median(costs.map(pick))).toString()
    const changed = median(costs.map((cost, round) => both(cost) / both(first[round] ?? cost)))
    return [
      name,
      build.name,
      middle(({ node_us }) => node_us),
      middle(({ postgres_us }) => postgres_us),
      middle(both),
      costs === first ? '' : changed.toFixed(2),
    ]
  })
}

const both = ({ node_us, postgres_us }: Spent) => node_us + postgres_us

const builds = [await openBuild('this', import.meta.dirname)]
try {
  if (values.beside !== undefined) builds.unshift(await openBuild('beside', join(values.beside, 'bench')))
  const rows: string[][] = []
  for (const name of values.only.split(',')) rows.push(...(await measure(builds, name)))
  print(['case', 'build', 'Node µs', 'PostgreSQL µs', 'both', 'median of ratios'], rows)
} finally {
  for (const { stage, servers } of builds) {
    await servers.stopServer(stage.server)
    await stage.stop()
  }
}
