import { beforeAll, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../test/group-web.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { keyOf, openWeb, seen } from '../../test/web.ts'
import { openDb } from '../db/db.ts'

let at: GroupWorld
let poll: string
let thread: string

beforeAll(async () => {
  at = await openGroupWorld()
  poll = await keyOf(at.world, 'polls', await makePoll(at.world))
  thread = await keyOf(at.world, 'discussions', await makeThread(at.world))
})

/** The sign-in button that a page offers besides the header's link. */
const wayIn = (body: string) => /<a class="button" href="([^"]+)">Sign in/.exec(body)?.[1]

describe('an address with a slash at its end', () => {
  test.each([
    ['/g/mill-lane/', '/g/mill-lane'],
    ['/g/mill-lane/members/?from=50', '/g/mill-lane/members?from=50'],
    ['/nowhere/', '/nowhere'],
  ])('%s leads to %s', async (url, path) => {
    for (const who of ['ben', 'outsider'] as const) {
      const { statusCode, headers } = await at.get(url, who)
      expect([statusCode, headers.location]).toEqual([308, path])
    }
  })

  test.each(['//evil.example/', '/\\evil.example/', '/.//evil.example/', '/api/b1/polls/'])(
    '%s leads nowhere else',
    async (url) => {
      expect((await at.get(url, 'ben')).headers.location).toBeUndefined()
    },
  )
})

