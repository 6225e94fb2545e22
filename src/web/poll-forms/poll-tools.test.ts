import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import type { PollWish } from '../../../test/tell.ts'
import { tokenFor } from '../../../test/web.ts'
import { PAGES } from '../pages.ts'
import { toolsAmong } from '../visits/poll-tools.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const LATER = '2098-03-01T12:00'

describe('who may manage a poll', () => {
  test('its author and the admins, signed in: each tool is a page with a form', async () => {
    const { path } = await at.make({ settings: { poll_type: 'poll' }, options: ['A', 'B'] })
    for (const cookie of [at.sessions.ada, at.sessions.cleo]) {
      const page = (await at.web.get(path, cookie)).body
      for (const tool of ['close', 'edit', 'options', 'voters', 'invite', 'remind', 'share']) {
        expect(page).toContain(`href="${path}/${tool}"`)
        expect((await at.web.get(`${path}/${tool}`, cookie)).statusCode, tool).toBe(200)
      }
      for (const tool of ['open', 'reopen', 'outcome'])
        expect((await at.web.get(`${path}/${tool}`, cookie)).statusCode, tool).toBe(409)
    }
  })

  test('no other member, nobody by a link, and nobody from outside', async () => {
    const { path, poll_id, send } = await at.make()
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people[1] ?? 0, poll_id })
    const { cookie, page } = await at.web.follow(path, token)
    expect(page.body).not.toContain('Manage this poll')
    expect((await at.web.get(path, at.sessions.ben)).body).not.toContain('Manage this poll')
    const before = JSON.stringify(await at.storedPoll(poll_id))
    for (const { path: at_key } of toolsAmong(PAGES)) {
      const tool = at_key.replace('/p/:key/', '')
      for (const [sent, status] of [
        [at.sessions.ben, 403],
        [cookie, 403],
        ['', 404],
      ] as const) {
        expect((await at.web.get(`${path}/${tool}`, sent)).statusCode, tool).toBe(status)
        if (!['voters', 'share'].includes(tool))
          expect((await send(tool, {}, sent)).statusCode, tool).toBe(status)
      }
    }
    expect(JSON.stringify(await at.storedPoll(poll_id))).toBe(before)
    const foreign = { 'sec-fetch-site': 'cross-site', cookie: at.sessions.ada }
    expect((await at.web.post(`${path}/close`, {}, foreign)).statusCode).toBe(403)
  })
})

describe('an action is confirmed on the poll’s page', () => {
  test.each([
    ['remind', {}, 'remind', 'The reminders wait among the group’s emails, because email is not set up.'],
    ['invite', { emails: 'gus@far.example, hal@far.example' }, 'invite&people=2', '2 people were invited.'],
    ['invite', { emails: 'ben@mill.example' }, 'invite&people=0', 'Everyone you named already has a ballot.'],
    ['edit', { title: 'Another title', closing_at: LATER }, 'edit', 'Your changes are saved.'],
    ['close', {}, 'close', 'The poll is closed.'],
  ])('after %s of %j', async (tool, fields, done, words) => {
    const { path, send } = await at.make({ recipients: { audience: 'group' } })
    const answer = await send(tool, fields)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?done=${done}`])
    expect((await at.web.get(`${path}?done=${done}`, at.sessions.ada)).body).toContain(words)
    expect((await at.web.get(`${path}?done=${done}`, at.sessions.ben)).body).not.toContain(words)
  })
})

describe('managers of a poll see no more of hidden results than others', () => {
  const settings = { hide_results: 'until_closed' } as const
  const votes = [
    ['agree', 'agree', 'disagree'],
    ['disagree', 'abstain', 'abstain'],
  ]

  /** Every page of a poll as Ada gets it, with its headers, with random and time-dependent parts removed. */
  async function pagesAfter(choices: string[], wish: PollWish): Promise<string[]> {
    const { poll_id, path, send } = await at.make(wish)
    for (const [voter, choice] of choices.entries()) await at.vote(poll_id, voter, choice)
    const answers = [await send('ballot', {}), await send('edit', { title: '' })]
    for (const tool of ['', '/voters', '/close', '/edit', '/remind', '/invite'])
      answers.push(await at.web.get(`${path}${tool}`, at.sessions.ada))
    return answers.map(({ statusCode, headers, body }) =>
      `${statusCode} ${JSON.stringify(headers)} ${body}`
        .replaceAll(path.slice('/p/'.length), '')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '')
        .replace(/\d\d:\d\d(:\d\d GMT)?/g, '')
        .replace(/"x-request-id":"[^"]+"/, '')
        .replace(/name="once" value="[^"]+"/, '')
        .replace(/data-seen=\\?"[^"]+"/, ''),
    )
  }

  test.each([
    ['named', { settings }],
    ['anonymous', { settings: { ...settings, anonymous: true } }],
  ] satisfies [string, PollWish][])('%s', async (_, wish) => {
    const [one, other] = [await pagesAfter(votes[0] ?? [], wish), await pagesAfter(votes[1] ?? [], wish)]
    expect(one).toEqual(other)
  })

  test('the same comparison finds a difference if results are visible', async () => {
    const [one, other] = [await pagesAfter(votes[0] ?? [], {}), await pagesAfter(votes[1] ?? [], {})]
    expect(one).not.toEqual(other)
  })
})
