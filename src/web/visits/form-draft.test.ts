import { beforeAll, expect, test } from 'vitest'
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
