import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { cookiesOf, sessionOf } from '../../../test/sign-in.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'
import { nameMembers } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { makeJoinLink } from '../../members/joining/make-join-link.ts'
import { mintSignInLink } from '../../users/sign-in/mint-sign-in.ts'

let at: PollWorld

beforeAll(async () => {
  at = await openPollWorld()
  await nameMembers(at.world)
})

const withCookie = (cookie: string) => ({ ...SAME_ORIGIN, cookie })

describe('signing out', () => {
  test('ends what the links followed in this browser opened, until they are opened again', async () => {
    const { poll_id, path, token, cookie: link } = await at.come({})
    const session = await sessionOf(at.world, at.people[0] ?? 0)
    expect((await at.web.get(path, link)).statusCode).toBe(200)
    const left = cookiesOf(await at.web.post('/sign-out', {}, withCookie(`${session}; ${link}`)))
    const next = `${left}; ${link}`
    expect((await at.web.get(path, next)).statusCode).toBe(404)
    expect((await at.web.post(`${path}/ballot`, { choice: '1' }, withCookie(next))).statusCode).toBe(404)
    expect(await at.scoresOf(poll_id)).toBeUndefined()
    await new Promise((resolve) => setTimeout(resolve, 2))
    const { cookie: anew } = await at.web.follow(path, token)
    expect((await at.web.get(path, `${left}; ${anew}`)).statusCode).toBe(200)
  })

  test('ends links that an earlier release kept without their time, too', async () => {
    const { path, token } = await at.come({})
    const link = `__Secure-folkmoot_link=${token}`
    expect((await at.web.get(path, link)).statusCode).toBe(200)
    const left = cookiesOf(await at.web.post('/sign-out', {}, withCookie(link)))
    expect((await at.web.get(path, `${left}; ${link}`)).statusCode).toBe(404)
  })

  test('by a clock that was ahead ends no links that are followed later', async () => {
    const { path, token, cookie: link } = await at.come({})
    const ahead = `__Host-folkmoot_left=${Date.now() + 86_400_000}`
    expect((await at.web.get(path, `${ahead}; ${link}`)).statusCode).toBe(404)
    const followed = await at.web.get(`${path}?k=${token}`, ahead)
    expect((await at.web.get(path, cookiesOf(followed))).statusCode).toBe(200)
    const [corrected = ''] = cookiesOf(followed).split('; ')
    expect((await at.web.get(path, `${corrected}; ${link}`)).statusCode).toBe(404)
  })

  test('elsewhere leaves links alone', async () => {
    const { path, cookie } = await at.come({})
    await at.web.post('/sign-out', {}, withCookie(await sessionOf(at.world, at.people[0] ?? 0)))
    expect((await at.web.get(path, cookie)).statusCode).toBe(200)
  })
})

describe('signing in', () => {
  const enter = async (person: number, cookie: string) => {
    const { db } = at.world
    const k = await change(db, SYSTEM, ({ tx }) => mintSignInLink(tx, { user_id: person }, 'command_line'))
    const entered = await at.web.post('/sign-in/link', { k }, withCookie(cookie))
    expect(entered.statusCode).toBe(303)
    return cookiesOf(entered)
  }
  /** Who of the first two votes when a browser with these cookies sends a ballot. */
  const voterOf = async ({ poll_id, path }: { poll_id: number; path: string }, cookie: string) => {
    await at.web.post(`${path}/ballot`, { choice: '1' }, withCookie(cookie))
    const scores = await Promise.all([0, 1].map((voter) => at.scoresOf(poll_id, voter)))
    return scores.flatMap((given, voter) => (given === undefined ? [] : [voter]))
  }

  test('ends what the links of others opened that were followed before', async () => {
    const come = await at.come({})
    const session = await enter(at.people[1] ?? 0, come.cookie)
    expect(await voterOf(come, `${session}; ${come.cookie}`)).toEqual([1])
  })

  test('leaves the person’s own ballot open', async () => {
    const come = await at.come({})
    const session = await enter(at.people[0] ?? 0, come.cookie)
    expect(await voterOf(come, `${session}; ${come.cookie}`)).toEqual([0])
  })

  test('leaves links open that are followed afterwards', async () => {
    const come = await at.come({})
    const session = await enter(at.people[1] ?? 0, '')
    await new Promise((resolve) => setTimeout(resolve, 2))
    const { cookie: link } = await at.web.follow(come.path, come.token)
    expect(await voterOf(come, `${session}; ${link}`)).toEqual([0])
  })

  test('leaves a link for joining open, which signing out ends', async () => {
    const { ada, group, db } = at.world
    const wish = { group_id: group.id, made_by: ada.id, asks: false, most: null, ends_at: null }
    const by = { kind: 'person', user_id: ada.id } as const
    const { token } = await change(db, by, (act) => makeJoinLink(act, wish))
    const link = `__Secure-folkmoot_link=${token}.${Date.now()}`
    const [, left = ''] = /(__Host-folkmoot_left=[^;]*)/.exec(await enter(at.people[1] ?? 0, '')) ?? []
    expect((await at.web.get('/join', `${left}; ${link}`)).statusCode).toBe(200)
    const out = cookiesOf(await at.web.post('/sign-out', {}, withCookie(link)))
    expect((await at.web.get('/join', `${out}; ${link}`)).statusCode).toBe(404)
  })
})
