import { beforeAll, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { cookiesOf, withCookie } from '../../../test/sign-in.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

test('first choices of a ranking are announced only where they are shown', async () => {
  const made = await at.make({
    settings: { poll_type: 'ranked_choice', open_link: true },
    options: ['Soup', 'Curry'],
  })
  const [, token = ''] = /\/vote\?k=([\w-]{32})/.exec((await made.send('open-links')).body) ?? []
  const link = `/vote?k=${token}`
  const cookie = cookiesOf(await at.web.get(link))
  await at.web.post('/vote', { k: token, name: 'Nina Oak', s1: '1', s2: '2' }, withCookie(cookie))
  await castBallot(at.world.db, {
    ...{ poll_id: made.poll_id, user_id: at.people[0] ?? 0, reason: null },
    choices: { Soup: 1, Curry: 2 },
  })
  const told = (page: string) => [
    page.split('Points are counted').length - 1,
    page.split('First choices are shown next to the points').length - 1,
    page.includes('first choice of'),
  ]
  expect(told((await at.web.get(link, cookie)).body)).toEqual([2, 0, false])
  expect(told((await at.web.get(`${made.path}?open`, at.sessions.ada)).body)).toEqual([2, 1, true])
})
