import { describe, expect, test } from 'vitest'
import { openThreadWorld } from '../../../test/thread-web.ts'
import { change } from '../../db/db.ts'
import { knownSteps } from '../../db/migrate.ts'
import { addComment } from '../../discussions/comments/add-comment.ts'

const at = await openThreadWorld()
const WORDS = 'Half a thought'
const shown = async (path: string, who: 'ada' | 'ben') => (await at.get(path, who)).body.includes(WORDS)
const keep = (path: string, who: 'ada' | 'ben', body = WORDS, more = {}) =>
  at.post(`${path}/comments`, who, { body, act: 'keep', ...more })

test('an unfinished comment is saved for its author, in its thread, and nobody else sees it', async () => {
  const { path } = await at.thread()
  const { path: other } = await at.thread()
  const kept = await keep(path, 'ben')
  expect([kept.statusCode, kept.body]).toEqual([204, ''])
  expect(await shown(path, 'ben')).toBe(true)
  expect((await at.get(path, 'ben')).body).toContain('Your draft, saved')
  expect(await shown(path, 'ada')).toBe(false)
  expect(await shown(other, 'ben')).toBe(false)
})

test('the draft is deleted when it is posted, discarded, or emptied', async () => {
  const { path } = await at.thread()
  for (const [act, body] of [
    ['', 'A whole one'],
    ['discard', WORDS],
    ['keep', ' '],
  ] as const) {
    await keep(path, 'ben')
    expect(await shown(path, 'ben')).toBe(true)
    expect((await at.post(`${path}/comments`, 'ben', { body, act })).statusCode).toBeLessThan(304)
    expect(await shown(path, 'ben'), act).toBe(false)
  }
})

test('a draft of a reply is restored in its place', async () => {
  const { path } = await at.thread()
  const comment = await at.say(path, 'ada', 'First')
  await keep(path, 'ben', WORDS, { parent_id: String(comment) })
  expect((await at.get(path, 'ben')).body).toMatch(
    new RegExp(`<details open[^]*id="body-${comment}"[^>]*>${WORDS}`),
  )
})

test('without scripts a comment that could not be posted is saved', async () => {
  const { path } = await at.thread()
  const wrong = { body: WORDS, mentioned_ids: '999999' }
  expect((await at.post(`${path}/comments`, 'ben', wrong)).statusCode).toBe(422)
  expect(await shown(path, 'ben')).toBe(true)
})

test('without scripts a comment that is previewed is saved, until it is posted or discarded', async () => {
  const { path } = await at.thread()
  const first = await at.say(path, 'ada', 'First')
  for (const parent of [{}, { parent_id: String(first) }])
    for (const act of ['', 'discard']) {
      const { body } = await at.post(`${path}/comments`, 'ben', { body: WORDS, act: 'preview', ...parent })
      expect(body).toContain('Your draft, saved')
      expect(await shown(path, 'ben')).toBe(true)
      expect(await shown(path, 'ada')).toBe(false)
      const sent = { body: 'A whole one', act, ...parent }
      expect((await at.post(`${path}/comments`, 'ben', sent)).statusCode).toBe(303)
      expect(await shown(path, 'ben')).toBe(false)
    }
})

describe('each field of a thread', () => {
  const saved = (name: string, body = '') => new RegExp(`<textarea id="${name}"[^>]*>${body}</textarea>`)

  test('keeps its own draft: the comment at the end, and one reply below each comment', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'ada', 'First')
    const second = await at.say(path, 'ada', 'Second')
    await keep(path, 'ben', 'To the first', { parent_id: String(first) })
    await keep(path, 'ben', 'To the second', { parent_id: String(second) })
    await keep(path, 'ben', 'To all')
    const { body } = await at.get(path, 'ben')
    expect(body).toMatch(saved(`body-${first}`, 'To the first'))
    expect(body).toMatch(saved(`body-${second}`, 'To the second'))
    expect(body).toMatch(saved('body', 'To all'))
    expect(body.match(/Your draft, saved/g)).toHaveLength(3)
  })

  test.each(['', 'discard'])('loses only its own draft when it is sent (act: "%s")', async (act) => {
    const { path } = await at.thread()
    const first = await at.say(path, 'ada', 'First')
    const second = await at.say(path, 'ada', 'Second')
    await keep(path, 'ben', 'To the first', { parent_id: String(first) })
    await keep(path, 'ben', 'To the second', { parent_id: String(second) })
    await keep(path, 'ben', 'To all')
    const sent = { body: 'To the first, whole', parent_id: String(first), act }
    expect((await at.post(`${path}/comments`, 'ben', sent)).statusCode).toBe(303)
    const { body } = await at.get(path, 'ben')
    expect(body).toMatch(saved(`body-${first}`))
    expect(body).toMatch(saved(`body-${second}`, 'To the second'))
    expect(body).toMatch(saved('body', 'To all'))
  })

  test('shows its draft beside one that is previewed or was refused', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'ada', 'First')
    await keep(path, 'ben', 'To the first', { parent_id: String(first) })
    await keep(path, 'ben', 'Older')
    for (const more of [{ act: 'preview' }, { mentioned_ids: '999999' }] as const) {
      const { body } = await at.post(`${path}/comments`, 'ben', { body: 'Newer', ...more })
      expect(body).toMatch(saved(`body-${first}`, 'To the first'))
      expect(body).toMatch(saved('body', 'Newer'))
    }
  })

  test('has one draft for all replies below a comment', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'ada', 'First')
    const answer = await at.say(path, 'ada', 'More', { parent_id: String(first) })
    await keep(path, 'ben', 'To the comment', { parent_id: String(first) })
    await keep(path, 'ben', 'To the reply', { parent_id: String(answer) })
    const { body } = await at.get(path, 'ben')
    expect(body).toMatch(saved(`body-${answer}`, 'To the reply'))
    expect(body).not.toContain('To the comment')
    await at.say(path, 'ben', 'Whole', { parent_id: String(first) })
    expect((await at.get(path, 'ben')).body).not.toContain('To the reply')
  })

  test('shows its draft also when the comment it answers was deleted', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'ada', 'First')
    const answer = await at.say(path, 'ada', 'More', { parent_id: String(first) })
    await keep(path, 'ben', WORDS, { parent_id: String(answer) })
    await at.post(`${path}/comments/${answer}/delete`, 'ada')
    expect((await at.get(path, 'ben')).body).toMatch(
      new RegExp(`<details open[^]*id="body-${first}"[^>]*>${WORDS}`),
    )
  })
})

