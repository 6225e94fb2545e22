import { describe, expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '../../src/groups/keys/api-key.ts'
import { keyFor } from '../world.ts'
import { routesOf } from './routes.ts'
import { MARK, openStage, type Place } from './stage.ts'

/** What each key meets at every route of the interface for programs, and which permission opens it; `-`: none is needed. */
const ROUTES: Record<string, { object: string; permission: Permission | '-' }> = Object.fromEntries(
  `
  GET    /discussions                                 thread   -
  POST   /discussions                                 thread   create_discussion
  GET    /discussions/:ref                            thread   -
  PATCH  /discussions/:ref                            thread   manage_discussions
  DELETE /discussions/:ref                            thread   manage_discussions
  POST   /discussions/:ref/close                      thread   manage_discussions
  POST   /discussions/:ref/reopen                     thread   manage_discussions
  POST   /discussions/:ref/guests                     thread   manage_discussions
  GET    /discussions/:ref/comments                   thread   -
  POST   /discussions/:ref/comments                   thread   comment
  GET    /comments/:id                                thread   -
  PATCH  /comments/:id                                thread   comment
  DELETE /comments/:id                                thread   manage_discussions
  GET    /polls                                       open     -
  POST   /polls                                       open     create_poll
  GET    /polls/:ref                                  open     -
  PATCH  /polls/:ref                                  open     manage_polls
  DELETE /polls/:ref                                  open     manage_polls
  POST   /polls/:ref/open                             draft    manage_polls
  POST   /polls/:ref/close                            open     manage_polls
  POST   /polls/:ref/reopen                           closed   manage_polls
  POST   /polls/:ref/remind                           open     manage_polls
  POST   /polls/:ref/options                          addable  manage_polls
  POST   /polls/:ref/outcomes                         closed   manage_polls
  GET    /polls/:ref/results                          closed   -
  GET    /polls/:ref/voters                           open     manage_polls
  POST   /polls/:ref/voters                           open     manage_polls
  POST   /polls/:ref/ballots                          open     cast_ballots
  DELETE /polls/:ref/ballots                          open     cast_ballots
  GET    /memberships                                 -        read_memberships
  POST   /memberships                                 -        manage_memberships
  GET    /memberships/:id                             member   read_memberships
  PATCH  /memberships/:id                             member   manage_memberships
  DELETE /memberships/:id                             member   manage_memberships
  GET    /groups                                      -        -
  GET    /events                                      -        -
  GET    /webhooks                                    webhook  manage_webhooks
  POST   /webhooks                                    webhook  manage_webhooks
  GET    /webhooks/:id                                webhook  manage_webhooks
  PATCH  /webhooks/:id                                webhook  manage_webhooks
  DELETE /webhooks/:id                                webhook  manage_webhooks
  POST   /webhooks/:id/test                           webhook  manage_webhooks
  POST   /webhooks/:id/rotate                         webhook  manage_webhooks
  POST   /webhooks/:id/deliveries/:delivery_id/again  webhook  manage_webhooks`
    .trim()
    .split('\n')
    .map((line) => {
      const [method, path, object = '', permission = ''] = line.trim().split(/\s+/)
      return [`${method} ${path}`, { object, permission: permission as Permission }]
    }),
)

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

/** Who is turned away whatever is asked, and by which code. */
const TURNED_AWAY: Record<string, [headers: Record<string, string>, code: string]> = {
  'no key': [{}, 'api_key_missing'],
  'an admin’s session': [{ cookie }, 'api_key_missing'],
  'a key that nobody has': [{ authorization: `Bearer fmk_${'x'.repeat(32)}` }, 'api_key_invalid'],
  'a key whose time is over': [{ authorization: expired }, 'api_key_expired'],
  'a key that was revoked': [{ authorization: revoked }, 'api_key_revoked'],
}

const FIELDS = { emails: ['x@far.example'], title: 'T', body: 'x', poll_type: 'count' }
const named = Object.entries(ROUTES)

async function ask(route: string, { params }: Place, headers: Record<string, string>) {
  const [method = '', path = ''] = route.split(' ')
  const url = path.replace(
    /:(\w+)/g,
    (_, name: string) => params[name === 'delivery_id' ? 'delivery' : name] ?? '',
  )
  return app.inject({
    method: method as 'GET',
    url: `/api/b1${url}`,
    headers,
    ...(method === 'GET' ? {} : { payload: FIELDS }),
  })
}

describe.each(named)('%s', (route, { object, permission }) => {
  test('turns away who has no good key, and says nothing of the group', async () => {
    const place = await stage.make(object)
    for (const [who, [headers, code]] of Object.entries(TURNED_AWAY)) {
      const answer = await ask(route, place, headers)
      expect([answer.statusCode, answer.json().code], who).toEqual([403, code])
      expect(answer.body, who).not.toContain(MARK)
    }
  })

  test('gives a key of another group nothing of this one', async () => {
    const answer = await ask(route, await stage.make(object), { authorization: OF_ANOTHER_GROUP })
    if (route.includes('/:')) expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain(MARK)
  })

  test('opens for the permission that is named, and for that alone', async () => {
    const permissions = PERMISSIONS.filter((one) => one !== permission && !(OR[route] ?? []).includes(one))
    const without = await ask(route, await stage.make(object), { authorization: await key({ permissions }) })
    if (permission !== '-') expect(without.json().code).toBe('permission_missing')
    else expect(without.statusCode).toBe(200)
    for (const one of permission === '-' ? [] : [permission, ...(OR[route] ?? [])]) {
      const authorization = await key({ permissions: [one] })
      const answer = await ask(route, await stage.make(object), { authorization })
      expect(answer.json().code, one).not.toBe('permission_missing')
      expect(answer.statusCode, one).toBeLessThan(500)
    }
  })
})

/** What else opens a route: a key deletes its own comments, or all. */
const OR: Record<string, Permission[]> = { 'DELETE /comments/:id': ['comment'] }

test('every route of the interface stands in the table', () => {
  const served = routesOf(app).filter(({ url }) => url.startsWith('/api/b1/'))
  expect(Object.keys(ROUTES).sort()).toEqual(
    served.map(({ method, url }) => `${method} ${url.slice('/api/b1'.length)}`).sort(),
  )
})

test('whatever else is served to programs, no key of nobody and no session opens', async () => {
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

test('what others must not see is shown to a key of the group', async () => {
  for (const [route, object] of [
    ['GET /polls/:ref', 'open'],
    ['GET /discussions/:ref', 'thread'],
  ] as const) {
    const answer = await ask(route, await stage.make(object), {
      authorization: await key({ permissions: [] }),
    })
    expect(answer.body).toContain(MARK)
  }
})
