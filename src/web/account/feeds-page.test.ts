import { beforeAll, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { everyRow } from '../../../test/web.ts'
import { newToken } from '../../users/secret.ts'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

const addressOn = (page: string) =>
  /https:\/\/moot\.example(\/feeds\/[\w.]+\?k=[\w-]{32})/.exec(decoded(page))?.[1] ?? ''

test.each([
  ['calendar', '/account/calendar', '/account'],
  ['group', '/g/mill-lane/feed', '/g/mill-lane/feed'],
])('pages make an address, show it once, make it again and end it: %s', async (kind, form, page) => {
  const made = await at.post(form, 'ada')
  const first = addressOn(made.body)
  expect((await at.web.get(first)).statusCode).toBe(200)
  const shown = await at.get(page, 'ada')
  expect(shown.body).toContain('address created')
  expect(shown.body).not.toContain(first.split('=')[1])
  const second = addressOn((await at.post(form, 'ada')).body)
  expect([(await at.web.get(first)).statusCode, (await at.web.get(second)).statusCode]).toEqual([404, 200])
  const { rows } = await at.world.db.pool.query(
    'select id, group_id, hash from feeds where user_id = $1 and (group_id is null) = $2',
    [at.people.ada, kind === 'calendar'],
  )
  expect(rows.length).toBe(1)
  expect((await at.post('/account/feeds/end', 'ben', { feed: String(rows[0].id) })).statusCode).toBe(404)
  expect((await at.web.get(second)).statusCode).toBe(200)
  const ended = await at.post('/account/feeds/end', 'ada', { feed: String(rows[0].id) })
  expect([ended.statusCode, ended.headers.location]).toEqual([303, '/account?done=feed'])
  expect((await at.web.get(second)).statusCode).toBe(404)
})

test('pressing the button twice makes one address', async () => {
  const once = newToken()
  for (const form of ['/account/calendar', '/g/mill-lane/feed']) {
    const [one, other] = [await at.post(form, 'ada', { once }), await at.post(form, 'ada', { once })]
    expect(addressOn(one.body)).toBe(addressOn(other.body))
    expect((await at.web.get(addressOn(one.body))).statusCode).toBe(200)
  }
})

test('only permitted people open these pages and send their forms, and only from our own site', async () => {
  for (const who of ['outsider', 'stranger', 'gone', 'cleo'] as const) {
    expect((await at.get('/g/mill-lane/feed', who)).statusCode, who).toBe(404)
    expect((await at.post('/g/mill-lane/feed', who)).statusCode, who).toBe(404)
  }
  const before = await everyRow(at.world)
  expect((await at.post('/account/calendar', 'outsider')).headers.location).toBe('/sign-in?next=%2Faccount')
  for (const form of ['/account/calendar', '/account/feeds/end', '/g/mill-lane/feed'])
    expect((await at.post(form, 'ada', {}, { origin: 'https://else.example' })).statusCode).toBe(403)
  expect(await everyRow(at.world)).toEqual(before)
})
