import autocannon, { type Client, type Request } from 'autocannon'

/** What was measured of one case; `share` of what limits it, null where that is not known. */
export type Figure = {
  name: string
  rps: number
  p50_ms: number
  p99_ms: number
  limit_rps: number | null
  share: number | null
  target: string
}

export type Load = { url: string; requests: Request[]; seconds: number; connections: number }

/**
 * Loads the server with requests. Throws when any answer is a failure: a figure of failures is none. A form
 * answers 303.
 */
export async function httpRound({
  url,
  requests,
  seconds,
  connections,
}: Load): Promise<{ rps: number; p50_ms: number; p99_ms: number }> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: dealing(requests, connections),
  })
  const refused = result['4xx'] + result['5xx']
  if (refused > 0 || result.errors > 0)
    throw new Error(`${refused} answers were refusals, ${result.errors} failed`)
  // Its own average is of whole seconds.
  return {
    rps: result.requests.total / result.duration,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
  }
}

/**
 * Deals the requests out to the connections, each of which repeats its own: side by side all would want the
 * same row.
 */
export function dealing(requests: Request[], connections: number): (client: Client) => void {
  let next = 0
  return (client) => {
    const place = next++ % connections
    const dealt = requests.filter((_, index) => index % connections === place % requests.length)
    client.setRequests(dealt)
  }
}
