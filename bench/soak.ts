import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import autocannon, { type Request } from 'autocannon'
import { CASES } from './cases.ts'
import { dealing } from './load.ts'
import { median } from './median.ts'
import { SMALL, type Stage, setStage } from './stage.ts'
import { nodeMemory } from './start.ts'
import { print } from './table.ts'

/**
 * Two workers under a steady mixed load: does memory grow, does anything fail, do responses become slow?
 * `--minutes N`: the duration, 30 by default; `--rate N`: requests per second; `--json FILE`:
 * machine-readable results.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '200' },
    json: { type: 'string' },
  },
})
const SECONDS = Number(values.minutes) * 60
const RATE = Number(values.rate)
const CONNECTIONS = 20
const SAMPLE_MS = 5_000
/** The share of time in which caches and heaps fill; memory is first measured at its end. */
const WARM_SHARE = 0.2
const END_SHARE = 0.1

/** A typical day of people and programs, per hundred requests. */
const MIX: Record<string, number> = {
  show_poll: 30,
  poll_page: 15,
  poll_page_changed: 15,
  cast_many: 12,
  cast_hot: 5,
  list_polls: 5,
  list_memberships: 1,
  create_poll: 5,
  sign_in_page: 7,
  empty_route: 5,
}

/** The requests of all cases in the proportions of the mix, evenly mixed. */
function mixed(stage: Stage): Request[] {
  const wanted = Object.entries(MIX).flatMap(([name, share]) => {
    const requests = CASES.find((one) => one.name === name)?.requests(stage) ?? []
    return Array.from({ length: share * CONNECTIONS }, (_, turn) => ({
      at: (turn + 0.5) / (share * CONNECTIONS),
      request: requests[turn % requests.length] as Request,
    }))
  })
  return wanted.sort((a, b) => a.at - b.at).map(({ request }) => request)
}

const stage = await setStage(SMALL, ['--workers', '2'])
const samples: number[] = []
const sampling = setInterval(() => samples.push(nodeMemory(stage.server.pid ?? 0)), SAMPLE_MS)
try {
  const result = await autocannon({
    url: stage.url,
    connections: CONNECTIONS,
    overallRate: RATE,
    duration: SECONDS,
    setupClient: dealing(mixed(stage), CONNECTIONS),
  })
  clearInterval(sampling)
  const warm = samples.slice(Math.floor(samples.length * WARM_SHARE))
  const part = Math.max(1, Math.floor(samples.length * END_SHARE))
  const [first_mb, last_mb] = [median(warm.slice(0, part)), median(warm.slice(-part))]
  const figures = {
    minutes: Number(values.minutes),
    requests: result.requests.total,
    rps: result.requests.average,
    failed: result.errors + result.timeouts + result.non2xx,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    first_mb,
    last_mb,
    growth: last_mb / first_mb - 1,
  }
  print(
    ['soak', 'measured', 'target'],
    [
      [
        'requests',
        `${figures.requests} in ${figures.minutes} min, ${Math.round(figures.rps)}/s`,
        `${RATE}/s`,
      ],
      ['failed', String(figures.failed), '0'],
      ['p50', `${figures.p50_ms} ms`, ''],
      ['p99', `${figures.p99_ms} ms`, '< 100 ms'],
      ['memory of two workers and their first process, warm', `${Math.round(first_mb)} MB`, ''],
      ['the same at the end', `${Math.round(last_mb)} MB`, ''],
      ['growth', `${(figures.growth * 100).toFixed(1)}%`, '< 10%'],
    ],
  )
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
  if (figures.failed > 0 || figures.p99_ms >= 100 || figures.growth >= 0.1) process.exitCode = 1
} finally {
  clearInterval(sampling)
  await stage.stop()
}