describe('a 404 for visitors who are not signed in', () => {
  const places = (): [place: string, random: string][] => [
    [`/p/${poll}`, '/p/Zz9Yy8Xx'],
    [`/p/${poll}/voters`, '/p/Zz9Yy8Xx/voters'],
    [`/d/${thread}`, '/d/Zz9Yy8Xx'],
    ['/g/mill-lane', '/g/null-kill'],
    ['/g/mill-lane/keys', '/g/null-kill/keys'],
  ]

  test('offers to sign in and come back, and is the same for existing and missing polls, threads and groups', async () => {
    for (const [place, random] of places()) {
      const [hidden, none] = [await at.get(place, 'outsider'), await at.get(random, 'outsider')]
      expect(hidden.statusCode).toBe(404)
      expect(wayIn(hidden.body)).toBe(`/sign-in?next=${encodeURIComponent(place)}`)
      expect(hidden.headers['content-length']).toBe(none.headers['content-length'])
      expect(hidden.body.replaceAll(encodeURIComponent(place), encodeURIComponent(random))).toBe(none.body)
      expect(seen(hidden)).toBe(seen(none))
    }
  })

  test('has a return address without the token of a link', async () => {
    const { body } = await at.get(`/p/${poll}?k=${'x'.repeat(32)}&choice=agree`, 'outsider')
    expect(wayIn(body)).toBe(`/sign-in?next=${encodeURIComponent(`/p/${poll}`)}`)
    expect(body).not.toContain('xxxx')
  })

  test('says what to do, in the same words where nothing exists', async () => {
    const pages = [`/p/${poll}`, '/nope'].map(async (url) => {
      const { statusCode, body } = await at.get(url, 'outsider')
      expect(statusCode).toBe(404)
      expect(body).toContain('<title>Sign in to open this page')
      expect(body).toContain('If you were invited, open the link you were given, or sign in.')
      return body.replaceAll(encodeURIComponent(url), 'HERE')
    })
    const [hidden, none] = await Promise.all(pages)
    expect(none).toBe(hidden)
  })

  test.each([
    ['/nowhere', '/nowhere'],
    ['/new-poll?group=mill-lane&type=score&k=xxxx', '/new-poll?group=mill-lane&type=score'],
    ['/g', '/g'],
    ['//evil.example/p/', '/'],
    ['/p/%5C%5Cevil.example', '/p/%5C%5Cevil.example'],
  ])('%s: the return address is one of our own pages', async (url, back) => {
    const way = wayIn((await at.get(url, 'outsider')).body) ?? ''
    expect(way).toBe(back === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(back)}`)
  })

  test('returns to the page after signing in', async () => {
    const way = wayIn((await at.get(`/p/${poll}`, 'outsider')).body) ?? ''
    expect((await at.get(way, 'outsider')).body).toContain(`name="next" value="/p/${poll}"`)
    expect((await at.get(way, 'ada')).headers.location).toBe(`/p/${poll}`)
  })
})

test.each(['OPTIONS', 'PATCH', 'PUT', 'DELETE'] as const)('a page is not there for %s', async (method) => {
  const web = await openWeb(at.world)
  const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
  for (const url of ['/new-poll?group=mill-lane&type=count', '/g/mill-lane?x=1', `/p/${poll}`, '/nope?a=%ZZ'])
    expect((await web.app.inject({ method, url, headers })).statusCode, url).toBe(404)
})

describe('a form sent after the session ended', () => {
  const forms = (): [sent: string, fields: Record<string, string>, back: string][] => [
    [`/p/${poll}/ballot`, { choice: '1', reason: 'Typed <b>words</b>' }, `/p/${poll}`],
    [`/p/${poll}/edit`, { details: 'Typed <b>words</b>' }, `/p/${poll}/edit`],
    [`/d/${thread}/comments`, { body: 'Typed <b>words</b>' }, `/d/${thread}`],
    ['/g/mill-lane/new-thread', { title: 'Typed <b>words</b>' }, '/g/mill-lane/new-thread'],
    [
      '/new-poll',
      { group: 'mill-lane', poll_type: 'score', details: 'Typed <b>words</b>', options: 'Soup' },
      '/new-poll?group=mill-lane&type=score',
    ],
  ]

  test('says that nothing was saved, shows what was typed, and leads back to its page', async () => {
    for (const [sent, fields, back] of forms()) {
      const { statusCode, body } = await at.post(sent, 'outsider', fields)
      expect(statusCode, sent).toBe(404)
      expect(body).toContain('Nothing was saved')
      expect(body).toContain('>Typed &lt;b>words&lt;/b></textarea>')
      expect(wayIn(body)).toBe(`/sign-in?next=${encodeURIComponent(back)}`)
    }
  })

  test('can be sent again from there, complete, after signing in', async () => {
    const [, fields] = forms()[0] ?? []
    const { body } = await at.post(`/p/${poll}/ballot`, 'outsider', fields)
    expect(body).toContain(`method="post" action="/p/${poll}/ballot"`)
    expect(body).toContain('<input type="hidden" name="choice" value="1"/>')
  })

  test('looks the same for missing pages', async () => {
    const [hidden, none] = [
      await at.post(`/p/${poll}/ballot`, 'outsider', { reason: 'x' }),
      await at.post('/p/Zz9Yy8Xx/ballot', 'outsider', { reason: 'x' }),
    ]
    expect(hidden.body.replaceAll(poll, 'Zz9Yy8Xx')).toBe(none.body)
  })

  test('from another site shows nothing of its content', async () => {
    for (const [url] of forms()) {
      const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
      const { body } = await at.post(url, 'outsider', { body: 'Call 555', reason: 'Call 555' }, foreign)
      expect(body).not.toContain('Call 555')
    }
  })
})

describe('a refusal says who is signed in', () => {
  test.each([
    ['/nowhere', 404],
    ['/g/mill-lane/keys', 403],
  ])('%s: %i', async (url, status) => {
    const page = await at.get(url, 'ben')
    expect(page.statusCode).toBe(status)
    expect(page.body).toContain('Ben Ash')
    expect(page.body).toContain('action="/sign-out"')
    expect(page.headers['referrer-policy']).toBe('same-origin')
    expect(wayIn(page.body)).toBeUndefined()
  })

  test('and suggests to signed-in people that another address of theirs may have access', async () => {
    const [hidden, none] = [await at.get(`/p/${poll}`, 'stranger'), await at.get('/p/Zz9Yy8Xx', 'stranger')]
    expect(seen(hidden)).toBe(seen(none))
    expect(decoded(hidden.body)).toContain('another of your email addresses')
    expect(hidden.body).toContain('This page does not exist, or your account has no access to it')
    expect(hidden.body).toContain('<a class="button" href="/">Go to your groups</a>')
  })
})

test('if the database is unavailable, the page says so to everyone', async () => {
  const db = openDb({ host: '/no-such-socket-folder', port: 5432, user: 'x', database: 'x' }, 2)
  const web = await openWeb({ db })
  const page = await web.get(`/p/${poll}`, '__Host-folkmoot_session=x')
  expect(page.statusCode).toBe(503)
  expect(page.body).toContain('database is unavailable')
  await db.close()
})
