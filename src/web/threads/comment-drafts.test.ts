import { expect, test } from 'vitest'
import { openThreadWorld } from '../../../test/thread-web.ts'

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
