import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../test/poll-web.ts'
import { sealPoll } from '../polls/close-poll.ts'

let at: PollWorld

beforeAll(async () => {
  at = await openPollWorld()
})

const TWO_THIRDS = { option: 'agree', percent: 66.66, of: 'cast' as const, at: 'least' as const }

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
      const { page, path } = await at.visit(
        { settings: { hide_results, thresholds: [TWO_THIRDS], quorum_pct: 50 } },
        {
          who: at.people[3] ?? 0,
          before: async (id) => {
            for (const [voter, choice] of choices.entries()) await at.vote(id, voter, choice)
          },
        },
      )
      expect(page.body).toContain(rule)
      pages.push(page.body.replaceAll(path, '').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''))
    }
    expect(pages[0]).toBe(pages[1])
  })

  test('until_vote are shown to one who voted', async () => {
    const { page } = await at.visit(
      { settings: { hide_results: 'until_vote' } },
      { before: (id) => at.vote(id, 0, 'agree').then(() => {}) },
    )
    expect(page.body).toContain('1 of 1 · 100%')
  })

  test('of a closed anonymous poll wait for the seal', async () => {
    const settings = { anonymous: true, stance_reason_required: 'disabled' } as const
    const { page, path, cookie, poll_id } = await at.visit(
      { settings },
      {
        before: async (id) => {
          await at.vote(id, 0, 'agree')
          await at.close(id)
        },
      },
    )
    expect(page.body).toContain('The votes are being counted.')
    expect(page.body).not.toContain('of 1 ·')
    await sealPoll(at.world.db, poll_id)
    expect((await at.web.get(path, cookie)).body).toContain('1 of 1 · 100%')
  })

  describe('of an open anonymous poll', () => {
    const STEPS = 'first when 3 have voted, then when 6 have, and all of them when voting has closed.'
    const visit = (hide_results: 'off' | 'until_vote' | 'until_closed', votes: number, who = 0) =>
      at
        .visit(
          { settings: { anonymous: true, stance_reason_required: 'disabled', hide_results } },
          {
            who: at.people[who] ?? 0,
            before: async (id) => {
              for (let voter = 0; voter < votes; voter++) await at.vote(id, voter)
            },
          },
        )
        .then(({ page }) => page.body)

    test.each(['off', 'until_vote'] as const)('shown %s are said to move in steps, and why', async (hide) => {
      const body = await visit(hide, 0)
      expect(body).toContain('so that nobody’s vote can be told from how the totals move')
      expect(body).toContain(STEPS)
    })

    test('hidden until the closing move in no steps', async () => {
      expect(await visit('until_closed', 0)).not.toContain(STEPS)
    })

    test.each([1, 2])('are told with %d cast to those who may see them', async (votes) => {
      for (const hide of ['off', 'until_vote'] as const) {
        const body = await visit(hide, votes)
        expect(body).not.toContain('once you have voted')
        expect(body).toContain(`${votes} of 5 voted. No vote is counted yet.`)
        expect(body).toContain(STEPS)
      }
      expect(await visit('until_vote', votes, 3)).toContain('You see the results once you have voted')
    })

    test('are never taken for all who voted', async () => {
      const body = await visit('off', 4)
      expect(body).toContain('4 of 5 voted. 3 of these votes are counted so far.')
      expect(body).toContain('3 of 3 counted agree.')
      expect(body).toContain('all 3 counted')
      expect(body).not.toContain('3 who voted')
      expect(await visit('off', 3)).toContain('all 3 who voted')
    })
  })
})
