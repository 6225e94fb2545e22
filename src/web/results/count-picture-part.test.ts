import { describe, expect, test } from 'vitest'
import { type Ballots, openElections } from '../../../test/elections.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { POLL_TYPE_NAMES, type PollTypeName, pollType } from '../../polls/types/index.ts'

const { at, voters, pageOf } = await openElections()

const BALLOTS: Ballots = [
  [6, 'Rosa Tom'],
  [3, 'Mei'],
  [2, 'Priya'],
  [1, 'Owen Priya'],
]

describe('the picture of a poll by comparing pairs', () => {
  const pair = (name: string, numbers: string) => new RegExp(`>${name}</bdi>(?:(?!</li>).)*${numbers}`)

  test.each([
    ['schulze', { closed: false, anonymous: false }],
    ['schulze', { closed: true, anonymous: true }],
    ['ranked_pairs', { closed: true, anonymous: false }],
  ] as const)('by %s comes before its numbers: %o', async (count_method, { closed, anonymous }) => {
    const settings = { poll_type: 'ranked_choice', count_method, anonymous } as const
    const { html } = await pageOf(settings, BALLOTS, { closed })
    const [picture = '', numbers] = html.split('id="duels"')
    expect(numbers).toContain('<table')
    expect(picture).toContain('“Rosa” head to head with each other option')
    expect(picture).toContain('ballots that rank “Rosa” higher')
    expect(picture).toMatch(pair('Mei', '6 to 3'))
    // Of all 12 who voted: 6 from the start of the axis, and 3 up to its end.
    expect(picture).toMatch(pair('Mei', 'class="value" x="0%" width="50%"'))
    expect(picture).toMatch(pair('Mei', 'class="left" x="75%" width="25%"'))
    expect(picture).toContain('all 12 who voted')
  })

  test('marks the ranks that the reader gave, and nobody else’s', async () => {
    const settings = { poll_type: 'ranked_choice', count_method: 'schulze' } as const
    const own = (rank: number) => `<em class="badge own">Your rank: ${rank}</em>`
    const { html } = await pageOf(settings, BALLOTS, { who: voters[0] ?? 0 })
    expect(html).toContain(`each other option ${own(1)}`)
    expect(html).toMatch(pair('Tom', own(2)))
    expect(html.match(/Your rank/g)).toHaveLength(2)
    const { html: other } = await pageOf(settings, BALLOTS, { who: at.people[3] ?? 0 })
    expect(other).not.toContain('Your rank')
  })

  test('is not shown where results are hidden', async () => {
    for (const hide_results of ['until_vote', 'until_closed'] as const) {
      const settings = { poll_type: 'ranked_choice', count_method: 'schulze', hide_results } as const
      const { html } = await pageOf(settings, BALLOTS, { closed: false, who: at.people[3] ?? 0 })
      expect(html).not.toContain('head to head')
    }
  })
})

describe('the page of every type has a picture of its result', () => {
  const OPTIONS: { [type in PollTypeName]?: string[] } = {
    proposal: ['agree', 'disagree'],
    count: ['Yes', 'No'],
    meeting: ['2031-05-04T18:00:00Z', '2031-05-05T18:00:00Z'],
  }
  const ways = POLL_TYPE_NAMES.flatMap((poll_type) => {
    const methods = pollType(poll_type).count_methods
    const chosen = methods.length > 1 ? methods.filter((method) => method !== 'approval') : [null]
    return chosen.map((count_method) => [poll_type, count_method] as const)
  })

  test.each(ways)('%s, counted by %s', async (poll_type, count_method) => {
    const shares = count_method === 'equal_shares'
    const options = OPTIONS[poll_type] ?? ['Oak', 'Ash', 'Elm']
    const wish = {
      settings: { poll_type, count_method, budget: shares ? 9 : null },
      options,
      ...(shares ? { option_costs: { Oak: 3, Ash: 4, Elm: 5 } } : {}),
    }
    const several = ['numbers', 'answers'].includes(pollType(poll_type).answered_by)
    const named = several ? options : options.slice(0, 1)
    const choices = Object.fromEntries(named.map((name, place) => [name, place + 1]))
    const vote = async (poll_id: number) =>
      castBallot(at.world.db, { poll_id, user_id: voters[0] ?? 0, choices, reason: null })
    for (const closes of [false, true]) {
      const { page } = await at.visit(wish, {
        before: async (poll_id) => {
          await vote(poll_id)
          if (closes) await at.close(poll_id)
        },
      })
      const [, result = ''] = page.body.split('id="results"')
      expect(result).toMatch(/<ul class="results|<svg class="stacked/)
    }
  })
})
