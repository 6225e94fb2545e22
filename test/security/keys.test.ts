import { describe, expect, test } from 'vitest'
import type { Route } from '../../src/b1/route.ts'
import { B1_ROUTES } from '../../src/b1/routes.ts'
import { PERMISSIONS, type Permission } from '../../src/keys/api-key.ts'
import { pathTo } from '../references.ts'
import { keyFor } from '../world.ts'
import { routesOf } from './routes.ts'
import { MARK, openStage, type Place } from './stage.ts'

/** The response to each key at every route of the APIs, and the permission that allows it. */

/** The state of a record in which the call works; by default open. */
const STATES: Record<string, string> = {
  showRecord: 'closed',
  openPoll: 'draft',
  reopenPoll: 'closed',
  createOutcome: 'closed',
  showResults: 'closed',
  addOptions: 'addable',
}

/** The object of a route: the first thing its path names, or, for lists, its heading in the document. */
const OBJECTS: Record<string, string> = {
  poll: 'open',
  thread: 'thread',
  comment: 'thread',
  membership: 'member',
  webhook: 'webhook',
  Polls: 'open',
  Discussions: 'thread',
  Comments: 'thread',
  Webhooks: 'webhook',
}

function objectFor({ params = {}, does }: Route): string {
  const [first] = Object.values(params)
  return STATES[does.id] ?? OBJECTS[first?.to ?? does.tag] ?? '-'
}

const allowing = ({ permission }: Route): Permission[] =>
  typeof permission === 'string' ? [permission] : Object.values(permission ?? {})

const stage = await openStage()
const { app } = stage.at.web
const { world } = stage.at
const key = async (...wish: Parameters<typeof keyFor> extends [unknown, ...infer Rest] ? Rest : never) =>
  `Bearer ${(await keyFor(world, ...wish)).key}`

const expired = await key({ expires_at: new Date(Date.now() + 1_000_000) })
await world.db.pool.query(
  "update api_keys set expires_at = now() - interval '1 second' where expires_at is not null",
)
const revoked = await key()
await world.db.pool.query('update api_keys set revoked_at = now() where id = (select max(id) from api_keys)')
const OF_ANOTHER_GROUP = await key({ handle: 'orchard' })
const cookie = (await stage.headersOf('admin', { params: {}, token: '' }))['cookie'] ?? ''

/** Callers who are always refused, with the code. */
const TURNED_AWAY: Record<string, [headers: Record<string, string>, code: string]> = {
  'no key': [{}, 'api_key_missing'],
  'an admin’s session': [{ cookie }, 'api_key_missing'],
  'a key that nobody has': [{ authorization: `Bearer fmk_${'x'.repeat(32)}` }, 'api_key_invalid'],
  'a key whose time is over': [{ authorization: expired }, 'api_key_expired'],
  'a key that was revoked': [{ authorization: revoked }, 'api_key_revoked'],
}

const FIELDS = { emails: ['x@far.example'], title: 'T', body: 'x', poll_type: 'count' }
const named = B1_ROUTES.map((route) => [nameOf(route), route] as const)

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`
}

async function ask(route: Route, { params }: Place, headers: Record<string, string>) {
  const { ref = '', id = '', delivery = '' } = params
  const references = { poll: ref, thread: ref, comment: id, membership: id, webhook: id, delivery }
  return app.inject({
    method: route.method,
    url: `/api/b1${pathTo(route, references)}`,
    headers,
    ...(route.method === 'GET' ? {} : { payload: FIELDS }),
  })
}

describe.each(named)('%s', (_, route) => {
  const object = objectFor(route)
  const allowed = allowing(route)

  test('refuses callers without a valid key, and reveals nothing of the group', async () => {
    const place = await stage.make(object)
    for (const [who, [headers, code]] of Object.entries(TURNED_AWAY)) {
      const answer = await ask(route, place, headers)
      expect([answer.statusCode, answer.json().code], who).toEqual([403, code])
      expect(answer.body, who).not.toContain(MARK)
    }
  })

  test('gives a key of another group nothing of this one', async () => {
    const answer = await ask(route, await stage.make(object), { authorization: OF_ANOTHER_GROUP })
    if (route.params !== undefined) expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain(MARK)
  })

  test('requires exactly the named permission', async () => {
    const permissions = PERMISSIONS.filter((one) => !allowed.includes(one))
    const without = await ask(route, await stage.make(object), { authorization: await key({ permissions }) })
    if (allowed.length > 0) expect(without.json().code).toBe('permission_missing')
    else expect(without.statusCode).toBe(200)
    for (const one of allowed) {
      const authorization = await key({ permissions: [one] })
      const answer = await ask(route, await stage.make(object), { authorization })
      expect(answer.json().code, one).not.toBe('permission_missing')
      expect(answer.statusCode, one).toBeLessThan(500)
    }
  })
})

test('the table contains every served route', () => {
  const served = routesOf(app).filter(({ url }) => url.startsWith('/api/b1/'))
  expect(named.map(([name]) => name).sort()).toEqual(
    served.map(({ method, url }) => `${method} ${url.slice('/api/b1'.length)}`).sort(),
  )
  const states = Object.keys(STATES).filter((id) => !B1_ROUTES.some(({ does }) => does.id === id))
  expect(states).toEqual([])
})

test('no unknown key and no session opens any other route for programs', async () => {
  const others = routesOf(app).filter(
    ({ url }) => /^\/(api\/|mcp$)/.test(url) && !/^\/api\/b1\/|openapi\.json$/.test(url),
  )
  for (const { method, url } of others)
    for (const who of ['no key', 'an admin’s session', 'a key that nobody has', 'a key that was revoked']) {
      const [headers = {}] = TURNED_AWAY[who] ?? []
      const answer = await app.inject({
        method: method as 'GET',
        url: url.replace(/:\w+/g, '1'),
        headers,
        ...(method === 'GET' ? {} : { payload: FIELDS }),
      })
      expect([401, 403, 405], `${who} ${method} ${url}: ${answer.body}`).toContain(answer.statusCode)
      expect(answer.body).not.toContain(MARK)
    }
})

test('the hidden content is shown to a key of the group', async () => {
  const shown = B1_ROUTES.filter(({ does }) => ['showPoll', 'showDiscussion'].includes(does.id))
  expect(shown).toHaveLength(2)
  for (const route of shown) {
    const place = await stage.make(objectFor(route))
    const answer = await ask(route, place, { authorization: await key({ permissions: [] }) })
    expect(answer.body).toContain(MARK)
  }
})
