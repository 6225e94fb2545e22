import { beforeAll, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { cookiesOf, withCookie } from '../../../test/sign-in.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { addOptions } from '../../polls/add-options.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import type { PollSettings } from '../../polls/poll.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

/** A poll, with the address of its open link and the cookie of a browser that voted by it. */
async function votedOpenly(settings: Partial<PollSettings>, vote: Record<string, string>) {
  const made = await at.make({ settings: { ...settings, open_link: true }, options: ['Soup', 'Curry'] })
  const [, token = ''] = /\/vote\?k=([\w-]{32})/.exec((await made.send('open-links')).body) ?? []
  const link = `/vote?k=${token}`
  const cookie = cookiesOf(await at.web.get(link))
  await at.web.post('/vote', { k: token, name: 'Nina Oak', ...vote }, withCookie(cookie))
  return { ...made, link, cookie }
}

test.each([
  [{ poll_type: 'poll' }, { choice: '1' }, 'Your choice'],
  [{ poll_type: 'score' }, { s1: '4', s2: '2' }, 'You: 4'],
] as const)('one’s own vote is marked among the votes by open link: %j', async (settings, vote, mark) => {
  const { link, cookie, poll_id } = await votedOpenly(settings, vote)
  // Its own mark would be the reader's.
  const choices = settings.poll_type === 'poll' ? { Curry: 1 } : { Soup: 1, Curry: 5 }
  await castBallot(at.world.db, { poll_id, user_id: at.people[0] ?? 0, choices, reason: null })
  const { body } = await at.web.get(link, cookie)
  const [result = '', openly = ''] = body.split('id="open-votes-title"')
  expect(result).not.toContain('class="badge own"')
  expect(openly).toContain(`<em class="badge own">${mark}`)
})

test('votes by open link choose nothing, so none of their options is marked as chosen', async () => {
  const made = await votedOpenly({ poll_type: 'score', count_method: 'star' }, { s1: '4', s2: '2' })
  await castBallot(at.world.db, {
    ...{ poll_id: made.poll_id, user_id: at.people[0] ?? 0, reason: null },
    choices: { Curry: 5, Soup: 1 },
  })
  await change(at.world.db, SYSTEM, (act) => closePoll(act, made.poll_id))
  const { body } = await at.web.get(made.link, made.cookie)
  const [result = '', openly = ''] = body.split('id="open-votes-title"')
  expect(result).toContain('>Chosen<')
  expect(openly).toContain('Soup')
  expect(openly).not.toContain('>Chosen<')
})

test('first choices of a ranking are announced only where they are shown', async () => {
  const made = await votedOpenly({ poll_type: 'ranked_choice' }, { s1: '1', s2: '2' })
  await castBallot(at.world.db, {
    ...{ poll_id: made.poll_id, user_id: at.people[0] ?? 0, reason: null },
    choices: { Soup: 1, Curry: 2 },
  })
  const told = (page: string) => [
    page.split('Points are counted').length - 1,
    page.split('First choices are shown next to the points').length - 1,
    page.includes('first choice of'),
  ]
  expect(told((await at.web.get(made.link, made.cookie)).body)).toEqual([2, 0, false])
  expect(told((await at.web.get(`${made.path}?open`, at.sessions.ada)).body)).toEqual([2, 1, true])
})

test.each([
  ['irv', /class="bar/],
  ['schulze', /“Soup” head to head with each other option.*class="bar/s],
] as const)('a poll counted by %s is drawn once it is closed', async (count_method, picture) => {
  const made = await votedOpenly({ poll_type: 'ranked_choice', count_method }, { s1: '1', s2: '2' })
  await castBallot(at.world.db, {
    ...{ poll_id: made.poll_id, user_id: at.people[0] ?? 0, reason: null },
    choices: { Soup: 1, Curry: 2 },
  })
  const count = async () => {
    const [, results = ''] = (await at.web.get(made.link, made.cookie)).body.split('id="results"')
    return results.split('id="open-votes-title"')[0] ?? ''
  }
  expect(await count()).not.toContain('id="count"')
  await change(at.world.db, SYSTEM, (act) => closePoll(act, made.poll_id))
  expect(await count()).toMatch(picture)
  expect(await count()).toContain('How the votes were counted')
  expect(await count()).not.toContain('/ballots')
})

test('an option that was added later says how many voted before, also among results by open link', async () => {
  const made = await votedOpenly({ poll_type: 'poll' }, { choice: '1' })
  await castBallot(at.world.db, {
    ...{ poll_id: made.poll_id, user_id: at.people[0] ?? 0, reason: null },
    choices: { Curry: 1 },
  })
  await change(at.world.db, SYSTEM, (act) => addOptions(act, made.poll_id, ['Salad']))
  const { body } = await at.web.get(made.link, made.cookie)
  expect(body).toMatch(/>Salad<.*?1 person voted before this option was added\./s)
})
