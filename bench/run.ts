import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CASES } from './cases.ts'
import { type Figure, httpRound } from './load.ts'
import { median } from './median.ts'
import { pgbenchRound, pgbenchVersion } from './pgbench.ts'
import { type Stage, setStage } from './stage.ts'
import { measureIdle, measureStart } from './start.ts'
import { printTable } from './table.ts'

/**
 * Measures the service against the database's own limit: each case over HTTP, and the same statements by pgbench,
 * in interleaved rounds on the same server. `--quick`: shorter rounds; `--json FILE`: the figures for a program;
 * `--only a,b`: these cases.
 */

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, only: { type: 'string' } },
})
const ROUNDS = values.quick ? 2 : 3
const SECONDS = values.quick ? 3 : 8
const CONNECTIONS = 32

async function measure(stage: Stage): Promise<Figure[]> {
  const wanted = values.only?.split(',')
  const figures: Figure[] = []
  for (const item of CASES.filter((one) => wanted?.includes(one.name) ?? true)) {
    const rounds = []
    const limits: number[] = []
    await httpRound(stage, item, { seconds: 1, connections: CONNECTIONS })
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await httpRound(stage, item, { seconds: SECONDS, connections: CONNECTIONS }))
      const limit =
        item.statements === null ? null : await pgbenchRound(stage, item.statements(stage), SECONDS)
      if (limit !== null) limits.push(limit)
    }
    const rps = median(rounds.map((round) => round.rps))
    const limit_rps = limits.length === 0 ? null : median(limits)
    figures.push({
      name: item.name,
      rps,
      p50_ms: median(rounds.map((round) => round.p50_ms)),
      p99_ms: median(rounds.map((round) => round.p99_ms)),
      limit_rps,
      share: limit_rps === null ? null : rps / limit_rps,
      target: item.target,
    })
    process.stderr.write(`${item.name} done\n`)
  }
  return figures
}

const stage = await setStage()
try {
  const figures = await measure(stage)
  const idle = await measureIdle(stage)
  await stage.stop()
  const start = await measureStart()
  printTable({
    figures,
    idle,
    start,
    pgbench: pgbenchVersion(),
    connections: CONNECTIONS,
    seconds: SECONDS,
    rounds: ROUNDS,
  })
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  await stage.stop()
}
