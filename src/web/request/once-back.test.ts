import { beforeAll, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { newToken } from '../../users/secret.ts'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

type Sent = Record<string, string | string[]>
const onceIn = (html: string) =>
  /name="once" value="([^"]+)"/.exec(html.slice(html.indexOf('</h1>')))?.[1] ?? ''
const count = async (table: string) =>
  (await at.world.db.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0

const POLL: Sent = {
  group: 'mill-lane',
  poll_type: 'proposal',
  title: 'A bell',
  positions: ['agree', 'disagree'],
  tell: 'voters',
}
const PATH = '/new-poll?group=mill-lane&type=proposal'

/** What the preview, seen after going back, and its button do. */
async function startByPreview(fields: Sent): Promise<string> {
  const { body } = await at.post(PATH, 'ada', { ...fields, step: 'preview' })
  const started = await at.post(PATH, 'ada', { ...fields, once: onceIn(body), step: 'start' })
  expect(started.statusCode).toBe(303)
  return String(started.headers.location)
}

test('going back to the preview of a poll that was started, or to its form, leads to that poll', async () => {
  const before = await count('polls')
  const once = onceIn((await at.get(PATH, 'ada')).body)
  const fields = { ...POLL, once }
  const first = await startByPreview(fields)
  expect(await startByPreview(fields)).toBe(first)
  const direct = await at.post(PATH, 'ada', { ...fields, unknown: 'x', step: 'start' })
  expect(direct.headers.location).toBe(first)
  expect(await count('polls')).toBe(before + 1)
  expect((await at.get(PATH, 'ada')).body).not.toContain('A bell')
})

test('a form that was sent before with other values asks whether another poll is meant', async () => {
  const before = await count('polls')
  const fields = { ...POLL, title: 'One bell', once: newToken() }
  const first = await startByPreview(fields)
  const asked = await at.post(PATH, 'ada', { ...fields, title: 'Two bells', step: 'start' })
  expect(asked.statusCode).toBe(409)
  expect(asked.body).toContain('<h1>You have already started this poll</h1>')
  expect(asked.body).toContain(`<a class="button" href="${first.split('?')[0]}/edit">Edit “One bell”</a>`)
  expect(asked.body).toContain('name="title" value="Two bells"')
  expect(await count('polls')).toBe(before + 1)
  expect((await at.get(PATH, 'ada')).body).toContain('Two bells')
  const again = { ...fields, title: 'Two bells', once: onceIn(asked.body), another: '', step: 'start' }
  const another = await at.post(PATH, 'ada', again)
  expect(another.statusCode).toBe(303)
  expect(another.headers.location).not.toBe(first)
  expect(await count('polls')).toBe(before + 2)
  expect((await at.get(PATH, 'ada')).body).not.toContain('Two bells')
})

test('the same when the first poll was deleted since, without a link to it', async () => {
  const fields = { ...POLL, title: 'A gong', once: newToken() }
  const key = /\/p\/(\w+)/.exec(await startByPreview(fields))?.[1]
  await at.world.db.pool.query('update polls set discarded_at = now() where key = $1', [key])
  const { body } = await at.post(PATH, 'ada', { ...fields, title: 'Two gongs', step: 'start' })
  expect(body).toContain('has been deleted since then')
  expect(body).not.toContain(`/p/${key}`)
})

test('a new form for a poll that looks like one just started asks first, as after going back without scripts', async () => {
  const before = await count('polls')
  const fields = { ...POLL, title: 'A whistle', once: newToken() }
  const first = await startByPreview(fields)
  const asked = await at.post(PATH, 'ada', { ...fields, once: newToken(), step: 'start' })
  expect(asked.statusCode).toBe(409)
  expect(asked.body).toContain(`<a href="${first.split('?')[0]}">`)
  expect(asked.body).toContain('name="another"')
  const again = { ...fields, once: onceIn(asked.body), another: '', step: 'start' }
  expect((await at.post(PATH, 'ada', again)).statusCode).toBe(303)
  expect(await count('polls')).toBe(before + 2)
})

test('it does not ask of another type, of another person, and after ten minutes', async () => {
  const fields = { ...POLL, title: 'A flute', step: 'start' }
  const start = (who: 'ada' | 'ben', more = {}) =>
    at.post(PATH, who, { ...fields, once: newToken(), ...more }).then(({ statusCode }) => statusCode)
  expect(await start('ada')).toBe(303)
  expect(await start('ada', { poll_type: 'count', options: ['Yes', 'No'] })).toBe(303)
  expect(await start('ben')).toBe(303)
  expect(await start('ada')).toBe(409)
  await at.world.db.pool.query("update sent_forms set created_at = created_at - interval '11 minutes'")
  expect(await start('ada')).toBe(303)
  expect(await start('ada')).toBe(409)
})

test('a form that the browser shows again is drawn without being saved as a draft', async () => {
  const { body } = await at.post(PATH, 'ada', { ...POLL, title: 'A horn', step: 'look' })
  expect(body).toContain('A horn')
  expect((await at.get(PATH, 'ada')).body).not.toContain('A horn')
})

test('the form of a poll keeps its token while a script checks it, and when it is refused', async () => {
  const once = newToken()
  for (const [step, title] of [
    ['check', 'A bell'],
    ['start', ''],
  ] as const) {
    const { body } = await at.post(PATH, 'ada', { ...POLL, title, once, step })
    expect(onceIn(body)).toBe(once)
  }
})

test('going back to the preview of a thread, or of invitations, does them once too', async () => {
  const thread = { title: 'Rain', description: 'Again', once: newToken() }
  const [threads, users] = [await count('discussions'), await count('users')]
  for (const _ of [1, 2]) {
    const { body } = await at.post('/g/mill-lane/new-thread', 'ada', { ...thread, act: 'preview' })
    await at.post('/g/mill-lane/new-thread', 'ada', { ...thread, once: onceIn(body), act: 'start' })
  }
  const emails = 'gus@far.example'
  const told: unknown[] = []
  const form = onceIn((await at.get('/g/mill-lane/invite', 'ada')).body)
  for (const _ of [1, 2]) {
    const { body } = await at.post('/g/mill-lane/invite', 'ada', { emails, once: form, step: 'preview' })
    const sent = { emails, once: onceIn(body), step: 'invite' }
    told.push((await at.post('/g/mill-lane/invite', 'ada', sent)).headers.location)
  }
  expect(await count('discussions')).toBe(threads + 1)
  expect(await count('users')).toBe(users + 1)
  expect(told).toEqual([
    '/g/mill-lane/members?list=invited&invited=1',
    '/g/mill-lane/members?list=invited&invited=1',
  ])
})
