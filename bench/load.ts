import autocannon, { type Client, type Request } from 'autocannon'
import type { Case } from './cases.ts'
import type { Stage } from './stage.ts'

// Prime to the number of requests of each case.
const STRIDE = 7

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

/** Each connection sends the requests in turn from a place of its own: side by side they would all want the same row. */
export function startAnywhere(requests: Request[]): (client: Client) => void {
  let next = 0
  return (client) => {
    const start = (next++ * STRIDE) % requests.length
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
  }
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
    setupClient: startAnywhere(item.requests(stage)),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${item.name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`)
  }
  return { rps: result.requests.average, p50_ms: result.latency.p50, p99_ms: result.latency.p99 }
}
