import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Figure, figureOf } from './load.ts'
import { median } from './median.ts'
import { NEW_POLL } from './new-poll.ts'
import { postPoll } from './service.ts'
import type { Stage } from './stage.ts'

const WEBHOOKS = 50
const POLLS = 20
const PATIENCE_MS = 60_000

/**
 * Fifty webhooks of a group get twenty polls each: a thousand deliveries, from the creation of the first poll
 * to the last arrival. Times are from a poll's creation to each arrival.
 */
export async function measureWebhooks({ url, keys: [key = ''] }: Stage): Promise<Figure> {
  const arrivals: { poll_id: number; at: number }[] = []
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { polls?: { id: number }[] } }
      arrivals.push({ poll_id: data.polls?.[0]?.id ?? 0, at: performance.now() })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  for (let made = 0; made < WEBHOOKS; made++)
    await post(`${url}/api/b1/webhooks`, key, {
      url: `http://127.0.0.1:${port}/${made}`,
      kinds: ['poll_created'],
      format: 'json',
    })
  const begun = performance.now()
  const made = new Map<number, number>()
  for (let count = 0; count < POLLS; count++)
    made.set((await postPoll(url, key, NEW_POLL)).id, performance.now())
  while (arrivals.length < WEBHOOKS * POLLS && performance.now() - begun < PATIENCE_MS)
    await new Promise((resolve) => setTimeout(resolve, 5))
  receiver.closeAllConnections()
  receiver.close()
  if (arrivals.length !== WEBHOOKS * POLLS) throw new Error(`${arrivals.length} deliveries arrived`)
  const waits = arrivals.map(({ poll_id, at }) => at - (made.get(poll_id) ?? begun)).sort((a, b) => a - b)
  const seconds = (Math.max(...arrivals.map(({ at }) => at)) - begun) / 1_000
  const round = {
    rps: arrivals.length / seconds,
    p50_ms: median(waits),
    p99_ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
  }
  return { ...figureOf('webhooks', round), target: '1 000 delivered' }
}

async function post(url: string, key: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
}
