import { beforeAll, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import type { PollWish } from '../../../test/tell.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

const FIX = 'Only its voters can cast ballots, on the poll’s page.'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

async function make(settings: PollWish['settings']) {
  const { path, poll_id } = await at.make({
    settings: { poll_type: 'poll', ...settings },
    options: ['Oak', 'Elm'],
    recipients: { audience: 'group' },
  })
  const get = async (tool: string) => at.web.get(`${path}/${tool}`, at.sessions.ada)
  const offers = async () =>
    [
      ...(await at.web.get(path, at.sessions.ada)).body.matchAll(new RegExp(`href="${path}/(\\w+)"`, 'g')),
    ].map(([, tool]) => tool)
  return { poll_id, get, offers }
}

test('an anonymous poll offers to invite voters and to add options only before the first vote', async () => {
  const { poll_id, get, offers } = await make({ anonymous: true })
  expect(await offers()).toEqual(expect.arrayContaining(['invite', 'options', 'edit']))
  await castBallot(at.world.db, { poll_id, user_id: at.people[0] ?? 0, choices: { Oak: 1 }, reason: null })
  const left = await offers()
  expect(left).toContain('edit')
  expect(left).not.toContain('invite')
  expect(left).not.toContain('options')
  for (const [tool, why] of [
    ['invite', 'with new voters, the results could reveal who voted how'],
    ['options', 'ballots without the new option would stand out as earlier ones'],
  ] as const) {
    const refused = await get(tool)
    expect(refused.statusCode).toBe(409)
    expect(refused.body).toContain(why)
    expect(refused.body).not.toContain(FIX)
  }
})

test('an open poll with receipts offers nothing of what receipts are for, but its tags and closing', async () => {
  const { get, offers } = await make({ anonymous: true, receipts: true })
  const left = await offers()
  expect(left).toEqual(expect.arrayContaining(['tags', 'close', 'invite']))
  for (const tool of ['edit', 'options']) {
    expect(left).not.toContain(tool)
    const refused = await get(tool)
    expect(refused.statusCode).toBe(409)
    expect(refused.body).toContain('receipts for exactly this question')
    expect(refused.body).not.toContain(FIX)
  }
  expect((await get('tags')).statusCode).toBe(200)
})
