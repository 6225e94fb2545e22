import { type AddressInfo, connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { serve } from '../../test/app.ts'
import { createWorld } from '../../test/world.ts'

const app = await serve(await createWorld())
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** The whole response until the connection ends. */
function say(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    connect(port, '127.0.0.1')
      .on('data', (chunk) => chunks.push(chunk))
      .on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
      .on('error', reject)
      .write(text)
  })
}

const LONG = 'x'.repeat(20_000)

test.each([
  ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n\r\n', 400, 'malformed_request'],
  ['a header that is none', 'GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n', 400, 'malformed_request'],
  ['an address beyond measure', `GET /${LONG} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
  ['headers beyond measure', `GET / HTTP/1.1\r\nHost: x\r\nX: ${LONG}\r\n\r\n`, 431, 'headers_too_large'],
])(
  '%s is answered with a problem that the log knows, and the connection ends',
  async (_, text, status, code) => {
    const logged = vi.spyOn(app.log, 'info')
    const [head = '', body = ''] = (await say(text)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const header of [
      'connection: close',
      'content-type: application/problem+json',
      'cache-control: no-store',
    ])
      expect(head).toContain(header)
    expect(JSON.parse(body)).toMatchObject({
      type: `https://moot.example/help/errors/${code}`,
      status,
      code,
      request_id: /x-request-id: (\S+)/.exec(head)?.[1],
    })
    const { request_id } = JSON.parse(body)
    expect(logged).toHaveBeenCalledWith({ request_id, status }, expect.any(String))
  },
)
