import { beforeEach, expect, test } from 'vitest'
import { type B2, expectRefused, openB2 } from './b2.ts'

/** Open links for voting, over b2: for keys of people who manage the poll. */

let at: B2

beforeEach(async () => {
  at = await openB2()
})

async function makePoll(settings: object = {}): Promise<number> {
  const made = await at.as.ada.post('/polls', {
    group_id: at.group_id,
    title: 'A second mill?',
    poll_type: 'proposal',
    closing_at: '2099-01-01',
    options: ['agree', 'disagree'],
    open_link: true,
    ...settings,
  })
  return made.json().polls[0].id
}

test('links are made, listed without their tokens, and ended', async () => {
  const poll = await makePoll()
  const { id, url } = (await at.as.ada.post(`/polls/${poll}/open_links`, { most: 3 })).json()
  expect(url).toMatch(/\/vote\?k=[\w-]{32}$/)
  const links = async () => (await at.as.ada.get(`/polls/${poll}/open_links`)).json().open_links
  expect(await links()).toMatchObject([{ id, most: 3, voted: 0, state: 'open', ended_at: null }])
  expect((await at.as.ada.post(`/polls/${poll}/open_links/${id}/end`, {})).json()).toEqual({ id })
  expect(await links()).toMatchObject([{ id, state: 'ended' }])
})

test('wrong fields, other polls and other people are refused', async () => {
  const poll = await makePoll()
  expectRefused(await at.as.ada.post(`/polls/${poll}/open_links`, { most: 0 }), 422, 'invalid', ['most'])
  const closed = await makePoll({ open_link: false })
  expectRefused(await at.as.ada.post(`/polls/${closed}/open_links`, {}), 403, 'not_facilitator')
  expectRefused(await at.as.ben.post(`/polls/${poll}/open_links`, {}), 403, 'not_facilitator')
  expectRefused(await at.as.ada.post(`/polls/${poll}/open_links/999/end`, {}), 404, 'not_found')
})

test('an anonymous poll cannot have an open link', async () => {
  const made = await at.as.ada.post('/polls', {
    group_id: at.group_id,
    title: 'Who?',
    poll_type: 'proposal',
    closing_at: '2099-01-01',
    options: ['agree', 'disagree'],
    anonymous: true,
    open_link: true,
  })
  expectRefused(made, 422, 'invalid', ['open_link'])
})

test('a repeated request makes one link, and the token is stored nowhere', async () => {
  const poll = await makePoll()
  const once = { 'idempotency-key': 'one' }
  const first = (await at.as.ada.post(`/polls/${poll}/open_links`, {}, once)).json()
  expect((await at.as.ada.post(`/polls/${poll}/open_links`, {}, once)).json()).toEqual({
    id: first.id,
    url: null,
  })
  const { rows } = await at.world.db.pool.query('select * from personal_answers')
  expect(JSON.stringify(rows)).not.toContain(new URL(first.url).searchParams.get('k'))
})
