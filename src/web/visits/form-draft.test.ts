import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { closePoll } from '../../polls/close-poll.ts'

let at: GroupWorld
const THREAD = '/g/mill-lane/new-thread'
const WORDS = 'Half a thought'

beforeAll(async () => {
  at = await openGroupWorld()
})

const shown = async (path: string, who: 'ada' | 'ben') => (await at.get(path, who)).body.includes(WORDS)

/** The fields that the page's own form has. */
const ownIn = (html: string) =>
  Object.fromEntries(
    ['once', 'draft_seen'].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '',
    ]),
  )

async function outcomePath() {
  const id = await makePoll(at.world)
  await change(at.world.db, SYSTEM, (act) => closePoll(act, id))
  return `/p/${await keyOf(at.world, 'polls', id)}/outcome`
}

test('an unsent thread is saved for its author, until it is started or discarded', async () => {
  for (const act of ['start', 'discard']) {
    const kept = await at.post(THREAD, 'ben', { title: 'Roof', description: WORDS, act: 'keep' })
    expect([kept.statusCode, kept.body]).toEqual([204, ''])
    const { body } = await at.get(THREAD, 'ben')
    expect(body).toContain('Your draft, saved')
    expect(body).toContain(WORDS)
    expect(body).toMatch(/value="Roof"/)
    expect(await shown(THREAD, 'ada')).toBe(false)
    const done = await at.post(THREAD, 'ben', { title: 'Roof', description: WORDS, act })
    expect(done.statusCode).toBe(303)
    expect(await shown(THREAD, 'ben'), act).toBe(false)
  }
})

test('a thread without a title and text is not saved', async () => {
  await at.post(THREAD, 'ben', { description: WORDS, act: 'keep' })
  await at.post(THREAD, 'ben', { title: ' ', description: '', recipient_audience: 'true', act: 'keep' })
  expect((await at.get(THREAD, 'ben')).body).not.toContain('Your draft, saved')
})

test('an unsent outcome is saved for its author, until it is published or discarded', async () => {
  const path = await outcomePath()
  for (const act of ['discard', '']) {
    const kept = await at.post(path, 'ada', { statement: WORDS, act: 'keep' })
    expect([kept.statusCode, kept.body]).toEqual([204, ''])
    expect((await at.get(path, 'ada')).body).toContain('Your draft, saved')
    expect(await shown(path, 'ada')).toBe(true)
    expect((await at.post(path, 'ada', { statement: 'We build it.', act })).statusCode).toBe(303)
    expect(await shown(path, 'ada')).toBe(false)
  }
  expect((await at.get(path, 'ada')).body).toContain('We build it.')
})

describe('what comes back in its form is a draft, also without scripts', () => {
  type Sent = [what: string, path: () => Promise<string>, sent: Record<string, string>, whole: object]
  const thread = async () => THREAD
  test.each<Sent>([
    ['a thread to preview', thread, { title: 'Roof', description: WORDS, act: 'preview' }, { act: 'start' }],
    ['a thread without a title', thread, { description: WORDS, act: 'start' }, { title: 'A roof' }],
    [
      'a thread to preview without a title',
      thread,
      { description: WORDS, act: 'preview' },
      { title: 'The roof', act: 'start' },
    ],
    [
      'an outcome with a wrong date',
      outcomePath,
      { statement: WORDS, review_on: '2001-01-01' },
      { review_on: '' },
    ],
  ])('%s, until it is discarded or sent', async (_, pathOf, sent, whole) => {
    const path = await pathOf()
    for (const end of [
      { ...sent, act: 'discard' },
      { ...sent, ...whole },
    ]) {
      const { body } = await at.post(path, 'ada', { ...sent, ...ownIn((await at.get(path, 'ada')).body) })
      expect(body).toContain('Your draft, saved')
      expect(await shown(path, 'ada')).toBe(true)
      expect(await shown(path, 'ben')).toBe(false)
      expect((await at.post(path, 'ada', { ...end, ...ownIn(body) })).statusCode).toBe(303)
      expect((await at.get(path, 'ada')).body).not.toContain('Your draft, saved')
    }
  })

  test('an empty form that comes back is none', async () => {
    const { body } = await at.post(THREAD, 'ada', { title: ' ', act: 'start' })
    expect(body).not.toContain('Your draft, saved')
    expect((await at.get(THREAD, 'ada')).body).not.toContain('Your draft, saved')
  })

  test('a preview that another site asks for changes no draft', async () => {
    await at.post(THREAD, 'ada', { title: WORDS, act: 'keep' })
    const body = { title: 'Not hers', act: 'preview' }
    const elsewhere = { origin: 'https://elsewhere.example' }
    expect((await at.post(THREAD, 'ada', body, elsewhere)).statusCode).toBe(403)
    expect(await shown(THREAD, 'ada')).toBe(true)
  })
})

test('a draft is saved only for people who may use the form, from the same site', async () => {
  const path = await outcomePath()
  const { rows: before } = await at.world.db.pool.query('select count(*) from form_drafts')
  for (const to of [THREAD, path])
    expect((await at.post(to, 'outsider', { title: WORDS, statement: WORDS, act: 'keep' })).statusCode).toBe(
      404,
    )
  const { rows: after } = await at.world.db.pool.query('select count(*) from form_drafts')
  expect(after).toEqual(before)
})
