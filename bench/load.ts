import autocannon, { type Client, type Request } from 'autocannon'
import { hasWrk, wrkRound } from './wrk.ts'

type Rates = { rps: number; p50_ms: number; p99_ms: number }

/** The result of one round of load, and the number of its answers. */
export type Round = Rates & { answers: number }

/** The result of one case; `share` of its limit and `floor_share` of the floor: null if there is none. */
export type Figure = Rates & {
  name: string
  limit_rps: number | null
  share: number | null
  floor_rps: number | null
  floor_share: number | null
  target: string
}

/** The figure of a round that is compared only with the floor. */
export function figureOf(
  name: string,
  { rps, p50_ms, p99_ms }: Rates,
  floor_rps: number | null = null,
): Figure {
  const floor_share = floor_rps === null ? null : rps / floor_rps
  return { name, rps, p50_ms, p99_ms, limit_rps: null, share: null, floor_rps, floor_share, target: '' }
}

export type Load = { url: string; requests: Request[]; seconds: number; connections: number }

/**
 * Sends requests to the server. Throws if any response is a failure, because its rate means nothing. A form
 * responds with 303.
 */
export function httpRound(load: Load): Promise<Round> {
  return hasWrk ? wrkRound(load) : autocannonRound(load)
}

async function autocannonRound({ url, requests, seconds, connections }: Load): Promise<Round> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: dealing(requests, connections),
  })
  const refused = result['4xx'] + result['5xx']
  if (refused > 0 || result.errors > 0)
    throw new Error(`${refused} answers were refusals, ${result.errors} failed`)
  // autocannon's own average is in whole seconds.
  return {
    rps: result.requests.total / result.duration,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    answers: result.requests.total,
  }
}

/**
 * Distributes the requests to the connections, each of which repeats its own: otherwise all would request the
 * same row at once.
 */
export function dealing(requests: Request[], connections: number): (client: Client) => void {
  let next = 0
  return (client) => {
    const place = next++ % connections
    const dealt = requests.filter((_, index) => index % connections === place % requests.length)
    client.setRequests(dealt)
  }
}
