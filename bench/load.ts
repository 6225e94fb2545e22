import autocannon from 'autocannon'
import type { Case } from './cases.ts'
import type { Stage } from './stage.ts'

/** One case's figures; `share` of the database's own limit, null where pgbench is missing. */
export type Figure = {
  name: string
  rps: number
  p50_ms: number
  p99_ms: number
  limit_rps: number | null
  share: number | null
  target: string
}

/** Loads the server with one case. Throws when any answer is not 2xx: a figure of failures is none. */
export async function httpRound(
  stage: Stage,
  item: Case,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<{ rps: number; p50_ms: number; p99_ms: number }> {
  const result = await autocannon({
    url: stage.url,
    connections,
    duration: seconds,
    requests: item.requests(stage),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${item.name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`)
  }
  return { rps: result.requests.average, p50_ms: result.latency.p50, p99_ms: result.latency.p99 }
}
