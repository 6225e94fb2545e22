import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld, signedInCookie } from '../../../test/group-web.ts'
import { makeThread } from '../../../test/tell.ts'
import { everyRow, everyRowMade, keyOf, openWeb, SAME_ORIGIN } from '../../../test/web.ts'
import { openDb } from '../../db/db.ts'
import { LIMITS } from '../../users/limit.ts'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})
beforeEach(() => at.world.db.pool.query('delete from attempts'))

const thread = async () => `/d/${await keyOf(at.world, 'discussions', await makeThread(at.world))}`

const say = async (path: string, body: string) => {
  const answer = await at.post(`${path}/comments`, 'ben', { body })
  return String(answer.headers.location).replace(/.*\//, '')
}

describe('a preview', () => {
  test('shows the final comment, keeps everything typed, and writes nothing but a draft', async () => {
    const path = await thread()
    const before = await everyRowMade(at.world)
    const answer = await at.post(`${path}/comments`, 'ben', {
      body: '**Yes** <script>',
      mentioned_ids: String(at.people.ada),
      act: 'preview',
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('It has not been posted yet.')
    expect(answer.body).toMatch(/id="preview"[\s\S]*<strong>Yes<\/strong> &lt;script/)
    expect(answer.body).toMatch(/<textarea id="body"[^>]*>\*\*Yes\*\* &lt;script/)
    expect(answer.body).toContain(`value="${at.people.ada}" checked`)
    expect(await everyRowMade(at.world)).toEqual(before)
  })

  test('of a reply appears in its own form', async () => {
    const path = await thread()
    const parent_id = await say(path, 'First')
    const answer = await at.post(`${path}/comments`, 'ada', {
      body: 'An *answer*',
      parent_id,
      act: 'preview',
    })
    expect(answer.body).toMatch(/<details open[\s\S]*id="preview"[\s\S]*<em>answer<\/em>[\s\S]*<\/details>/)
    expect(answer.body).toMatch(/<textarea id="body"[^>]*><\/textarea>/)
  })

  test('of an edit is only for its author, and changes nothing', async () => {
    const path = await thread()
    const place = `${path}/comments/${await say(path, 'Old')}/edit`
    const before = await everyRow(at.world)
    const answer = await at.post(place, 'ben', { body: '# New', act: 'preview' })
    expect(answer.body).toMatch(/id="preview"[\s\S]*New<\/h\d>/)
    expect(answer.body).toContain('># New</textarea>')
    expect((await at.post(place, 'ada', { body: 'x', act: 'preview' })).statusCode).toBe(403)
    expect((await at.post(place, 'ben', { body: ' ', act: 'preview' })).statusCode).toBe(422)
    expect(await everyRow(at.world)).toEqual(before)
  })

  test('of an empty comment says so; in a closed thread it keeps what was typed; others get none', async () => {
    const path = await thread()
    const preview = (body: string, who: 'ben' | 'stranger' | 'gone') =>
      at.post(`${path}/comments`, who, { body, act: 'preview' })
    expect((await preview(' ', 'ben')).statusCode).toBe(422)
    for (const who of ['stranger', 'gone'] as const) expect((await preview('x', who)).statusCode).toBe(404)
    await at.post(`${path}/close`, 'ada')
    const late = await preview('Too late', 'ben')
    expect(late.statusCode).toBe(409)
    expect(late.body).toContain('Too late</textarea>')
  })
})

describe('comments a minute', () => {
  const { most } = LIMITS.comment

  test('are limited per person across threads and processes, and what was typed is kept', async () => {
    const [one, two] = [await thread(), await thread()]
    const other = await openWeb({ db: openDb(at.world.address, 4) })
    const cookie = await signedInCookie(at.world, at.people.ben)
    for (let n = 0; n < most; n += 2) {
      const sent = [
        at.post(`${one}/comments`, 'ben', { body: `No ${n}` }),
        other.post(`${two}/comments`, { body: `No ${n + 1}` }, { ...SAME_ORIGIN, cookie }),
      ]
      expect((await Promise.all(sent)).map((answer) => answer.statusCode)).toEqual([303, 303])
    }
    const refused = await at.post(`${one}/comments`, 'ben', { body: 'One too many' })
    expect(refused.statusCode).toBe(429)
    expect(refused.body).toContain(
      `Your comment can’t be posted yet: more than ${most} comments arrived within a minute. Wait a minute, then post it`,
    )
    expect(refused.body).toContain('One too many</textarea>')
    expect((await at.get(one, 'ada')).body).not.toContain('One too many')
    expect((await at.post(`${one}/comments`, 'ada', { body: 'Another person' })).statusCode).toBe(303)
    await at.world.db.pool.query("update attempts set ends_at = now() - interval '1 second'")
    expect((await at.post(`${one}/comments`, 'ben', { body: 'A minute later' })).statusCode).toBe(303)
  })

  test('count posted comments only', async () => {
    const path = await thread()
    for (let n = 0; n <= most; n++) await at.post(`${path}/comments`, 'ben', { body: ' ' })
    expect((await at.post(`${path}/comments`, 'ben', { body: 'The first' })).statusCode).toBe(303)
    const { rows } = await at.world.db.pool.query('select count from attempts')
    expect(rows).toEqual([{ count: 1 }])
  })
})
