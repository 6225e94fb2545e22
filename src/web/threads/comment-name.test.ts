import { beforeEach, expect, test } from 'vitest'
import { signedInCookie } from '../../../test/group-web.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { copiedTokenFor, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'

const FIELD = 'name="own_name"'

let at: ThreadWorld
let thread: { id: number; path: string }
let gus: number

beforeEach(async () => {
  at = await openThreadWorld()
  thread = await at.thread({ emails: [{ address: 'gus@far.example', name: 'Gus Guest' }] })
  gus = (await rows("select id from users where email = 'gus@far.example'"))[0].id
})

async function rows(text: string, ...values: unknown[]) {
  return (await at.world.db.pool.query(text, values)).rows
}

const nameOf = async (id = gus) => (await rows('select name from users where id = $1', id))[0].name

async function comer(token?: string) {
  const link = token ?? (await tokenFor(at.world, 'thread', { user_id: gus, discussion_id: thread.id }))
  const { cookie } = await at.web.follow(thread.path, link)
  return {
    page: async () => (await at.web.get(thread.path, cookie)).body,
    say: (fields: Record<string, string>) =>
      at.web.post(`${thread.path}/comments`, fields, { ...SAME_ORIGIN, cookie }),
  }
}

test('people without a name are asked once when they comment, and the name appears beside the comment', async () => {
  const { page, say } = await comer()
  expect(await page()).toContain(FIELD)
  expect(await page()).toContain('Shown next to what you write.')
  expect((await say({ body: 'Hm.', own_name: 'Gus Green' })).statusCode).toBe(303)
  expect(await nameOf()).toBe('Gus Green')
  expect((await at.get(thread.path, 'ben')).body).toContain('<bdi>Gus Green</bdi>')
  expect(await page()).toContain('Your name: <bdi>Gus Green</bdi> · Change')
  await say({ body: 'Oh.', own_name: 'Gus Grey' })
  expect(await nameOf()).toBe('Gus Grey')
})

test('signed-in members without a name are asked too, others are not', async () => {
  expect((await at.get(thread.path, 'cleo')).body).toContain(FIELD)
  expect((await at.get(thread.path, 'ben')).body).not.toContain(FIELD)
  await at.say(thread.path, 'cleo', 'Hello.', { own_name: 'Cleo' })
  await at.say(thread.path, 'ben', 'Hello.', { own_name: 'Somebody else' })
  expect([await nameOf(at.people.cleo), await nameOf(at.people.ben)]).toEqual(['Cleo', 'Ben Ash'])
})

test('nobody comments without a name: the field asks for it, and the text stays', async () => {
  expect((await at.get(thread.path, 'cleo')).body).toMatch(/name="own_name"[^>]* required/)
  for (const named of [{}, { own_name: ' ' }]) {
    const answer = await at.post(`${thread.path}/comments`, 'cleo', { body: 'Hello.', ...named })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('<a href="#own_name">Your name can’t be blank</a>')
    expect(answer.body).toContain('Hello.</textarea>')
  }
  expect(await rows('select 1 from comments')).toEqual([])
})

test('an invited person who comments by their link becomes a member, and the thread says so', async () => {
  await rows('update memberships set accepted_at = null where user_id = $1', at.people.cleo)
  const accepted = async () =>
    (
      await rows('select accepted_at is not null as yes from memberships where user_id = $1', at.people.cleo)
    )[0].yes
  const link = { user_id: at.people.cleo, discussion_id: thread.id }
  const token = await tokenFor(at.world, 'thread', link)
  const { cookie, page } = await at.web.follow(thread.path, token)
  expect(page.body).toContain('Commenting makes you a member of Mill Lane Co-op')
  expect(await accepted()).toBe(false)
  const fields = { body: 'Hello.', own_name: 'Cleo Park' }
  const answer = await at.web.post(`${thread.path}/comments`, fields, { ...SAME_ORIGIN, cookie })
  const to = (await at.web.get(String(answer.headers.location), cookie)).headers.location
  const shown = (await at.web.get(String(to).split('#')[0] ?? '', cookie)).body
  expect(await accepted()).toBe(true)
  expect(shown).toContain('You are now a member of Mill Lane Co-op.')
  expect((await at.web.get(thread.path, cookie)).body).not.toMatch(/You are now a member|Commenting makes/)
  const id = /joined=(\d+)/.exec(String(to))?.[1]
  expect((await at.get(`${thread.path}?joined=${id}`, 'ben')).body).not.toContain('You are now a member')
})

test('an invited person who comments signed in becomes a member too', async () => {
  await rows('update memberships set accepted_at = null where user_id = $1', at.people.cleo)
  const page = await at.get(thread.path, 'cleo')
  expect(page.body).toContain('Commenting makes you a member of Mill Lane Co-op')
  const fields = { body: 'Signed in.', own_name: 'Cleo Park' }
  const answer = await at.post(`${thread.path}/comments`, 'cleo', fields)
  const to = String((await at.get(String(answer.headers.location), 'cleo')).headers.location)
  expect((await at.get(to.split('#')[0] ?? '', 'cleo')).body).toContain('You are now a member of Mill Lane')
  const [{ joined }] = await rows(
    'select accepted_at is not null as joined from memberships where user_id = $1',
    at.people.cleo,
  )
  expect(joined).toBe(true)
})

