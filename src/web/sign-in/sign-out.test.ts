import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { cookiesOf, sessionOf } from '../../../test/sign-in.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'

let at: PollWorld

beforeAll(async () => {
  at = await openPollWorld()
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

  test('elsewhere leaves links alone', async () => {
    const { path, cookie } = await at.come({})
    await at.web.post('/sign-out', {}, withCookie(await sessionOf(at.world, at.people[0] ?? 0)))
    expect((await at.web.get(path, cookie)).statusCode).toBe(200)
  })
})
