import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cookiesOf, mailed, openSignInWorld, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { copiedTokenFor, keyOf, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'
import type { LinkPurpose } from '../../users/personal-link.ts'
import { PAGES } from '../pages.ts'

/** Pages that Ben, whom nobody has named, reaches by personal links: they show his address masked only. */

const BEN = 'ben@mill.example'
const MASKED = 'b•••@mill.example'
const { world, web, post, ben } = await openSignInWorld()
const addressesIn = (body: string) => [...new Set(body.match(/[\w•]+@mill\.example/g))]

type Place = { path: string; purpose: LinkPurpose; subject: { poll_id?: number; discussion_id?: number } }
let places: Place[]

beforeAll(async () => {
  const poll_id = await makePoll(world, { recipients: { audience: 'group' } })
  const discussion_id = await makeThread(world)
  const [poll, thread] = [
    await keyOf(world, 'polls', poll_id),
    await keyOf(world, 'discussions', discussion_id),
  ]
  places = [
    { path: `/p/${poll}`, purpose: 'ballot', subject: { poll_id } },
    { path: `/d/${thread}`, purpose: 'thread', subject: { discussion_id } },
    { path: '/g/mill-lane', purpose: 'invitation', subject: {} },
  ]
})

beforeEach(async () => {
  await world.db.pool.query('truncate sign_ins, attempts, sessions cascade')
  await world.db.pool.query('update users set name = null where id = $1', [ben])
  await world.db.pool.query('update memberships set accepted_at = null where user_id = $1', [ben])
})

async function follow({ path, purpose, subject }: Place, mint = tokenFor): Promise<string> {
  const token = await mint(world, purpose, { user_id: ben, ...subject })
  return (await web.follow(path, token)).cookie
}

/** The page on which somebody who has just joined by a link is offered a mail to sign in. */
async function offerOn({ path, purpose }: Place, cookie: string) {
  const send = (to: string, fields: Record<string, string>) =>
    web.post(`${path}${to}`, { own_name: 'Ben', ...fields }, withCookie(cookie))
  if (purpose === 'invitation') {
    await world.db.pool.query('update memberships set accepted_at = now() where user_id = $1', [ben])
    return web.get(path, cookie)
  }
  const sent =
    purpose === 'ballot' ? await send('/ballot', { choice: '1' }) : await send('/comments', { body: 'Yes.' })
  expect(sent.statusCode, sent.body).toBe(303)
  const shown = await web.get(String(sent.headers.location), cookie)
  return shown.statusCode === 303 ? web.get(String(shown.headers.location), cookie) : shown
}

test.each(['ballot', 'thread', 'invitation'])(
  'by a link to a %s: the page offers to sign in without containing the address, and so does the next',
  async (purpose) => {
    const place = places.find((one) => one.purpose === purpose) as Place
    const cookie = await follow(place)
    const offer = await offerOn(place, cookie)
    expect(offer.body).toContain(`action="${place.path}/sign-in"`)
    expect(addressesIn(offer.body)).toEqual([MASKED])
    const asked = await web.post(`${place.path}/sign-in`, { shown_to: String(ben) }, withCookie(cookie))
    expect(asked.headers.location).toBe('/sign-in/code')
    const browser = cookiesOf(asked)
    for (const answer of [
      await web.get('/sign-in/code', browser),
      await web.post('/sign-in/code', { code: '000 001' }, withCookie(browser)),
    ])
      expect(addressesIn(answer.body)).toEqual([MASKED])
    const [mail] = await mailed(world, post)
    expect(mail?.to).toEqual([BEN])
    const { rows } = await world.db.pool.query('select next from sign_ins')
    expect(rows).toEqual([{ next: '/g/mill-lane' }])
  },
)

/** Enters wrong codes until the page for them is over. Returns that page. */
async function useUp(browser: string) {
  const wrong = () => web.post('/sign-in/code', { code: '000 001' }, withCookie(browser))
  for (let tries = 1; tries < 5; tries++) expect((await wrong()).statusCode).toBe(422)
  return wrong()
}

test.each(['masked', 'typed'])('after five wrong codes, one button sends another mail: %s', async (way) => {
  const place = places[0] as Place
  const shown_to = String(ben)
  const cookie = way === 'masked' ? await follow(place) : ''
  if (way === 'masked') await offerOn(place, cookie)
  const asked =
    way === 'masked'
      ? await web.post(`${place.path}/sign-in`, { shown_to }, withCookie(cookie))
      : await web.post('/sign-in', { address: BEN, next: '/g/mill-lane' })
  const browser = cookiesOf(asked)
  await mailed(world, post)
  const over = await useUp(browser)
  expect([over.statusCode, addressesIn(over.body)]).toEqual([410, []])
  expect(over.body).toContain('<form method="post" action="/sign-in/code/again">')
  const again = await web.post('/sign-in/code/again', {}, withCookie(browser))
  expect([again.statusCode, again.headers.location]).toEqual([303, '/sign-in/code'])
  const fresh = await web.get('/sign-in/code', cookiesOf(again))
  expect(addressesIn(fresh.body)).toEqual([way === 'masked' ? MASKED : BEN])
  expect((await mailed(world, post)).at(-1)?.to).toEqual([BEN])
  const { rows } = await world.db.pool.query('select next from sign_ins')
  expect(rows).toEqual([{ next: '/g/mill-lane' }, { next: '/g/mill-lane' }])
})

test('no other mail is sent from another site, nor without a request', async () => {
  const browser = cookiesOf(await web.post('/sign-in', { address: BEN }))
  const foreign = { 'sec-fetch-site': 'cross-site', cookie: browser }
  expect((await web.post('/sign-in/code/again', {}, foreign)).statusCode).toBe(403)
  expect((await web.post('/sign-in/code/again', {}, SAME_ORIGIN)).statusCode).toBe(410)
  expect((await world.db.pool.query('select 1 from sign_ins')).rows).toHaveLength(1)
})

test('who typed the address sees it', async () => {
  const cookie = cookiesOf(await web.post('/sign-in', { address: BEN, masked: 'true' }))
  expect(addressesIn((await web.get('/sign-in/code', cookie)).body)).toEqual([BEN])
})

describe('the form', () => {
  const post_all = async (cookieFor: (place: Place) => Promise<string>, shown_to = ben) => {
    const answers = []
    for (const place of places)
      answers.push(
        await web.post(
          `${place.path}/sign-in`,
          { shown_to: String(shown_to) },
          withCookie(await cookieFor(place)),
        ),
      )
    return answers.map(({ statusCode, headers }) => headers.location ?? statusCode)
  }

  test('mails nobody by a copied link, without a link, or for another person', async () => {
    const typed = '/sign-in?next=%2Fg%2Fmill-lane'
    expect(await post_all((place) => follow(place, copiedTokenFor))).toEqual([typed, typed, typed])
    expect(await post_all(async () => '')).toEqual([404, 404, 404])
    expect(await post_all(follow, world.ada.id)).toEqual([409, 409, 409])
    const session = await sessionOf(world, ben)
    expect(await post_all(async () => session)).toEqual(Array(3).fill('/g/mill-lane'))
    const { rows } = await world.db.pool.query('select from sign_ins')
    expect(rows).toHaveLength(0)
  })

  test('is not taken from other sites', async () => {
    const [place] = places as [Place]
    const headers = { ...SAME_ORIGIN, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const answer = await web.post(`${place.path}/sign-in`, {}, { ...headers, cookie: await follow(place) })
    expect(answer.statusCode).toBe(403)
  })

  test('is limited like any other for this address, and tells nothing then', async () => {
    const [place] = places as [Place]
    const cookie = await follow(place)
    let answer = await web.post(`${place.path}/sign-in`, {}, withCookie(cookie))
    for (let turn = 0; turn < 10 && answer.statusCode === 303; turn++)
      answer = await web.post(`${place.path}/sign-in`, {}, withCookie(cookie))
    expect(answer.statusCode).toBe(429)
    expect(addressesIn(answer.body)).toEqual([])
  })
})

test('no page that a personal link opens contains the address', async () => {
  const met = []
  for (const place of places) {
    const cookie = await follow(place)
    await offerOn(place, cookie)
    await world.db.pool.query('update users set name = null where id = $1', [ben])
    const { rows } = await world.db.pool.query<{ id: number }>('select id from comments limit 1')
    const below = PAGES.filter(({ path, show }) => show !== null && path.startsWith(place.path.slice(0, 3)))
    for (const { path } of below) {
      const url = path.replace(/^\/.\/:\w+/, place.path).replace(':id', String(rows[0]?.id ?? 1))
      const page = await web.get(url, cookie)
      expect(page.body, url).not.toContain(BEN)
      if (page.statusCode === 200) met.push(path)
    }
  }
  const token = await tokenFor(world, 'unsubscribe', { user_id: ben })
  const unsubscribe = await web.get(`/unsubscribe?k=${token}`)
  expect([unsubscribe.statusCode, addressesIn(unsubscribe.body)]).toEqual([200, [MASKED]])
  expect(met).toEqual(expect.arrayContaining(['/p/:key', '/d/:key', '/d/:key/people', '/g/:handle']))
})
