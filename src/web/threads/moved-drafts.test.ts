import { beforeAll, describe, expect, test } from 'vitest'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
})

const WORDS = 'Half a thought'
const keep = (path: string, body: string, more = {}) =>
  at.post(`${path}/comments`, 'ben', { body, act: 'keep', ...more })

describe('a draft of a reply to a comment that was deleted', () => {
  const MOVED = 'A comment that you were replying to was deleted.'
  const atEnd = (body: string) => new RegExp(`<textarea id="body"[^>]*>${body}</textarea>`)

  /** A thread with such a draft of Ben’s, and how its form is sent. */
  async function orphaned(own?: string) {
    const { path } = await at.thread()
    const first = await at.say(path, 'ada', 'First')
    await keep(path, WORDS, { parent_id: String(first) })
    if (own !== undefined) await keep(path, own)
    await at.post(`${path}/comments/${first}/delete`, 'ada')
    const send = (body: string, act = '') =>
      at.post(`${path}/comments`, 'ben', { body, act, moved: String(first) })
    const page = async () => (await at.get(path, 'ben')).body
    return { path, first, send, page }
  }

  test('is in the form at the end of the thread, once, which says why', async () => {
    const { path, first, page } = await orphaned()
    const body = await page()
    expect(body).toMatch(atEnd(WORDS))
    expect(body.split(WORDS)).toHaveLength(2)
    expect(body).toContain(MOVED)
    expect(body).toContain(`name="moved" value="${first}"`)
    expect(body).toContain('Your draft, saved')
    expect((await at.get(path, 'ada')).body).not.toContain(MOVED)
  })

  test('stands below what was begun there', async () => {
    const { page } = await orphaned('To all')
    expect(await page()).toMatch(atEnd(`To all\n\n${WORDS}`))
  })

  test.each(['', 'discard'])('is gone once that form was sent (act: "%s")', async (act) => {
    const { send, page } = await orphaned('To all')
    expect((await send('Both', act)).statusCode).toBe(303)
    expect(await page()).not.toContain(WORDS)
    expect(await page()).toMatch(atEnd(''))
  })

  test('is saved with that form, and not offered twice', async () => {
    const { send, page } = await orphaned()
    await send(`${WORDS}, and more`, 'keep')
    const body = await page()
    expect(body).toMatch(atEnd(`${WORDS}, and more`))
    expect(body).not.toContain(MOVED)
  })

  test('stays if that form was sent without it', async () => {
    const { path, page } = await orphaned()
    const { body } = await at.post(`${path}/comments`, 'ben', { body: 'Seen', act: 'preview' })
    expect(body).toMatch(atEnd('Seen'))
    await at.say(path, 'ben', 'Another')
    expect(await page()).toMatch(atEnd(WORDS))
  })

  test('moves also when its own form, still open, asks for a preview', async () => {
    const { path, first } = await orphaned()
    const sent = { body: 'Newer', act: 'preview', parent_id: String(first) }
    const { body } = await at.post(`${path}/comments`, 'ben', sent)
    expect(body).toMatch(atEnd('Newer'))
    expect(body).not.toContain(WORDS)
  })

  test('moves also when its own form, still open, is refused, and the page leads to it', async () => {
    const { path, first } = await orphaned()
    const sent = { body: 'Newer', mentioned_ids: '999999', parent_id: String(first) }
    const { body, statusCode } = await at.post(`${path}/comments`, 'ben', sent)
    expect(statusCode).toBe(422)
    expect(body).toMatch(atEnd('Newer'))
    expect(body).toContain('href="#body"')
  })

  test('moves also when its own form, still open, is posted, and the page says why', async () => {
    const { path, first } = await orphaned()
    const { body, statusCode } = await at.post(`${path}/comments`, 'ben', {
      body: 'Newer',
      parent_id: String(first),
    })
    expect(statusCode).toBe(409)
    expect(body).toContain('The comment you are replying to has been deleted.')
    expect(body).toContain('Your comment was not posted.')
    expect(body).toContain('href="#body"')
    expect(body).toMatch(atEnd('Newer'))
    expect(body.split('Newer')).toHaveLength(2)
  })

  test('can be posted from its own form, still open, as a comment', async () => {
    const { path, first, page } = await orphaned('To all')
    const sent = { body: 'Newer', act: 'apart', parent_id: String(first) }
    expect((await at.post(`${path}/comments`, 'ben', sent)).statusCode).toBe(303)
    const body = await page()
    expect(body).toMatch(/<article id="comment-\d+"[^>]*>(?:(?!<\/article>).)*Newer/s)
    expect(body).toMatch(atEnd('To all'))
  })

  test('that is posted while another reply is left to answer stays in its place, and the page says why', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'ada', 'First')
    const answer = await at.say(path, 'ada', 'More', { parent_id: String(first) })
    await at.post(`${path}/comments/${first}/delete`, 'ada')
    const sent = { body: WORDS, parent_id: String(first) }
    const { body } = await at.post(`${path}/comments`, 'ben', sent)
    expect(body).toContain('The comment you are replying to has been deleted.')
    expect(body).toContain(`href="#reply-${first}"`)
    expect(body).toMatch(new RegExp(`<textarea id="body-${answer}"[^>]*>${WORDS}`))
  })

  test('waits in its place while a reply to the comment is left to answer', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'ada', 'First')
    const answer = await at.say(path, 'ada', 'More', { parent_id: String(first) })
    await keep(path, WORDS, { parent_id: String(first) })
    await at.post(`${path}/comments/${first}/delete`, 'ada')
    const { body } = await at.get(path, 'ben')
    expect(body).toMatch(new RegExp(`<textarea id="body-${answer}"[^>]*>${WORDS}`))
    expect(body).not.toContain(MOVED)
  })
})