test('a name given by an admin need not be typed, and what was typed stays if a name is invalid', async () => {
  const { say } = await comer()
  expect((await say({ body: 'Hm.', own_name: '  ' })).statusCode).toBe(303)
  expect(await nameOf()).toBeNull()
  const bad = await say({ body: ' ', own_name: 'ada@mill.example' })
  expect(bad.statusCode).toBe(422)
  for (const words of [
    'Your name must be a name, not an email address.',
    'can’t be blank',
    'value="ada@mill.example"',
  ])
    expect(bad.body).toContain(words)
  const preview = await say({ body: 'So.', own_name: 'Gus', act: 'preview' })
  expect(preview.body).toContain('value="Gus"')
  expect(await nameOf()).toBeNull()
  expect(await rows('select body from comments')).toEqual([{ body: 'Hm.' }])
})

test('a copied link sets no name outside the group', async () => {
  const token = await copiedTokenFor(at.world, 'thread', { user_id: gus, discussion_id: thread.id })
  const { page, say } = await comer(token)
  expect(await page()).toContain('value="Gus Guest"')
  await say({ body: 'Hm.', own_name: 'Gus' })
  expect(await nameOf()).toBeNull()
  expect(await rows('select name, given_by from given_names')).toEqual([
    { name: 'Gus (guest)', given_by: null },
  ])
  expect((await at.get(thread.path, 'ben')).body).toContain('<bdi>Gus (guest)</bdi>')
  for (const shown of [await page(), await (await comer()).page()])
    expect(shown).toMatch(/name="own_name"[^>]*value="Gus"/)
})

test('a member who writes behind a copied link cannot take the name of another', async () => {
  const link = { user_id: at.people.cleo, discussion_id: thread.id }
  const { say } = await comer(await copiedTokenFor(at.world, 'thread', link))
  const answer = await say({ body: 'I am Ben.', own_name: 'Bеn Ash' })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain('Your name is already the name of the member Ben Ash')
  expect(answer.body).toContain('I am Ben.</textarea>')
  const given = 'select 1 from given_names where user_id = $1'
  expect([await rows('select 1 from comments'), await rows(given, at.people.cleo)]).toEqual([[], []])
  expect((await say({ body: 'I am Cleo.', own_name: 'Cleo Ash' })).statusCode).toBe(303)
})

test('a comment written before the link of somebody else was opened is not posted under their name', async () => {
  const guest = await comer()
  const shown_to = /name="shown_to" value="(\d+)"/.exec((await at.get(thread.path, 'cleo')).body)?.[1] ?? ''
  const fields = { body: 'Written by Cleo.', own_name: 'Cleo', shown_to }
  const answer = await guest.say(fields)
  expect(answer.statusCode).toBe(409)
  expect(answer.body).toContain('In the meantime, the thread was opened in this browser as Gus Guest.')
  expect(answer.body).toContain('To comment as yourself, open your own link again, or sign in.')
  // Once, to copy: the form would post it under the name of the other person.
  expect(answer.body.match(/Written by Cleo/g)).toHaveLength(1)
  expect(answer.body).toContain('Written by Cleo.</textarea>')
  expect(answer.body).not.toContain('value="Cleo"')
  expect([await nameOf(), await rows('select 1 from comments')]).toEqual([null, []])
  // A preview would put it into the form of the other person.
  const preview = await guest.say({ ...fields, act: 'preview' })
  expect([preview.statusCode, preview.body.match(/Written by Cleo/g)]).toEqual([409, ['Written by Cleo']])
  expect((await guest.say({ ...fields, shown_to: String(gus), own_name: '' })).statusCode).toBe(303)
})

test('a comment is not kept as a draft of somebody else who uses the same browser now', async () => {
  const fields = { body: 'Written by Gus.', shown_to: String(gus) }
  for (const step of ['', 'keep', 'preview']) {
    const answer = await at.post(`${thread.path}/comments`, 'cleo', { ...fields, act: step })
    expect(answer.statusCode).toBe(409)
    // By the masked address, as elsewhere on the page, if they have no name.
    if (step !== 'keep')
      expect(answer.body).toContain('the thread was opened in this browser as c•••@mill.example.')
  }
  expect((await at.get(thread.path, 'cleo')).body).not.toContain('Written by Gus')
  expect(await rows('select 1 from form_drafts')).toEqual([])
})

test('people who are signed in are told to stop using the link of somebody else', async () => {
  const token = await tokenFor(at.world, 'thread', { user_id: gus, discussion_id: thread.id })
  const { cookie: link } = await at.web.follow(thread.path, token)
  const cookie = `${link}; ${await signedInCookie(at.world, at.people.ben)}`
  const fields = { body: 'Written by Ben.', shown_to: String(at.people.ben) }
  const { body } = await at.web.post(`${thread.path}/comments`, fields, { ...SAME_ORIGIN, cookie })
  expect(body).toContain('To comment as Ben Ash, stop using that link first.')
})
