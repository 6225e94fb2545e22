import { beforeAll, describe, expect, test } from 'vitest'
import type { PollWish } from '../../test/tell.ts'
import { openWeb, visitPoll, type Web } from '../../test/web.ts'
import { addMembers, createWorld, type World } from '../../test/world.ts'
import { change } from '../db/db.ts'
import { castBallot } from '../polls/cast-ballot.ts'
import { closePoll, sealPoll } from '../polls/close-poll.ts'

let world: World
let web: Web
let people: number[]

beforeAll(async () => {
  world = await createWorld()
  people = await addMembers(world)
  web = await openWeb(world)
})

const visit = (
  wish: PollWish,
  { who = people[0] ?? 0, before = async (_: number): Promise<unknown> => null } = {},
) => visitPoll({ world, web }, wish, { who, before })

const vote = (poll_id: number, voter: number, choice: string) =>
  castBallot(world.db, { poll_id, user_id: people[voter] ?? 0, choices: { [choice]: 1 }, reason: null })

const close = (poll_id: number) =>
  change(world.db, { kind: 'person', user_id: world.ada.id }, (act) => closePoll(act, poll_id))

describe('results', () => {
  const votes = [
    ['agree', 'agree', 'disagree'],
    ['disagree', 'disagree', 'disagree'],
  ]

  test.each([
    ['until_vote', 'You see the results once you have voted'],
    ['until_closed', 'Results are shown to everyone when voting has closed'],
  ] as const)('hidden %s differ in nothing, whatever was voted', async (hide_results, rule) => {
    const pages: string[] = []
    for (const choices of votes) {
      const { page, path } = await visit(
        { settings: { hide_results } },
        {
          who: people[3] ?? 0,
          before: async (id) => {
            for (const [voter, choice] of choices.entries()) await vote(id, voter, choice)
          },
        },
      )
      expect(page.body).toContain(rule)
      pages.push(page.body.replaceAll(path, '').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''))
    }
    expect(pages[0]).toBe(pages[1])
  })

  test('until_vote are shown to one who voted', async () => {
    const { page } = await visit(
      { settings: { hide_results: 'until_vote' } },
      { before: (id) => vote(id, 0, 'agree').then(() => {}) },
    )
    expect(page.body).toContain('1 of 1 · 100%')
  })

  test('of a closed anonymous poll wait for the seal', async () => {
    const settings = { anonymous: true, stance_reason_required: 'disabled' } as const
    const { page, path, cookie, poll_id } = await visit(
      { settings },
      {
        before: async (id) => {
          await vote(id, 0, 'agree')
          await close(id)
        },
      },
    )
    expect(page.body).toContain('The votes are being counted.')
    expect(page.body).not.toContain('of 1 ·')
    await sealPoll(world.db, poll_id)
    expect((await web.get(path, cookie)).body).toContain('1 of 1 · 100%')
  })
})
