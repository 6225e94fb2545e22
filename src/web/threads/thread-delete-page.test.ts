import { beforeAll, expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { keyOf } from '../../../test/web.ts'

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
})

test('admins delete a thread with its polls, once they confirm what is lost', async () => {
  const { id, path } = await at.thread()
  const poll = `/p/${await keyOf(at.world, 'polls', await makePoll(at.world, { discussion_id: id }))}`
  await at.say(path, 'ben', 'A word')
  expect((await at.get(`${path}/edit`, 'ada')).body).toContain(`<a href="${path}/delete">Delete thread</a>`)
  const form = (await at.get(`${path}/delete`, 'ada')).body
  expect(form).toContain('The thread disappears for everyone, with its comment.')
  expect(form).toContain('All polls in it are deleted too')
  const unticked = await at.post(`${path}/delete`, 'ada', {})
  expect([unticked.statusCode, unticked.body.includes('href="#confirm"')]).toEqual([422, true])
  expect((await at.get(path, 'ben')).statusCode).toBe(200)
  const answer = await at.post(`${path}/delete`, 'ada', { confirm: 'true' })
  expect(answer.statusCode).toBe(303)
  expect((await at.get(String(answer.headers.location), 'ada')).body).toContain(
    'The thread has been deleted.',
  )
  for (const place of [path, poll]) expect((await at.get(place, 'ben')).statusCode, place).toBe(410)
})

test('its author, members and other sites do not', async () => {
  const { id, path } = await at.thread()
  await at.world.db.pool.query('update discussions set author_id = $1 where id = $2', [at.people.ben, id])
  expect((await at.get(`${path}/edit`, 'ben')).body).not.toContain('Delete thread')
  for (const who of ['ben', 'cleo'] as const) {
    const answer = await at.get(`${path}/delete`, who)
    expect([
      answer.statusCode,
      answer.body.includes('Only admins of the group can delete a thread.'),
    ]).toEqual([403, true])
    expect((await at.post(`${path}/delete`, who, { confirm: 'true' })).statusCode).toBe(403)
  }
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await at.post(`${path}/delete`, 'ada', { confirm: 'true' }, foreign)).statusCode).toBe(403)
  expect((await at.get(path, 'ben')).statusCode).toBe(200)
})
