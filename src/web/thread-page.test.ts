import { beforeAll, expect, test } from 'vitest'
import { makePoll, makeThread } from '../../test/tell.ts'
import { everyRow, keyOf, openWeb, seen, tokenFor, type Web } from '../../test/web.ts'
import { addMembers, createWorld, type World } from '../../test/world.ts'

let world: World
let web: Web
let ben: number

beforeAll(async () => {
  world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  web = await openWeb(world)
})

test('a member reads the thread, and nothing is written', async () => {
  const discussion_id = await makeThread(world)
  const token = await tokenFor(world, 'thread', { user_id: ben, discussion_id })
  const before = await everyRow(world)
  const { page } = await web.follow(`/d/${await keyOf(world, 'discussions', discussion_id)}`, token)
  for (const words of [
    'Thread in Mill Lane Co-op',
    '<h1>Bikes</h1>',
    'There are <em>too many</em> bikes.',
    'Invited person',
    'b•••@mill.example',
  ])
    expect(page.body).toContain(words)
  expect(page.body).not.toContain('as a guest')
  expect(await everyRow(world)).toEqual(before)
})

test('a guest reads the one thread and no other', async () => {
  const discussion_id = await makeThread(world, { emails: ['gus@far.example'] })
  const other = await keyOf(world, 'discussions', await makeThread(world))
  const { rows } = await world.db.pool.query<{ id: number }>(
    "select id from users where email = 'gus@far.example'",
  )
  const token = await tokenFor(world, 'thread', { user_id: rows[0]?.id ?? 0, discussion_id })
  const { page, cookie } = await web.follow(`/d/${await keyOf(world, 'discussions', discussion_id)}`, token)
  expect(page.body).toContain('as a guest')
  const never = seen(await web.get('/d/AAAAAAA9'))
  expect(seen(await web.get(`/d/${other}`, cookie))).toBe(never)
  await world.db.pool.query('delete from thread_guests where discussion_id = $1', [discussion_id])
  expect(seen(await web.get(`/d/${await keyOf(world, 'discussions', discussion_id)}`, cookie))).toBe(never)
})

test('a ballot token opens no thread', async () => {
  const discussion_id = await makeThread(world)
  const token = await tokenFor(world, 'ballot', {
    user_id: ben,
    poll_id: await makePoll(world, { discussion_id }),
  })
  const answer = await web.get(`/d/${await keyOf(world, 'discussions', discussion_id)}?k=${token}`)
  expect(answer.statusCode).toBe(404)
})

test('a thread without a text says so', async () => {
  const discussion_id = await makeThread(world)
  await world.db.pool.query("update discussions set description = ' ', closed_at = now() where id = $1", [
    discussion_id,
  ])
  const token = await tokenFor(world, 'thread', { user_id: ben, discussion_id })
  const { page } = await web.follow(`/d/${await keyOf(world, 'discussions', discussion_id)}`, token)
  expect(page.body).toContain('started with its title alone')
  expect(page.body).toContain('<dt>Closed</dt>')
})
