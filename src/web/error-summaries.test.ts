import { beforeAll, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../test/group-web.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { keyOf } from '../../test/web.ts'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

test.each([
  ['of a poll', '/new-poll', { group: 'mill-lane', poll_type: 'poll' }],
  ['of a thread', '/g/mill-lane/new-thread', { title: '' }],
  ['for invitations', '/g/mill-lane/invite', { emails: '', step: 'invite' }],
  ['of an account', '/account', { name: 'x'.repeat(1_000) }],
])('the form %s with a mistake opens with the focus on the summary of its errors', async (_, url, fields) => {
  const { statusCode, body } = await at.post(url, 'ada', fields)
  expect(statusCode).toBe(422)
  expect(/<[^>]* autofocus[^>]*>/.exec(body)?.[0]).toBe(
    '<div class="note bad" role="alert" tabindex="-1" autofocus>',
  )
})

test('an empty outcome is sent, and answered like other forms', async () => {
  const poll_id = await makePoll(at.world)
  await at.world.db.pool.query('update polls set closed_at = now() where id = $1', [poll_id])
  const path = `/p/${await keyOf(at.world, 'polls', poll_id)}/outcome`
  expect((await at.get(path, 'ada')).body).toMatch(/<form[^>]*\/outcome"[^>]* novalidate/)
  const { statusCode, body } = await at.post(path, 'ada', { statement: '' })
  expect(statusCode).toBe(422)
  expect(body).toMatch(/role="alert" tabindex="-1" autofocus>.*<a href="#statement">/)
})

test('an empty comment is sent, and answered like other forms', async () => {
  const path = `/d/${await keyOf(at.world, 'discussions', await makeThread(at.world))}`
  const form = /<form[^>]*comment-form[^>]*>/.exec((await at.get(path, 'ada')).body)?.[0]
  expect(form).toContain(' novalidate')
  const { statusCode, body } = await at.post(`${path}/comments`, 'ada', { body: '' })
  expect(statusCode).toBe(422)
  expect(body).toMatch(
    /<div class="note bad" role="alert" tabindex="-1" autofocus><strong>Your comment was not posted.<\/strong><p><a href="#body">Your comment can’t be blank/,
  )
})
