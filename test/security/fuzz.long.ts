import { readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiDocument } from '../../src/api/document.ts'
import { change, SYSTEM } from '../../src/db/db.ts'
import { makeDemo } from '../../src/demo/make-demo.ts'
import { rows } from '../contract/acts.ts'
import { signedInCookie } from '../group-web.ts'
import { installProgram, type Served, serve, urlOf } from '../process.ts'
import { makeWebhook } from '../receiver.ts'
import { makePoll, makeThread } from '../tell.ts'
import { addMembers, createWorld, keyFor } from '../world.ts'
import { crawl, formsOn } from './crawl.ts'
import { QUICK, SEED, tell } from './effort.ts'
import { type Asked, askedBy, type Form, type Matter } from './fuzz.ts'

/**
 * Valid and invalid requests of all kinds to the real program: it answers each, and never with an internal
 * error.
 */

const COUNT = QUICK ? 3_000 : 100_000
const AT_ONCE = 8
/** After this many requests, used-up people, keys and records are made again. */
const ROUND = 500
const MAX_GROWTH = 1.4
/** How many records of each kind are made for each round, and named in its requests. */
const NEWEST = 3

const RECOUNT = `update group_counts c set memberships = n.all_of_them, pending_memberships = n.pending, admin_memberships = n.admins
  from (select group_id, count(*) as all_of_them, count(*) filter (where accepted_at is null) as pending,
    count(*) filter (where admin) as admins from memberships where revoked_at is null group by group_id) n
  where n.group_id = c.group_id`

installProgram()
const world = await createWorld()
const [ben = 0] = await addMembers(world)
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
afterAll(() => agent.destroy())
let service: Served
let matter: Matter

beforeAll(async () => {
  const settings = { API_RATE_LIMIT: '0', LOG_LEVEL: 'error', DATABASE_URL: urlOf(world.address) }
  service = await serve(settings)
  await world.db.pool.query('update memberships set accepted_at = now() where user_id = $1', [ben])
  await makeDemo(world.db, world.ada.id)
  matter = {
    document: (await (await fetch(`${service.url}/api/openapi.json`)).json()) as ApiDocument,
    forms: [],
    refs: {},
    keys: [],
    cookies: [],
    origin: service.url,
  }
  await renew()
})

/** Restores what requests may have taken away. */
async function renew(): Promise<void> {
  const { db, ada, group } = world
  await db.pool.query('truncate attempts')
  await db.pool.query(
    'update memberships set accepted_at = now(), revoked_at = null, admin = true where user_id = $1',
    [ada.id],
  )
  await db.pool.query(RECOUNT)
  matter.keys = [(await keyFor(world)).key, (await keyFor(world, { variant: 'b' })).key]
  const here = { PUBLIC_URL: service.url }
  matter.cookies = [await signedInCookie(world, ada.id, here), await signedInCookie(world, ben, here)]
  // The service may be delivering to some of them.
  await change(db, SYSTEM, ({ tx }) => tx.query('delete from webhooks'))
  for (let made = 0; made < NEWEST; made++) {
    const discussion_id = await makeThread(world, { emails: ['fay@far.example'] })
    await makePoll(world, { discussion_id, options: ['agree', 'disagree'] })
    await makeComment(discussion_id)
    await makeWebhook(world, { url: 'http://127.0.0.1:1/' })
  }
  matter.refs = await refs()
  const [handle] = await rows<{ handle: string }>(db, 'select handle from groups where id = $1', [group.id])
  const pages = await crawl(page, [
    '/',
    '/account',
    '/sign-in',
    `/g/${handle?.handle}`,
    ...(matter.refs['polls'] ?? []).map((ref) => `/p/${ref}`),
  ])
  const found = [...pages.values()].flatMap(formsOn)
  const distinct = new Map<string, Form>(
    found.map((form) => [`${form.action} ${form.fields.map(([name]) => name).join()}`, form]),
  )
  matter.forms = [...distinct.values()].filter(({ action }) => action.startsWith('/'))
}

async function page(path: string): Promise<string | null> {
  const answer = await fetch(service.url + path, {
    headers: { cookie: matter.cookies[0] ?? '', accept: 'text/html' },
    redirect: 'manual',
  })
  const text = await answer.text()
  return answer.status === 200 && text.startsWith('<!doctype html>') ? text : null
}

