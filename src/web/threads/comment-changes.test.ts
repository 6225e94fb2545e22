import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
})

// Another test covers the limit on comments per minute.
beforeEach(() => at.world.db.pool.query('delete from attempts'))

describe('editing', () => {
  test('keeps the earlier text, marks the comment, and is for its author only', async () => {
    const { path } = await at.thread()
    const comment = await at.say(path, 'ben', 'Old words')
    const place = `${path}/comments/${comment}`
    expect((await at.get(`${place}/history`, 'ada')).statusCode).toBe(404)
    for (const who of ['ada', 'cleo'] as const) {
      expect((await at.get(`${place}/edit`, who)).statusCode).toBe(403)
      expect((await at.post(`${place}/edit`, who, { body: 'Stolen' })).statusCode).toBe(403)
    }
    const failed = await at.post(`${place}/edit`, 'ben', { body: ' ' })
    expect(failed.statusCode).toBe(422)
    await at.post(`${place}/edit`, 'ben', { body: 'New words' })
    await at.post(`${place}/edit`, 'ben', { body: 'New words' })
    const page = (await at.get(path, 'ada')).body
    expect(page).toContain('New words')
    expect(page).not.toContain('Old words')
    expect(page).toContain('>edited</a>')
    const history = (await at.get(`${place}/history`, 'cleo')).body
    expect(history.indexOf('New words')).toBeLessThan(history.indexOf('Old words'))
    const { rows } = await at.world.db.pool.query(
      "select count(*) as n from events where kind = 'comment_edited' and subject_id = $1",
      [comment],
    )
    expect(rows[0].n).toBe(1)
  })

  test('ends when the thread is closed', async () => {
    const { path } = await at.thread()
    const comment = await at.say(path, 'ben', 'Said')
    await at.post(`${path}/close`, 'ada')
    expect((await at.get(`${path}/comments/${comment}/edit`, 'ben')).statusCode).toBe(409)
    expect((await at.post(`${path}/comments/${comment}/edit`, 'ben', { body: 'x' })).statusCode).toBe(409)
  })
})

describe('deleting', () => {
  test('a comment leaves the way to answer its replies', async () => {
    const { path } = await at.thread()
    const comment = await at.say(path, 'ben', 'A question')
    const reply = await at.say(path, 'ada', 'An answer', { parent_id: String(comment) })
    await at.post(`${path}/comments/${comment}/delete`, 'ben')
    expect((await at.get(path, 'ben')).body).toContain(`name="parent_id" value="${reply}"`)
    await at.say(path, 'ben', 'One more question', { parent_id: String(reply), own_name: 'Cleo' })
    expect((await at.get(path, 'ada')).body).toMatch(/An answer[\s\S]+One more question/)
  })

  test('leaves a note without the text, and keeps the replies', async () => {
    const { id, path } = await at.thread()
    const comment = await at.say(path, 'ben', 'Secret one')
    await at.post(`${path}/comments/${comment}/edit`, 'ben', { body: 'Secret two' })
    await at.say(path, 'ada', 'An answer', { parent_id: String(comment) })
    expect((await at.post(`${path}/comments/${comment}/delete`, 'cleo')).statusCode).toBe(403)
    expect((await at.get(`${path}/comments/${comment}/delete`, 'ben')).body).toContain('Secret two')
    expect((await at.post(`${path}/comments/${comment}/delete`, 'ben')).statusCode).toBe(303)
    const page = (await at.get(path, 'ada')).body
    expect(page).toContain('A comment by Ben Ash was here. Its author deleted it.')
    expect(page).toContain('An answer')
    expect(page).not.toContain('Secret')
    const { rows } = await at.world.db.pool.query(
      `select (select count(*) from comments c where c::text like '%Secret%')
         + (select count(*) from comment_versions v where v::text like '%Secret%') as n`,
    )
    expect(rows[0].n).toBe(0)
    expect(await at.counts(id)).toMatchObject({ items_count: 2, comments_count: 1 })
    expect((await at.post(`${path}/comments/${comment}/delete`, 'ben')).statusCode).toBe(409)
    expect((await at.get(`${path}/comments/${comment}/history`, 'ben')).statusCode).toBe(409)
    const answer = await at.post(`${path}/comments`, 'ada', {
      body: 'Late <answer>',
      parent_id: String(comment),
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toContain('Late &lt;answer>')
  })

  test('is also possible for admins, and says so', async () => {
    const { path } = await at.thread()
    const comment = await at.say(path, 'ben', 'Rude words')
    expect((await at.post(`${path}/comments/${comment}/delete`, 'ada')).statusCode).toBe(303)
    expect((await at.get(path, 'ben')).body).toContain('An admin deleted it.')
  })
})
