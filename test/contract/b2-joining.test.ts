import { beforeEach, describe, expect, test } from 'vitest'
import { type B2, expectRefused, openB2 } from './b2.ts'

/** Links for joining, and requests by them, over b2: for keys of admins. */

let at: B2

beforeEach(async () => {
  at = await openB2()
})

const make = async (fields: object = {}, headers = {}) =>
  at.as.ada.post('/join_links', { group_id: at.group_id, ...fields }, headers)
const links = async () => (await at.as.ada.get(`/join_links?group_id=${at.group_id}`)).json().join_links
const requests = async () =>
  (await at.as.ada.get(`/join_requests?group_id=${at.group_id}`)).json().join_requests

/** Sam requests to join by a new link. */
async function asked(): Promise<number> {
  const { url } = (await make()).json()
  await at.post('/join', 'stranger', { k: new URL(url).searchParams.get('k') ?? '' })
  return (await requests())[0].id
}

describe('links', () => {
  test('are made, listed without their tokens, and ended', async () => {
    const { id, url } = (await make({ asks: false, most: 3, ends_at: '2099-01-01' })).json()
    expect(url).toMatch(/\/join\?k=[\w-]{32}$/)
    expect(await links()).toMatchObject([
      { id, asks: false, most: 3, joined: 0, waiting: 0, state: 'open', ends_at: '2099-01-01T00:00:00.000Z' },
    ])
    expect((await at.as.ada.post(`/join_links/${id}/end`, {})).json()).toEqual({ id })
    expect(await links()).toMatchObject([{ id, state: 'ended' }])
  })

  test('name every wrong field', async () => {
    expectRefused(await make({ most: 0, ends_at: '2020-01-01' }), 422, 'invalid', ['most', 'ends_at'])
    expectRefused(await make({ ends_at: 'soon' }), 422, 'invalid', ['ends_at'])
    expect(await links()).toEqual([])
  })

  test('a repeated request makes one link, and the token is stored nowhere', async () => {
    const once = { 'idempotency-key': 'one' }
    const first = (await make({}, once)).json()
    expect((await make({}, once)).json()).toEqual({ id: first.id, url: null })
    expect(await links()).toHaveLength(1)
    const { rows } = await at.world.db.pool.query('select * from personal_answers')
    expect(JSON.stringify(rows)).not.toContain(new URL(first.url).searchParams.get('k'))
  })
})

describe('requests', () => {
  test('are listed and approved', async () => {
    const id = await asked()
    expect(await requests()).toMatchObject([
      {
        id,
        user_id: at.people.stranger,
        name: 'Sam Stranger',
        email: 'sam@else.example',
        was_removed: false,
      },
    ])
    expect((await at.as.ada.post(`/join_requests/${id}/approve`, {})).json()).toEqual({ id })
    expect(await requests()).toEqual([])
    expect((await at.as.stranger.get('/groups')).json().meta.total).toBe(1)
    expectRefused(await at.as.ada.post(`/join_requests/${id}/decline`, {}), 404, 'not_found')
  })

  test('are declined', async () => {
    const id = await asked()
    await at.as.ada.post(`/join_requests/${id}/decline`, {})
    expect(await requests()).toEqual([])
    expect((await at.as.stranger.get('/groups')).json().meta.total).toBe(0)
  })
})

test('are for admins alone', async () => {
  const id = await asked()
  const [{ id: link }] = await links()
  const posts = [`/join_links/${link}/end`, `/join_requests/${id}/approve`, `/join_requests/${id}/decline`]
  for (const [who, status, code] of [
    ['ben', 403, 'admins_only'],
    ['cleo', 404, 'not_found'],
    ['stranger', 404, 'not_found'],
    ['gone', 404, 'not_found'],
  ] as const) {
    for (const path of ['/join_links', '/join_requests'])
      expectRefused(await at.as[who].get(`${path}?group_id=${at.group_id}`), status, code)
    expectRefused(await at.as[who].post('/join_links', { group_id: at.group_id }), status, code)
    for (const path of posts) expectRefused(await at.as[who].post(path, {}), status, code)
  }
  expectRefused(await at.as.ada.post('/join_links/999/end', {}), 404, 'not_found')
  expect(await requests()).toHaveLength(1)
})
