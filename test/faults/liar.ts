import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../at-end.ts'

/** How long it delays acknowledged requests. */
const LATE_MS = 300
/** It is as slow as an honest server. */
const ANSWER_MS = 20

/** A server that acknowledges first and forwards the request afterwards. Returns its address. */
export async function startLiar(service: () => string): Promise<string> {
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => {
      setTimeout(() => answer.writeHead(200).end(), ANSWER_MS)
      const { method, url = '/', headers } = asked
      setTimeout(() => {
        const late = request(service() + url, { ...(method === undefined ? {} : { method }), headers })
        late.on('error', () => undefined).on('response', (response) => response.resume())
        late.end(Buffer.concat(chunks))
      }, LATE_MS)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
