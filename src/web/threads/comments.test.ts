import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serve } from '../../../test/app.ts'
import { makePoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { everyRow } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import { MAX_COMMENT } from '../../discussions/comments/comment.ts'
import { ITEMS_PER_PAGE } from '../../discussions/thread-items.ts'
import { newToken } from '../../users/secret.ts'

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
  await at.world.db.pool.query("update users set username = 'ben' where id = $1", [at.people.ben])
})

// Another test covers the limit on comments per minute.
beforeEach(() => at.world.db.pool.query('delete from attempts'))

describe('a comment', () => {
  test('appears in its thread with its author, its Markdown and its position', async () => {
    const { id, path } = await at.thread()
    const comment = await at.say(path, 'ben', 'I **agree**.\r\nMostly.')
    const page = (await at.get(path, 'ada')).body
    for (const words of [
      '1 comment</h2>',
      'Ben Ash',
      'I <strong>agree</strong>.<br />',
      `id="comment-${comment}"`,
    ])
      expect(page).toContain(words)
    expect(await at.counts(id)).toMatchObject({ items_count: 1, comments_count: 1 })
    expect((await at.counts(id)).last_comment_at).not.toBeNull()
    const jump = await at.get(`${path}/comments/${comment}`, 'ada')
    expect(jump.headers.location).toBe(`${path}#comment-${comment}`)
    expect((await at.get(`${path}/comments/999999`, 'ada')).statusCode).toBe(404)
  })

  test('reading writes nothing', async () => {
    const { path } = await at.thread()
    const comment = await at.say(path, 'ben', 'One')
    await at.post(`${path}/comments/${comment}/edit`, 'ben', { body: 'Two' })
    const before = await everyRow(at.world)
    const places = ['', '/people', '/edit', `/comments/${comment}`]
    for (const place of [
      ...places,
      ...['edit', 'delete', 'history'].map((page) => `/comments/${comment}/${page}`),
    ])
      expect((await at.get(path + place, place === '/edit' ? 'ada' : 'ben')).statusCode, place).toBeLessThan(
        400,
      )
    expect(await everyRow(at.world)).toEqual(before)
  })

  test.each([
    ['blank', ' \n ', 'Your comment can’t be blank'],
    ['too long', 'x'.repeat(MAX_COMMENT + 1), 'is too long'],
  ])('that is %s comes back as it was typed', async (_, body, words) => {
    const { id, path } = await at.thread()
    const before = await everyRow(at.world)
    const answer = await at.post(`${path}/comments`, 'ben', { body, mentioned_ids: String(at.people.ada) })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain(words)
    expect(answer.body).toContain('aria-invalid="true"')
    expect(answer.body).toContain('Your comment was not posted.')
    expect(answer.body).toContain(`value="${at.people.ada}" checked`)
    if (body.trim() !== '') expect(answer.body).toContain(body)
    expect(answer.body).not.toContain('Your draft')
    expect(await everyRow(at.world)).toEqual(before)
    expect(await at.counts(id)).toMatchObject({ items_count: 0 })
  })

  test('may be as long as the limit', async () => {
    const { path } = await at.thread()
    await at.say(path, 'ben', 'é'.repeat(MAX_COMMENT))
  })

  test('is posted once by a form that is sent again, whatever else its page shows by then', async () => {
    const { path } = await at.thread()
    const once = newToken()
    const first = await at.post(`${path}/comments`, 'ben', { body: 'Seen', once, page: '1', own_name: 'Ben' })
    const again = await at.post(`${path}/comments`, 'ben', { body: 'Seen', once, page: '2' })
    expect(again.headers.location).toBe(first.headers.location)
    expect((await at.get(path, 'ben')).body).toContain('1 comment<')
    const preview = await at.post(`${path}/comments`, 'ben', { body: 'Seen', once, act: 'preview' })
    expect(preview.body).toContain(`name="once" value="${once}"`)
  })

  test('is posted once by a new form that repeats it, until somebody else writes, or another text', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'ben', 'Seen')
    expect(await at.say(path, 'ben', 'Seen')).toBe(first)
    const reply = await at.say(path, 'ben', 'Seen', { parent_id: String(first) })
    expect(reply).toBeGreaterThan(first)
    expect(await at.say(path, 'ben', 'Seen', { parent_id: String(reply) })).toBe(reply)
    expect(await at.say(path, 'ada', 'Seen')).toBeGreaterThan(reply)
    const later = await at.say(path, 'ben', 'Seen')
    expect(await at.say(path, 'ben', 'Seen', { parent_id: String(first) })).toBeGreaterThan(later)
    await at.world.db.pool.query("update comments set created_at = created_at - interval '11 minutes'")
    expect(await at.say(path, 'ben', 'Seen', { parent_id: String(first) })).toBeGreaterThan(later)
    expect((await at.get(path, 'ben')).body).toContain('6 comments')
  })

  test('replies are nested one level, and comments of other threads cannot be replied to here', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'ben', 'First')
    const reply = await at.say(path, 'ada', 'Reply', { parent_id: String(first) })
    const deeper = await at.say(path, 'cleo', 'Deeper', { parent_id: String(reply), own_name: 'Cleo' })
    const { rows } = await at.world.db.pool.query('select parent_id from comments where id = $1', [deeper])
    expect(rows[0].parent_id).toBe(first)
    const other = await at.thread()
    const answer = await at.post(`${other.path}/comments`, 'ben', { body: 'x', parent_id: String(first) })
    expect(answer.statusCode).toBe(404)
    expect(await at.counts(other.id)).toMatchObject({ items_count: 0, comments_count: 0 })
  })

  test('comments and polls are in chronological order', async () => {
    const { id, path } = await at.thread()
    await at.say(path, 'ben', 'Before the poll')
    await makePoll(at.world, { discussion_id: id })
    await at.say(path, 'ben', 'After the poll')
    const page = (await at.get(path, 'ada')).body
    const places = ['Before the poll', 'A second bike shed', 'After the poll'].map((words) =>
      page.indexOf(words),
    )
    expect([...places].sort((a, b) => a - b)).toEqual(places)
    expect(page).toContain('2 comments and 1 poll')
    expect(page).toContain('0 of 4 ballots cast.')
    expect(page).toContain('Please vote.')
  })

  test('simultaneous comments are numbered without gaps, and closing the thread stops the rest', async () => {
    const { id, path } = await at.thread()
    const sent = Array.from({ length: 20 }, (_, n) => at.post(`${path}/comments`, 'ben', { body: `No ${n}` }))
    const answers = await Promise.all([...sent, at.post(`${path}/close`, 'ada')])
    const posted = answers.slice(0, -1).filter((answer) => answer.statusCode === 303).length
    expect(answers.every((answer) => [303, 409].includes(answer.statusCode))).toBe(true)
    const { rows } = await at.world.db.pool.query(
      'select sequence_id from comments where discussion_id = $1 order by 1',
      [id],
    )
    expect(rows.map((row) => row.sequence_id)).toEqual(Array.from({ length: posted }, (_, n) => n + 1))
    expect(await at.counts(id)).toMatchObject({ items_count: posted, comments_count: posted })
    expect((await at.post(`${path}/comments`, 'ben', { body: 'Too late' })).statusCode).toBe(409)
  })

  test('a long thread is split into pages', async () => {
    const { id, path } = await at.thread()
    await at.world.db.pool.query(
      `insert into comments (discussion_id, author_id, body, sequence_id)
       select $1, $2, 'Remark ' || n || ' of many', n from generate_series(1, $3::int) n`,
      [id, at.people.ben, ITEMS_PER_PAGE + 1],
    )
    const { rows } = await at.world.db.pool.query('select max(id) as id from comments')
    expect((await at.get(path, 'ada')).body).toContain('Page 1 of 2')
    const second = (await at.get(`${path}?page=2`, 'ada')).body
    expect(second).toContain(`Remark ${ITEMS_PER_PAGE + 1} of many`)
    expect(second).not.toContain('Remark 1 of many')
    expect((await at.get(`${path}?page=99`, 'ada')).body).toContain('Page 2 of 2')
    const jump = await at.get(`${path}/comments/${rows[0].id}`, 'ada')
    expect(jump.headers.location).toBe(`${path}?page=2#comment-${rows[0].id}`)
  })
})

