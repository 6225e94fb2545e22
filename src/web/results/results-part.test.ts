import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

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
    ['until_closed', 'Nobody sees results until voting has closed'],
  ] as const)('hidden %s differ in nothing, whatever was voted', async (hide_results, rule) => {
    const pages: string[] = []
    // The same for both, so that the pages show the same minute.
    const closing_at = new Date(Date.now() + 90 * 3_600_000)
    for (const choices of votes) {
      const { page, path } = await at.visit(
        { settings: { closing_at, hide_results, thresholds: [TWO_THIRDS], quorum_pct: 50 } },
        {
          who: at.people[3] ?? 0,
          before: async (id) => {
            for (const [voter, choice] of choices.entries()) await at.vote(id, voter, choice)
          },
        },
      )
      expect(page.body).toContain(rule)
      pages.push(
        page.body
          .replaceAll(path, '')
          .replaceAll(encodeURIComponent(path), '')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
          .replace(/data-seen="[^"]+"/, ''),
      )
    }
    expect(pages[0]).toBe(pages[1])
  })

  test.each([
    ['proposal', ['agree', 'disagree']],
    ['poll', ['Oak', 'Ash']],
  ] as const)(
    'of a %s with a condition of all voters are shares of all, in bar, axis and words',
    async (type, options) => {
      const [option] = options
      const settings = {
        poll_type: type,
        thresholds: [{ option, percent: 50, of: 'eligible' as const, at: 'least' as const }],
      }
      const { page } = await at.visit(
        { settings, options: [...options] },
        {
          before: async (id) => {
            for (const voter of [0, 1]) await at.vote(id, voter, option)
          },
        },
      )
      const results = page.body.slice(page.body.indexOf('id="results"'))
      expect(results).toContain('2 of 5 · 40%')
      expect(results).toContain('x="0%" width="40%"')
      expect(results).toMatch(/x1="50%" x2="50%"/)
      expect(results).toContain('<span>all 5 voters</span>')
      expect(results).not.toContain('2 of 2 · 100%')
    },
  )

  test('until_vote are shown to people who voted', async () => {
    const { page } = await at.visit(
      { settings: { hide_results: 'until_vote' } },
      { before: (id) => at.vote(id, 0, 'agree').then(() => {}) },
    )
    expect(page.body).toContain('1 of 1 · 100%')
  })

  test.each([
    ['without conditions', {}],
    ['with a condition', { thresholds: [TWO_THIRDS] }],
    ['with a quorum', { thresholds: [TWO_THIRDS], quorum_pct: 50 }],
  ])('say once on the screen how many have voted: %s, open and closed', async (_, settings) => {
    for (const closed of [false, true]) {
      const { page } = await at.visit(
        { settings },
        {
          before: async (id) => {
            await at.vote(id, 0, 'agree')
            if (closed) await change(at.world.db, SYSTEM, (act) => closePoll(act, id))
          },
        },
      )
      const on_screen = page.body.replaceAll(/<dd class="on-paper">.*?<\/dd>/g, '')
      expect(on_screen.match(/1 of 5 (?:voted|ballots cast)/g)).toHaveLength(1)
    }
  })

  test('of a named poll show voters’ names under what they chose, and mark one’s own choice', async () => {
    const { page } = await at.visit({}, { before: (id) => at.vote(id, 0, 'agree').then(() => {}) })
    expect(page.body).toContain('aria-label="Who chose Agree"')
    expect(page.body).toContain('<em class="badge own">Your choice</em>')
  })

  test('of a closed anonymous poll show no names, and mark no choice', async () => {
    const settings = { anonymous: true, stance_reason_required: 'disabled' } as const
    const { page } = await at.visit(
      { settings },
      {
        before: async (id) => {
          await at.vote(id, 0, 'agree')
          await at.close(id)
          await sealPoll(at.world.db, id)
        },
      },
    )
    expect(page.body).toContain('1 of 1 · 100%')
    expect(page.body).not.toContain('Who chose')
    expect(page.body).not.toContain('Your choice')
  })

  test('of a closed anonymous poll appear once it is sealed', async () => {
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
    const visit = (who: number) =>
      at
        .visit(
          { settings: { anonymous: true } },
          {
            who: at.people[who] ?? 0,
            before: async (id) => {
              for (let voter = 0; voter < 3; voter++) await at.vote(id, voter)
            },
          },
        )
        .then(({ page }) => page.body)

    test.each([
      ['one who voted', 0],
      ['one who did not', 3],
    ])('appear after it closes, for %s, and the page says why', async (_, who) => {
      const body = await visit(who)
      expect(body).toContain('Nobody sees results of an anonymous poll until voting has closed')
      expect(body).toContain('3 of 5 ballots cast')
      expect(body).not.toMatch(/\d+ of \d+ · \d+%/)
    })
  })
})
