import { beforeEach, expect, test } from 'vitest'
import { findLink } from '../../../test/links.ts'
import { openPost, type Post } from '../../../test/post.ts'
import type { Received } from '../../../test/smtp.ts'
import { makePoll } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { addMembers, createWorld, type World } from '../../../test/world.ts'
import { findMail } from '../outbox-store.ts'
import { copiedLinks, fillLinks, unsentLinks } from './placeholders.ts'

let world: World
let post: Post

beforeEach(async () => {
  world = await createWorld()
  post = await openPost(world)
  await post.deliver()
})

const poll = async (title: string, settings = {}) => {
  const id = await makePoll(world, { settings: { title, ...settings }, told: 'nobody' })
  return { id, key: await keyOf(world, 'polls', id) }
}

async function invite(...emails: string[]) {
  const ids = await addMembers(world, emails)
  const mails = await post.deliver()
  return { ids, mails }
}

const told = (mail: Received | undefined) => mail?.email.text ?? ''
const linkIn = (text: string, key: string) =>
  new RegExp(`https://moot.example.org/p/${key}\\?k=([\\w-]+)`).exec(text)?.[1] ?? ''

test('an invitation lists the open polls, each with a personal link to vote at once', async () => {
  const roof = await poll('A new *roof*')
  const chair = await poll('Who chairs', { anonymous: true })
  const draft = await poll('Later', { closing_at: null })
  const closed = await poll('Long gone')
  const few = await poll('For a few', { specified_voters_only: true })
  await world.db.pool.query('update polls set closed_at = now() where id = $1', [closed.id])
  const { ids, mails } = await invite('ivy@mill.example', 'jo@mill.example')
  expect(mails).toHaveLength(2)
  for (const [place, mail] of mails.sort((a, b) => String(a.to).localeCompare(String(b.to))).entries()) {
    const html = (mail.email.html ?? '').replaceAll('&amp;', '&')
    for (const { id, key } of [roof, chair]) {
      const token = linkIn(told(mail), key)
      expect(linkIn(html, key)).toBe(token)
      expect(await findLink(world.db.pool, token)).toMatchObject({
        purpose: 'ballot',
        user_id: ids[place],
        poll_id: id,
        discreet: false,
      })
    }
    expect(told(mail)).toMatch(/- A new \*roof\* · closes \w+ \d+ \w+ \d+, \d\d:\d\d UTC:\n {2}https:/)
    expect(told(mail)).toContain('- Who chairs · anonymous, closes ')
    expect(told(mail)).toContain('makes you a member of Mill Lane Co-op, except in an anonymous one.')
    for (const { key } of [draft, closed, few]) expect(told(mail)).not.toContain(key)
  }
  const { rows } = await world.db.pool.query(
    "select distinct body_hash from mails where kind = 'group_invitation' and user_id = any ($1)",
    [ids],
  )
  expect(rows).toHaveLength(1)
})

test('times are in the inviter’s time zone, for people who have not set their own', async () => {
  const zone = (user_id: number, name: string) =>
    world.db.pool.query("update users set time_zone = $2, utc_chosen = $2 = 'UTC' where id = $1", [
      user_id,
      name,
    ])
  const [ivy = 0, jo = 0] = await addMembers(world, [
    'ivy@mill.example',
    'jo@mill.example',
    'kit@mill.example',
  ])
  await zone(world.ada.id, 'Europe/Berlin')
  await zone(ivy, 'Asia/Tokyo')
  await zone(jo, 'UTC')
  await poll('A new roof')
  const mails = await post.deliver()
  const closes = (name: string) =>
    /A new roof · closes .*?\d\d:\d\d (.*):\n/.exec(
      told(mails.find(({ to }) => String(to).includes(name))),
    )?.[1]
  expect([closes('ivy'), closes('jo'), closes('kit')]).toEqual(['(Japan Time)', 'UTC', '(Germany Time)'])
})

test('an invitation lists at most ten polls and says that there are more', async () => {
  for (let count = 0; count < 11; count++) await poll(`Poll ${count}`)
  // Updated one after the other, the first one lies last in the table.
  for (const which of ["<> 'Poll 0'", "= 'Poll 0'"])
    await world.db.pool.query(`update polls set closing_at = '2098-01-01' where title ${which}`)
  const { mails } = await invite('ivy@mill.example')
  expect(told(mails[0]).match(/\/p\/\w{8}\?k=/g)).toHaveLength(10)
  expect([...told(mails[0]).matchAll(/Poll (\d+) ·/g)].map(([, number]) => number)).toEqual(
    Array.from({ length: 10 }, (_, number) => String(number)),
  )
  expect(told(mails[0])).toContain('There are more open polls in the group.')
})

test('if a poll is deleted before the mail is sent, its link leads to the invitation, and the stored mail holds no link', async () => {
  const { key, id } = await poll('A new roof')
  const [ivy = 0] = await addMembers(world, ['ivy@mill.example'])
  await post.dispatch()
  const [mail] = (await post.outbox()).filter(({ email }) => email === 'ivy@mill.example')
  const stored = await findMail(world.db.pool, mail?.id ?? 0)
  expect(fillLinks(stored?.text_body ?? '', unsentLinks())).toContain(' UTC:\n  [personal link]')
  expect(fillLinks(stored?.html_body ?? '', unsentLinks())).not.toContain('?k=')
  await world.db.pool.query('update polls set discarded_at = now() where id = $1', [id])
  await post.send()
  const text = told(post.smtp.received.at(-1))
  expect(text).not.toContain(`/p/${key}`)
  expect(text.match(/\/g\/mill-lane\?k=/g)).toHaveLength(2)
  const { rows } = await world.db.pool.query(
    "select 1 from personal_links where purpose = 'ballot' and user_id = $1",
    [ivy],
  )
  expect(rows).toEqual([])
})

test('a copied link stands in the stored mail for its button only, not for the polls', async () => {
  await poll('A new roof')
  await addMembers(world, ['ivy@mill.example'])
  await post.dispatch()
  const [mail] = (await post.outbox()).filter(({ email }) => email === 'ivy@mill.example')
  const { text_body, html_body } = (await findMail(world.db.pool, mail?.id ?? 0)) ?? {}
  const link = 'https://moot.example.org/g/mill-lane?k=copied'
  for (const body of [text_body ?? '', html_body ?? '']) {
    const filled = fillLinks(body, copiedLinks(body, { link, code: null }))
    expect(filled.split(link)).toHaveLength(2)
    expect(filled).toContain('[personal link]')
  }
})

test('an invitation does not mention polls if none is open', async () => {
  const { mails } = await invite('ivy@mill.example')
  expect(told(mails[0])).not.toContain('Open polls')
})

test('an invitation does not reveal whether someone voted in an anonymous poll', async () => {
  const { id, key } = await poll('Who chairs', { anonymous: true })
  const [ivy = 0] = await addMembers(world, ['ivy@mill.example'])
  await world.db.pool.query('update electorate set voted = true where poll_id = $1 and user_id = $2', [
    id,
    ivy,
  ])
  const [mail] = await post.deliver()
  expect(linkIn(told(mail), key)).not.toBe('')
})