describe('in a closed thread', () => {
  const readOnly = (id: string, text: string) => new RegExp(`<textarea id="${id}"[^>]*readonly[^>]*>${text}`)

  test('what is typed is kept, shown to read, and in its field when the thread is open again', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'ada', 'First')
    await keep(path, 'ben', 'Before it closed', { parent_id: String(first) })
    await at.post(`${path}/close`, 'ada')
    expect((await keep(path, 'ben')).statusCode).toBe(204)
    const { body } = await at.get(path, 'ben')
    expect(body).toContain('If the thread is reopened, you can post what you wrote.')
    expect(body).toMatch(readOnly('draft', WORDS))
    expect(body).toMatch(readOnly(`draft-${first}`, 'Before it closed'))
    expect(body.match(/Your draft, saved/g)).toHaveLength(2)
    expect(await shown(path, 'ada')).toBe(false)
    await at.post(`${path}/reopen`, 'ada')
    const again = (await at.get(path, 'ben')).body
    expect(again).toMatch(new RegExp(`<textarea id="body"[^>]*>${WORDS}</textarea>`))
    expect(again).toMatch(new RegExp(`<textarea id="body-${first}"[^>]*>Before it closed</textarea>`))
  })

  test('a draft can be discarded, and a comment that came too late is one', async () => {
    const { path } = await at.thread()
    await at.post(`${path}/close`, 'ada')
    expect((await at.get(path, 'ben')).body).not.toContain('<textarea id="draft"')
    expect((await at.post(`${path}/comments`, 'ben', { body: WORDS })).statusCode).toBe(409)
    expect((await at.get(path, 'ben')).body).toMatch(readOnly('draft', WORDS))
    await at.post(`${path}/comments`, 'ben', { act: 'discard' })
    expect(await shown(path, 'ben')).toBe(false)
  })
})

test('nothing is kept for a comment that is not in the thread', async () => {
  const { path } = await at.thread()
  const { path: other } = await at.thread()
  const elsewhere = await at.say(other, 'ada', 'Elsewhere')
  expect((await keep(path, 'ben', 'Lost', { parent_id: String(elsewhere) })).statusCode).toBe(404)
  expect((await at.get('/', 'ben')).statusCode).toBe(200)
  expect((await at.get(other, 'ben')).body).not.toContain('Lost')
})

/** Programs may add more comments a minute than people. */
async function addDirectly(discussion_id: number): Promise<number> {
  const comment = { discussion_id, parent_id: null, body: 'Said', mentioned_ids: [] }
  const ada = { kind: 'person' as const, user_id: at.people.ada }
  return (await change(at.world.db, ada, (act) => addComment(act, comment))).id
}

test('a person has at most 20 drafts in a thread, the newest, and those elsewhere stay', async () => {
  const { id, path } = await at.thread()
  const { path: other } = await at.thread()
  await keep(other, 'ben', 'Elsewhere')
  await keep(path, 'ben', 'To all')
  for (let one = 0; one < 20; one++)
    await keep(path, 'ben', 'A reply', { parent_id: String(await addDirectly(id)) })
  const { body } = await at.get(path, 'ben')
  expect(body.match(/>A reply<\/textarea>/g)).toHaveLength(20)
  expect(body).not.toContain('To all')
  expect((await at.get(other, 'ben')).body).toContain('Elsewhere')
})

test('drafts of an earlier version stay: a reply, and a comment in another thread', async () => {
  const { id, path } = await at.thread()
  const { id: other_id, path: other } = await at.thread()
  const first = await at.say(path, 'ada', 'First')
  const answer = await at.say(path, 'ada', 'More', { parent_id: String(first) })
  const put = (thread: number, fields: object) =>
    at.world.db.pool.query('insert into form_drafts (user_id, place, fields) values ($1, $2, $3)', [
      at.people.ben,
      `comment in thread ${thread}`,
      JSON.stringify(fields),
    ])
  await put(id, {
    body: 'Old reply\u0000 with "parent_id":"1"',
    mentioned_ids: [],
    parent_id: String(answer),
  })
  await put(other_id, { body: 'Old comment', mentioned_ids: [] })
  const step = knownSteps().find(({ name }) => name.endsWith('reply-drafts.sql'))
  await at.world.db.pool.query(step?.text ?? '')
  await keep(path, 'ben', 'New comment')
  const { body } = await at.get(path, 'ben')
  expect(body).toMatch(new RegExp(`<textarea id="body-${answer}"[^>]*>Old reply`))
  expect(body).toContain('New comment')
  expect((await at.get(other, 'ben')).body).toContain('Old comment')
})
