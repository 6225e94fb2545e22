import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { atEnd } from './at-end.ts'

/** A browser's subscription, with its private key for decryption. */
export type Subscribed = {
  endpoint: string
  p256dh: string
  auth: string
  /** The message of a request as the browser's script gets it. Throws when it is not for this browser. */
  open(body: Buffer): string
}

/** A request that the push service accepted. `message`: what the browser's script got. */
export type Took = { path: string; headers: IncomingHttpHeaders; body: Buffer; message: unknown }

export type PushService = {
  origin: string
  took: Took[]
  /** Its answer from now on: at first 201 for all. */
  status: number
  headers: Record<string, string>
  /** A new subscription of a browser that accepts only this key of the service. */
  subscribe(service_key: string): Subscribed
}

const CURVE = 'prime256v1'
const TAG_BYTES = 16
const LAST_RECORD = 2
const DAY_S = 86_400

/**
 * A push service that works like those of browsers: it authenticates the sender (RFC 8292) and decrypts the
 * message (RFC 8188, RFC 8291). Stopped after the file's tests.
 */
export async function startPushService(): Promise<PushService> {
  const subscribed = new Map<string, { one: Subscribed; service_key: string }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const known = subscribed.get(path)
      if (service.status !== 201) return response.writeHead(service.status, service.headers).end('No more')
      if (known === undefined) return response.writeHead(404).end()
      const body = Buffer.concat(chunks)
      try {
        checkSender(String(request.headers.authorization), service.origin, known.service_key)
        const message = JSON.parse(known.one.open(body))
        service.took.push({ path, headers: request.headers, body, message })
        response.writeHead(201).end()
      } catch (error) {
        response.writeHead(400).end(String(error))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: PushService = {
    origin,
    took: [],
    status: 201,
    headers: {},
    subscribe(service_key) {
      const path = `/send/${randomBytes(12).toString('base64url')}`
      const one = newBrowser(origin + path)
      subscribed.set(path, { one, service_key })
      return one
    },
  }
  return service
}

function newBrowser(endpoint: string): Subscribed {
  const pair = createECDH(CURVE)
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    endpoint,
    p256dh: own.toString('base64url'),
    auth: auth.toString('base64url'),
    open(body) {
      const [salt, size, id_length] = [body.subarray(0, 16), body.readUInt32BE(16), body[20] ?? 0]
      const sender = body.subarray(21, 21 + id_length)
      const sealed = body.subarray(21 + id_length)
      if (sealed.length > size) throw new Error('more than one record')
      const shared = pair.computeSecret(sender)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
      const end = padded.lastIndexOf(LAST_RECORD)
      if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('bad padding')
      return padded.subarray(0, end).toString('utf8')
    },
  }
}

/** Throws unless the service with this key signed for this push service, for at most a day. */
function checkSender(authorization: string, origin: string, service_key: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== service_key) throw new Error('another key')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const signer = {
    key: createPublicKey({ key: jwk, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363' as const,
  }
  if (read(head).alg !== 'ES256') throw new Error('another algorithm')
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, 'base64url')))
    throw new Error('a wrong signature')
  const { aud, exp, sub } = read(claims)
  const now_s = Date.now() / 1_000
  if (aud !== origin) throw new Error('for another push service')
  if (!(exp > now_s && exp <= now_s + DAY_S)) throw new Error('a wrong time')
  if (!/^(https:\/\/|mailto:)/.test(sub)) throw new Error('no contact')
}

/**
 * Turns notices on in a new browser, which is signed in at the service with this address by a cookie. Returns
 * its path at the push service.
 */
export async function newDevice(
  pushed: PushService,
  { url, origin, cookie }: { url: string; origin: string; cookie: string },
): Promise<string> {
  const page = await fetch(`${url}/account`, { headers: { cookie, accept: 'text/html' } })
  const [, service_key = ''] = /data-push="([^"]+)"/.exec(await page.text()) ?? []
  const { endpoint, p256dh, auth } = pushed.subscribe(service_key)
  const turned = await fetch(`${url}/account/push`, {
    ...{ method: 'POST', headers: { cookie, origin }, redirect: 'manual' as const },
    body: new URLSearchParams({ endpoint, p256dh, auth }),
  })
  expect(turned.headers.get('location')).toBe('/account?done=push')
  return new URL(endpoint).pathname
}