async function makeComment(discussion_id: number): Promise<void> {
  await fetch(`${service.url}/api/b1/discussions/${discussion_id}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${matter.keys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body: 'Bread' }),
  })
}

/** The newest records, by id and by key, under their names in URLs. */
async function refs(): Promise<Record<string, string[]>> {
  const found = await rows<{ kind: string; ref: string }>(
    world.db,
    [
      ...['comments', 'memberships', 'webhooks', 'poll_options', 'users', 'api_keys'].map((kind) => [
        kind,
        kind,
        'id',
      ]),
      ...['polls', 'discussions'].flatMap((kind) => [
        [kind, kind, 'id'],
        [kind, kind, 'key'],
      ]),
      ['deliveries', 'webhook_deliveries', 'id'],
    ]
      .map(
        ([kind, table, name]) =>
          `(select '${kind}' as kind, ${name}::text as ref from ${table} order by id desc limit ${NEWEST})`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(
    [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, some]) => [kind, some.map(({ ref }) => ref)]),
  )
}

type Answered = { status: number; body: string }

function send(url: string, wanted: Asked): Promise<Answered> {
  return sendOnce(url, wanted).catch((error: Error & { reused?: boolean }) => {
    // A keep-alive connection may close just as it is reused: then the request is repeated on a new one.
    if (error.reused === true) return sendOnce(url, wanted, false)
    throw error
  })
}

function sendOnce(
  url: string,
  { method, path, headers, body }: Asked,
  by: Agent | false = agent,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, {
      method,
      agent: by,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    let answered = false
    const fail = (error: Error) => reject(Object.assign(error, { reused: asked.reusedSocket }))
    // A HEAD that is too large is answered with a body, which clients do not expect.
    asked.on('error', (error) => answered || fail(error))
    asked.on('response', (response) => {
      answered = true
      // A stream would not end.
      const streams = String(response.headers['content-type']).startsWith('text/event-stream')
      if (streams) response.destroy()
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('close', () => {
        if (response.complete || streams)
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') })
        else fail(new Error('the answer was cut off'))
      })
    })
    asked.end(body)
  })
}

type Found = { faults: string[]; statuses: Map<number, number> }

/** Sends the requests for these seeds, several at once, and records those with an internal error. */
async function storm(url: string, seeds: number[], found: Found): Promise<void> {
  const left = [...seeds]
  const next = async (): Promise<void> => {
    const seed = left.shift()
    if (seed === undefined) return
    const asked = askedBy(seed, matter)
    const { status, body } = await send(url, asked).catch((error: Error) => ({
      status: -1,
      body: String(error),
    }))
    found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1)
    if (status >= 500 || status < 200)
      found.faults.push(
        `${seed}: ${status} ${asked.method} ${asked.path.slice(0, 200)} ${JSON.stringify(asked.headers)}\n${String(asked.body).slice(0, 600)}\n${body.slice(0, 300)}`,
      )
    return next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

const seedsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1_024

test(`${COUNT} requests meet no fault, no restart, and leave memory as it was`, async () => {
  tell(`seed ${SEED}`)
  const found: Found = { faults: [], statuses: new Map() }
  const started = performance.now()
  const fifths: number[] = []
  for (let done = 0; done < COUNT && found.faults.length < 20; done += ROUND) {
    if (done > 0) await renew()
    await storm(service.url, seedsFrom(SEED + done, Math.min(ROUND, COUNT - done)), found)
    if ((done + ROUND) / COUNT >= (fifths.length + 1) / 5) fifths.push(memory())
  }
  const answers = [...found.statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
  tell(
    `answers ${answers.join(', ')}; ${Math.round((performance.now() - started) / 1_000)} s, ${matter.forms.length} forms`,
  )
  tell(`memory after each fifth: ${fifths.map((mb) => `${Math.round(mb)} MB`).join(', ')}`)
  if (found.faults.length > 0) tell(service.said().slice(-3_000))
  expect(found.faults.join('\n\n')).toBe('')
  expect(service.said()).not.toMatch(/"level":(50|60)/)
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  const [, warm = 0] = fifths
  expect(memory()).toBeLessThan(warm * MAX_GROWTH)
})

test('a server that fails once in a hundred requests is detected', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.writeHead(asked % 100 === 0 ? 500 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const found: Found = { faults: [], statuses: new Map() }
  await storm(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seedsFrom(SEED, 300), found)
  agent.destroy()
  server.close()
  // Some of them are not HTTP that the server would forward.
  expect(asked).toBeGreaterThan(200)
  expect(found.faults.length).toBe(Math.floor(asked / 100))
})
