import { beforeEach, expect, test } from 'vitest'
import { openInvitation } from '../../../test/invitation.ts'
import { sessionOf } from '../../../test/sign-in.ts'
import { makePoll } from '../../../test/tell.ts'
import { copiedTokenFor, keyOf, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'

let world: World
let web: Web
let ben: number
let token: string

beforeEach(async () => {
  ;({ world, web, ben, token } = await openInvitation())
})

test('the page names the open polls in which the invited person can vote, and no others', async () => {
  const everyone = { audience: 'group' as const }
  await makePoll(world, { settings: { title: 'New <roof>' }, recipients: everyone })
  await makePoll(world, {
    settings: { title: 'Only Ada', specified_voters_only: true },
    recipients: { user_ids: [world.ada.id] },
  })
  const { page } = await web.follow('/g/mill-lane', token)
  expect(page.body).toContain('Open polls you can vote in')
  expect(page.body).toContain('<strong dir="auto">New &lt;roof></strong>')
  expect(page.body).not.toContain('Only Ada')
})

test('the page says how to vote in them: by a link only to join, or by opening them while signed in', async () => {
  const poll_id = await makePoll(world, { settings: { title: 'A new roof' } })
  const path = `/p/${await keyOf(world, 'polls', poll_id)}`
  const mailed = (await web.follow('/g/mill-lane', token)).page.body
  expect(mailed).toContain('The link is personal, so do not pass it on.')
  expect(mailed).toContain('To vote, join first, or open the poll’s link if your email has one.')
  const copied = await copiedTokenFor(world, 'invitation', { user_id: ben })
  expect((await web.follow('/g/mill-lane', copied)).page.body).toContain('This link only lets you join.')
  const cookie = await sessionOf(world, ben)
  const own = (await web.get('/g/mill-lane', cookie)).body
  expect(own).toContain(`<a href="${path}?own" dir="auto">A new roof</a>`)
  for (const absent of ['join first', 'The link is personal']) expect(own).not.toContain(absent)
  expect((await web.get(path, cookie)).statusCode).toBe(200)
})

test('the page lists the polls that close first, then the oldest, as the mail does, and says if there are more', async () => {
  const numbers = Array.from({ length: 21 }, (_, number) => number + 1)
  const at = (day: number) => new Date(Date.UTC(2098, 0, day))
  for (const number of numbers)
    await makePoll(world, { settings: { title: `Poll ${number}`, closing_at: at(number === 21 ? 1 : 2) } })
  const { page } = await web.follow('/g/mill-lane', token)
  const listed = [...page.body.matchAll(/<strong dir="auto">(Poll \d+)</g)].map(([, title]) => title)
  expect(listed).toEqual(['Poll 21', ...numbers.slice(0, 19).map((number) => `Poll ${number}`)])
  expect(page.body).toContain('There are more open polls in the group.')
})
