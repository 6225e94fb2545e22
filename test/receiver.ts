import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach } from 'vitest'
import { type Act, change } from '../src/db/db.ts'
import { openDeliveries } from '../src/jobs/deliveries.ts'
import { dispatchEvents } from '../src/jobs/dispatch-events.ts'
import { createWebhook } from '../src/webhooks/create-webhook.ts'
import { editWebhook } from '../src/webhooks/edit-webhook.ts'
import type { OwnWebhook } from '../src/webhooks/load-own-webhook.ts'
import type { Messenger } from '../src/webhooks/send-delivery.ts'
import type { WebhookSettings } from '../src/webhooks/webhook.ts'
import { atEnd } from './at-end.ts'
import { keptLog, MAIL_CONFIG } from './tell.ts'
import { addMembers, createWorld, type World } from './world.ts'

/** This machine, where the tests' receivers run. */
export const ALLOWED = ['127.0.0.1']

export type Got = { path: string; headers: IncomingHttpHeaders; body: string }

export type Receiver = {
  url: string
  /** All received requests, oldest first. */
  got: Got[]
  /** Its response from now on: at first 204 for all. */
  answer: (response: ServerResponse, got: Got) => void
}

/** A real HTTP server that stores its requests, stopped after the file's tests. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const got = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      receiver.got.push(got)
      receiver.answer(response, got)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    got: [],
    answer: answering(204),
  }
  return receiver
}

/** Responds with this status, and headers. */
export const answering =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

/** A webhook of the world's group by Ada. */
export function makeWebhook(world: World, settings: Partial<WebhookSettings> & { url: string }) {
  return change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
    createWebhook(act, {
      group_id: world.group.id,
      settings: { kinds: [], format: 'json', ...settings },
      allowed: ALLOWED,
      problems: [],
    }),
  )
}

/** Sends everything due, and waits until it has arrived. Returns how many did. */
export async function sendDue(messenger: Messenger): Promise<number> {
  const deliveries = openDeliveries(messenger, keptLog())
  await deliveries.send(() => false)
  return deliveries.landed()
}

/** Sends events to a receiver by hand: no clock, no waiting. */
export function openMessenger(world: World, limit_ms = 15_000) {
  const messenger = { db: world.db, config: { ...MAIL_CONFIG, outbound_allow: ALLOWED }, limit_ms }
  const dispatch = async () => (await dispatchEvents(world.db, MAIL_CONFIG.public_url)).deliveries
  const send = () => sendDue(messenger)
  return {
    messenger,
    dispatch,
    send,
    deliver: async () => {
      await dispatch()
      return send()
    },
    /** Makes all waiting deliveries due. */
    hurry: () => world.db.pool.query("update webhook_deliveries set due_at = now() where status = 'waiting'"),
    rows: async () => (await world.db.pool.query<DeliveryRow>(ROWS)).rows,
    webhook: async (id: number) =>
      (await world.db.pool.query('select * from webhooks where id = $1', [id])).rows[0],
  }
}

export type Body = Record<string, unknown> & { kind: string }

/** A world with a receiver, without webhooks before each test, and the people Ada Vale and Ben Ash. */
export async function openHooks() {
  const world = await createWorld()
  const receiver = await startReceiver()
  const via = openMessenger(world)
  const { pool } = world.db
  const [ben = 0] = await addMembers(world)
  await pool.query("update users set name = 'Ada Vale' where id = $1", [world.ada.id])
  await pool.query("update users set name = 'Ben Ash' where id = $1", [ben])
  beforeEach(async () => {
    await via.dispatch()
    await pool.query('delete from webhooks')
    receiver.got.length = 0
    receiver.answer = answering(204)
  })
  return {
    world,
    receiver,
    via,
    ben,
    act: <T>(run: (act: Act) => Promise<T>) =>
      change(world.db, { kind: 'person', user_id: world.ada.id }, run),
    own: (id: number) => ({ group_id: world.group.id, id }),
    /** Delivers all events, and returns the requests that arrived. */
    delivered: async () => {
      const before = receiver.got.length
      await via.deliver()
      return receiver.got.slice(before).map(({ body }) => JSON.parse(body) as Body)
    },
  }
}

/** The body, after a library of the standard has verified its signature with this secret. */
export const verified = ({ body, headers }: Got, secret: string) =>
  new Verifier(secret).verify(body, headers as Record<string, string>) as Body

/** Turns a webhook on or off. */
export const turning = (own: OwnWebhook, active: boolean) => (act: Act) =>
  editWebhook(act, own, { settings: {}, active, allowed: ALLOWED, problems: [] })

export type DeliveryRow = {
  id: number
  webhook_id: number
  kind: string
  status: string
  attempts: number
  due_in_s: number
  answer_status: number | null
  answer_body: string | null
  error: string | null
  message_id: string
}

const ROWS = `select id, webhook_id, kind, status, attempts, answer_status, answer_body, error, message_id,
  round(extract(epoch from due_at - coalesce(tried_at, now())))::int as due_in_s from webhook_deliveries order by id`
