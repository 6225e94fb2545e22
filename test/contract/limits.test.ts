import { describe, expect, test } from 'vitest'
import { addMembers, createWorld } from '../world.ts'
import { makeGroup } from './acts.ts'
import { caller, expectInvalid, type Fields, openApi, pollFields, pollOf, threadOf } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben] = await addMembers(world)
const a = await caller(world, api)

const post = (changes: Fields) => a.post('/polls', pollFields(changes))

describe('the thread of a poll', () => {
  test('must be one of the group', async () => {
    await makeGroup(world, 'orchard')
    const elsewhere = await caller(world, api, { handle: 'orchard' })
    const foreign = threadOf(await elsewhere.post('/discussions', { title: 'T' }))
    const own = threadOf(await a.post('/discussions', { title: 'T' }))
    for (const discussion_id of [foreign.id, 999_999, 0, -1, Number.MAX_SAFE_INTEGER]) {
      expectInvalid(await post({ discussion_id }), 'discussion_id')
      expectInvalid(
        await a.post('/polls', pollFields({ discussion_id }), { encoding: 'form' }),
        'discussion_id',
      )
    }
    expect(pollOf(await post({ discussion_id: own.id }))).toMatchObject({ discussion_id: own.id })
    expect(threadOf(await a.get(`/discussions/${own.id}`)).items_count).toBe(1)
  })
})

describe('limits count characters as people do', () => {
  const long = (length: number) => [`${'x'.repeat(length)}`, '🌍'.repeat(length)]
  test.each(['/polls', '/discussions'])('a title of %s has 1 to 150', async (path) => {
    for (const title of [...long(150), '.'])
      expect((await a.post(path, pollFields({ title }))).statusCode).toBe(200)
    for (const title of [...long(151), '', ' ', '\u00a0\n'])
      expectInvalid(await a.post(path, pollFields({ title })), 'title')
    for (const title of [null, undefined, 7, {}, true])
      expectInvalid(await a.post(path, pollFields({ title })), 'title')
  })

  test.each(['/polls', '/discussions'])('a title of %s is stored as one line', async (path) => {
    for (const [title, stored] of [
      ['x\r\nBcc: y@far.example', 'x Bcc: y@far.example'],
      ['x\ty\u2028z\n', 'x y z'],
      [' x  y ', ' x  y '],
    ]) {
      const made = await a.post(path, pollFields({ title }))
      const record = path === '/polls' ? pollOf(made) : threadOf(made)
      expect(record.title).toBe(stored)
      const renamed = await a.patch(`${path}/${record.id}`, { title: `new ${title}` })
      expect((path === '/polls' ? pollOf(renamed) : threadOf(renamed)).title).toBe(`new ${stored}`)
    }
  })

  test.each([
    ['/polls', 'details', 100_000],
    ['/discussions', 'description', 100_000],
    ['/polls', 'recipient_message', 10_000],
    ['/discussions', 'recipient_message', 10_000],
  ])('%s takes %s up to %i', async (path, field, most) => {
    for (const value of long(most))
      expect((await a.post(path, pollFields({ [field]: value }))).statusCode).toBe(200)
    for (const value of long(most + 1))
      expectInvalid(await a.post(path, pollFields({ [field]: value })), field)
  })

  test.each(['/polls', '/discussions'])('%s accepts up to 1 000 recipients of each kind', async (path) => {
    const emails = Array.from({ length: 1_001 }, (_, index) => `m${index}@many.example`)
    const few = { recipient_emails: emails.slice(1), recipient_user_ids: Array(1_000).fill(ben) }
    expect((await a.post(path, pollFields(few))).statusCode).toBe(200)
    const many = { recipient_emails: emails, recipient_user_ids: Array(1_001).fill(ben) }
    expectInvalid(await a.post(path, pollFields(many)), 'recipient_emails', 'recipient_user_ids')
  })
})
