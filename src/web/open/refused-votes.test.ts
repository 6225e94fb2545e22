import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { cookiesOf, withCookie } from '../../../test/sign-in.ts'
import type { PollWish } from '../../../test/tell.ts'
import { SAME_ORIGIN, tokenFor } from '../../../test/web.ts'

/** Votes by an open link that are not recorded: each answer says so, and keeps the ballot where there is one. */

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const DOTS = { settings: { poll_type: 'dot_vote' as const }, options: ['Soup', 'Curry'] }

/** A poll with an open link, in a browser that has opened it. */
async function openPoll({ settings, ...wish }: PollWish = {}, link: Record<string, string> = {}) {
  const made = await at.make({ ...wish, settings: { ...settings, open_link: true } })
  const [, k = ''] = /\/vote\?k=([\w-]{32})/.exec((await made.send('open-links', link)).body) ?? []
  const page = await at.web.get(`/vote?k=${k}`)
  const cookie = cookiesOf(page)
  const send = (fields: Record<string, string | string[]>, as = cookie) =>
    at.web.post('/vote', { k, name: 'Nina Oak', ...fields }, withCookie(as))
  const votes = async () => {
    const { rows } = await at.world.db.pool.query('select scores from open_ballots where poll_id = $1', [
      made.poll_id,
    ])
    return rows.map(({ scores }) => scores)
  }
  return { ...made, k, page: page.body, cookie, post: send, votes }
}

/** What the response says above the ballot, as text. */
const alertIn = (page: string) =>
  (/role="alert".*?>(.*?)<\/div>/s.exec(page)?.[1] ?? '').replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('an empty ballot by an open link', () => {
  test('without dots asks for confirmation before it is cast', async () => {
    const { k, post, votes } = await openPoll(DOTS)
    const fields = { s1: '0', s2: '0', address: 'nina@far.example' }
    const asked = await post(fields)
    expect(asked.statusCode).toBe(422)
    expect(asked.body).toContain('You have not placed any dots. Cast an empty vote?')
    expect(asked.body.indexOf('id="ballot"')).toBeLessThan(asked.body.indexOf('You have not placed any dots'))
    const [, form = ''] =
      new RegExp(`<form method="post" action="/vote\\?k=${k}">(.*?)</form>`).exec(asked.body) ?? []
    const hidden = Object.fromEntries(
      [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    )
    expect(hidden).toEqual({ k, name: 'Nina Oak', ...fields, empty: 'yes' })
    expect(await votes()).toEqual([])
    expect((await post(hidden)).statusCode).toBe(303)
    expect(await votes()).toEqual([[null, null]])
  })

  test.each<[string, PollWish]>([
    ['proposal', {}],
    ['count', { settings: { poll_type: 'count' } }],
    ['poll', { settings: { poll_type: 'poll' }, options: ['A', 'B'] }],
    ['meeting', { settings: { poll_type: 'meeting' }, options: ['2098-07-02', '2098-07-03'] }],
    ['score', { settings: { poll_type: 'score' }, options: ['A', 'B'] }],
    ['ranked_choice', { settings: { poll_type: 'ranked_choice' }, options: ['A', 'B'] }],
    ['dot_vote', DOTS],
  ])('of type %s is answered as by a personal link', async (_, wish) => {
    const { poll_id, path, post, votes } = await openPoll(wish)
    const by_link = await tokenFor(at.world, 'ballot', { user_id: at.people[0] ?? 0, poll_id })
    const { cookie } = await at.web.follow(path, by_link)
    const personal = await at.web.post(`${path}/ballot`, { own_name: 'Ben' }, { ...SAME_ORIGIN, cookie })
    const open = await post({})
    expect([open.statusCode, alertIn(open.body)]).toEqual([personal.statusCode, alertIn(personal.body)])
    expect(alertIn(open.body)).not.toBe('')
    expect(await votes()).toEqual([])
  })
})