describe('replying', () => {
  test('each reply has a link to a form that names its author, and answers them', async () => {
    const { path } = await at.thread()
    const comment = await at.say(path, 'cleo', 'A question', { own_name: 'Cleo' })
    const reply = await at.say(path, 'ben', 'An answer', { parent_id: String(comment) })
    const formIn = (body: string) =>
      /<details( open)?[^>]*><summary>(Reply to [^<]*)<[\s\S]*?name="parent_id" value="(\d+)"/
        .exec(body)
        ?.slice(1)
    const page = (await at.get(path, 'ada')).body
    expect(formIn(page)).toEqual([undefined, 'Reply to Cleo', String(comment)])
    const link = `${path}?answer=${reply}#reply-${comment}`
    expect(page).toContain(`<a href="${link}" aria-label="Reply to Ben Ash">Reply</a>`)
    const opened = (await at.get(link.replace(/#.*/, ''), 'ada')).body
    expect(formIn(opened)).toEqual([' open', 'Reply to Ben Ash', String(reply)])
    expect(opened).toContain(`<details open id="reply-${comment}"`)
    expect(opened).toContain(`<a href="${path}?answer=${comment}#reply-${comment}"`)
    expect(formIn((await at.get(`${path}?answer=999999`, 'ada')).body)).toEqual(formIn(page))
    await at.post(`${path}/close`, 'ada')
    expect((await at.get(path, 'ada')).body).not.toContain('?answer=')
  })

  test('a draft of a reply stays when another reply is answered instead', async () => {
    const { path } = await at.thread()
    const comment = await at.say(path, 'cleo', 'A question', { own_name: 'Cleo' })
    const reply = await at.say(path, 'ben', 'An answer', { parent_id: String(comment) })
    await at.post(`${path}/comments`, 'ada', { body: 'Half a', parent_id: String(comment), act: 'keep' })
    const { body } = await at.get(`${path}?answer=${reply}`, 'ada')
    expect(body).toMatch(new RegExp(`<textarea id="body-${reply}"[^>]*>Half a</textarea>`))
  })
})

describe('what is new', () => {
  test('is marked once someone has read the thread, for comments of others only', async () => {
    const { id, path } = await at.thread()
    await at.say(path, 'ada', 'Old')
    expect((await at.get(path, 'ben')).body).not.toContain('unread comment')
    expect((await at.get(path, 'ben')).body).toContain('Mark as read')
    expect((await at.post(`${path}/read`, 'ben', { last_seen: '1' })).statusCode).toBe(303)
    expect((await at.get(path, 'ben')).body).not.toContain('Mark as read')
    expect(await at.counts(id)).toMatchObject({ seen_by_count: 1 })
    await at.say(path, 'ben', 'Mine')
    const fresh = await at.say(path, 'ada', 'Fresh')
    const page = (await at.get(path, 'ben')).body
    expect(page).toContain('1 unread comment.')
    expect(page).toContain(`href="#comment-${fresh}"`)
    await at.post(`${path}/read`, 'ben', { last_seen: '999999' })
    expect((await at.post(`${path}/read`, 'ben', { last_seen: '99999999999' })).statusCode).toBe(303)
    await at.post(`${path}/read`, 'ben', { last_seen: '1' })
    await at.post(`${path}/read`, 'ben', { last_seen: 'x' })
    const { rows } = await at.world.db.pool.query(
      'select last_seen from discussion_readers where discussion_id = $1',
      [id],
    )
    expect(rows).toEqual([{ last_seen: 3 }])
    expect(await at.counts(id)).toMatchObject({ seen_by_count: 1 })
  })
})

test('the API returns the counts', async () => {
  const { id, path } = await at.thread()
  await at.say(path, 'ben', 'One')
  await at.post(`${path}/read`, 'ben', { last_seen: '1' })
  await at.post(`${path}/edit`, 'ada', { title: 'Bikes and prams', description: '' })
  const api = await serve(at.world)
  const { key } = await keyFor(at.world)
  const answer = await api.inject({
    url: `/api/b1/discussions/${id}`,
    headers: { authorization: `Bearer ${key}` },
  })
  expect(answer.json().discussions[0]).toMatchObject({
    items_count: 1,
    comments_count: 1,
    seen_by_count: 1,
    versions_count: 2,
    last_comment_at: expect.stringMatching(/Z$/),
  })
})
