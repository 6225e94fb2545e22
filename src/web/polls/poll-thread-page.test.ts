import { beforeEach, describe, expect, test } from 'vitest'
import { mintLink } from '../../../src/users/mint-link.ts'
import { makePoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { copiedTokenFor, keyOf, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'

const TITLE = 'Where it was talked about'

let at: ThreadWorld
let thread: { id: number; path: string }
let poll: { id: number; path: string }
let vera: number

beforeEach(async () => {
  at = await openThreadWorld()
  thread = await at.thread({ emails: [{ address: 'gus@far.example', name: null }] }, TITLE)
  const id = await makePoll(at.world, {
    discussion_id: thread.id,
    recipients: { audience: 'group', emails: [{ address: 'vera@far.example', name: 'Vera' }] },
  })
  poll = { id, path: `/p/${await keyOf(at.world, 'polls', id)}` }
  vera = await idOf('vera@far.example')
})

async function idOf(email: string): Promise<number> {
  const { rows } = await at.world.db.pool.query('select id from users where email = $1', [email])
  return rows[0].id
}

/** The cookie for the thread that the poll's page leads to, and the page there. */
async function goOn(cookie: string) {
  const moved = await at.web.get(`${poll.path}/thread`, cookie)
  const [kept = '', ...rest] = String(moved.headers['set-cookie'] ?? '').split(/;\s*/)
  const to = String(moved.headers.location)
  return { moved, kept, rest, to, page: await at.web.get(to, kept === '' ? cookie : kept) }
}

const ballotOf = (user_id: number, make = tokenFor) => make(at.world, 'ballot', { user_id, poll_id: poll.id })

test('the page of a poll leads somebody who came by a voting link to the thread, where they comment', async () => {
  const { page, cookie } = await at.web.follow(poll.path, await ballotOf(vera))
  expect(page.body).toContain(`<a href="${poll.path}/thread" dir="auto">${TITLE}</a>`)
  const went = await goOn(cookie)
  expect(went.to).toBe(thread.path)
  expect(went.rest).toContain(`Path=${thread.path}`)
  expect(went.page.statusCode).toBe(200)
  expect(went.page.body).toContain('Vera')
  const fields = { body: 'I can read this.', own_name: 'Vera' }
  const said = await at.web.post(`${thread.path}/comments`, fields, { ...SAME_ORIGIN, cookie: went.kept })
  expect(said.statusCode).toBe(303)
})

test('a link of a mail leads to the thread at once', async () => {
  const moved = await at.web.get(`${poll.path}?k=${await ballotOf(vera)}&thread`)
  expect(moved.headers.location).toBe(`${poll.path}/thread`)
})

test('neither a copied link nor one for people who have not voted opens the thread', async () => {
  const discreet = () =>
    mintLink(at.world.db.pool, {
      ...{ purpose: 'ballot', user_id: vera, group_id: at.world.group.id },
      ...{ discussion_id: null, poll_id: poll.id, discreet: true },
    })
  for (const token of [await ballotOf(vera, copiedTokenFor), await discreet()]) {
    const { page, cookie } = await at.web.follow(poll.path, token)
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toContain(TITLE)
    expect((await goOn(cookie)).to).toBe(poll.path)
    expect((await at.web.get(thread.path, cookie)).statusCode).toBe(404)
    expect((await at.web.get(`${thread.path}?k=${token}`)).body).not.toContain(TITLE)
  }
})

test('it opens no thread to people who may not read it, and none that the poll is not in', async () => {
  const { cookie } = await at.web.follow(poll.path, await ballotOf(vera))
  const { kept } = await goOn(cookie)
  const other = await at.thread({})
  expect((await at.web.get(other.path, kept)).statusCode).toBe(404)
  await at.world.db.pool.query('update electorate set withdrawn_at = now() where user_id = $1', [vera])
  expect((await at.web.get(thread.path, kept)).statusCode).toBe(404)
  const [ben, poll_id] = [at.people.ben, poll.id]
  await at.world.db.pool.query('update memberships set revoked_at = now() where user_id = $1', [ben])
  const left = await at.web.follow(poll.path, await tokenFor(at.world, 'ballot', { user_id: ben, poll_id }))
  expect(left.page.statusCode).toBe(404)
})

test('a guest who went from the thread to the poll finds the way back', async () => {
  const gus = await idOf('gus@far.example')
  const token = await tokenFor(at.world, 'thread', { user_id: gus, discussion_id: thread.id })
  const { cookie } = await at.web.follow(thread.path, token)
  const key = poll.path.slice(3)
  const moved = await at.web.post(`${thread.path}/polls/${key}`, {}, { ...SAME_ORIGIN, cookie })
  const { page } = await at.web.follow(poll.path, String(moved.headers.location).split('k=')[1] ?? '')
  expect(page.body).toContain(`<a href="${poll.path}/thread" dir="auto">${TITLE}</a>`)
})

describe('a guest who came by a link that the operator copied', () => {
  const fromThread = async (token: string) => {
    const { cookie } = await at.web.follow(thread.path, token)
    const sent = { ...SAME_ORIGIN, cookie }
    const moved = await at.web.post(`${thread.path}/polls/${poll.path.slice(3)}`, {}, sent)
    const followed = await at.web.get(String(moved.headers.location))
    return String(followed.headers['set-cookie']).split(';')[0] ?? ''
  }
  const operators = async (purpose: 'thread' | 'ballot') => {
    const of = { user_id: await idOf('gus@far.example'), group_id: at.world.group.id, discreet: false }
    const to = { discussion_id: purpose === 'thread' ? thread.id : null, poll_id: null }
    const link = { purpose, ...of, ...to, ...(purpose === 'ballot' && { poll_id: poll.id }) }
    return mintLink(at.world.db.pool, link, { origin: 'command_line', copied_by: null })
  }
  const WAY_BACK = () => `<a href="${thread.path}" dir="auto">${TITLE}</a>`

  test('finds the way back to the thread from which they opened the poll, and only then', async () => {
    const page = await at.web.get(poll.path, await fromThread(await operators('thread')))
    expect(page.body).toContain(WAY_BACK())
    const other = await at.web.follow(poll.path, await operators('ballot'))
    expect(other.page.statusCode).toBe(200)
    expect(other.page.body).not.toContain(TITLE)
    const marked = await at.web.get(`${poll.path}?k=thread-${await operators('ballot')}`)
    expect(marked.body).not.toContain(TITLE)
    expect((await at.web.get(poll.path, other.cookie.replace('=', '=thread-'))).statusCode).toBe(404)
  })

  test('finds the way to a public thread always, also by the address in the text beside the link', async () => {
    await at.world.db.pool.query('update groups set public = true')
    await at.world.db.pool.query('update discussions set private = false where id = $1', [thread.id])
    const { page, cookie } = await at.web.follow(poll.path, await operators('ballot'))
    expect(page.body).toContain(WAY_BACK())
    expect((await goOn(cookie)).to).toBe(thread.path)
  })
})

test.each([
  [tokenFor, { name: 'Gus Far' }],
  [copiedTokenFor, { name: null }],
])(
  'a name given at a poll that was opened from the thread counts as by the link to the thread',
  async (make, stored) => {
    const gus = await idOf('gus@far.example')
    const token = await make(at.world, 'thread', { user_id: gus, discussion_id: thread.id })
    const { cookie } = await at.web.follow(thread.path, token)
    const moved = await at.web.post(
      `${thread.path}/polls/${poll.path.slice(3)}`,
      {},
      { ...SAME_ORIGIN, cookie },
    )
    const came = await at.web.follow(poll.path, String(moved.headers.location).split('k=')[1] ?? '')
    const fields = { choice: '1', own_name: 'Gus Far' }
    const voted = await at.web.post(`${poll.path}/ballot`, fields, { ...SAME_ORIGIN, cookie: came.cookie })
    expect(voted.statusCode).toBe(303)
    const { rows } = await at.world.db.pool.query('select name from users where id = $1', [gus])
    expect(rows).toEqual([stored])
  },
)
