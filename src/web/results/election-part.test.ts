import { describe, expect, test } from 'vitest'
import { type Ballots, BOARD, NAMES, openElections } from '../../../test/elections.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

const { at, voters, pageOf } = await openElections()

/** Rosa has a surplus; Priya ties with Mei, and an earlier round decides. */
const BALLOTS: Ballots = [
  [6, 'Rosa Tom'],
  [3, 'Mei'],
  [2, 'Priya'],
  [1, 'Owen Priya'],
]

describe('an election', () => {
  test('describes each round in words, and draws the votes and the transfers', async () => {
    const { html, text } = await pageOf(BOARD, BALLOTS)
    expect(text).toContain('Elected: Rosa and Mei.')
    expect(text).toContain(
      'Round 1 5 votes are enough for a seat: no more than 2 options can reach that many. “Rosa” has 6 votes, enough for a seat.',
    )
    expect(text).toContain(
      '“Rosa” has 1 vote more than needed. These votes are transferred to the next choice on their ballots: 1 vote to “Tom”.',
    )
    expect(text).toContain(
      'These votes are transferred to the next choice on their ballots: 1 vote to “Priya”.',
    )
    expect(text).toMatch(/Priya 3 \(\+1\)/)
    expect(text).toMatch(
      /Tie for the fewest \(\d+ votes each\): [^.]+\. Decided by the latest earlier round in which they differ: “Priya” drops out\. These votes/,
    )
    expect(text).not.toContain('“Priya” has the fewest')
    expect(text).toContain(
      'One seat is left, and only one option. It gets the seat, even with fewer votes than needed: “Mei”.',
    )
    expect(html.match(/class="arcs /g)?.length).toBeGreaterThan(2)
    expect(html).toContain('<em class="badge out">Out</em>')
    expect(html).toContain('href="/help/counting#stv_scottish"')
    // Sums of points would have another winner.
    expect(html).not.toContain('class="ranks"')
  })

  test('says why votes have fractions, or are rounded, only where some are', async () => {
    const WHY = 'Why fractions? A surplus'
    const ROUNDED = 'These numbers are rounded.'
    const whole = [
      [2, 'Rosa Mei'],
      [2, 'Mei Tom'],
      [1, 'Tom Rosa'],
      [1, 'Owen Rosa'],
    ] as [number, string][]
    const parts = [
      [5, 'Rosa Mei'],
      [2, 'Rosa Tom'],
      [3, 'Mei Tom'],
      [1, 'Tom Rosa'],
    ] as [number, string][]
    for (const [count_method, ballots, said] of [
      ['stv_scottish', whole, [false, false]],
      ['stv_scottish', parts, [true, false]],
      ['stv_meek', whole, [true, false]],
      ['stv_meek', parts, [true, true]],
    ] as const) {
      const { text } = await pageOf({ ...BOARD, count_method }, ballots)
      expect([text.includes(WHY), text.includes(ROUNDED)], count_method).toEqual(said)
    }
  })

  test('has a quota of one vote where a single ballot is counted', async () => {
    const { text } = await pageOf(BOARD, [[1, 'Rosa Mei']])
    expect(text).toContain('1 vote is enough for a seat')
  })

  test('names the order of the rounds by the number of the elected', async () => {
    const { text } = await pageOf(BOARD, BALLOTS)
    expect(text).toContain('first the options that were elected, then')
    const { text: chair } = await pageOf({ ...BOARD, seats: 1, count_method: 'irv' }, BALLOTS)
    expect(chair).toContain('first the option that was elected, then')
  })

  test('names the two options that competed for the last seat', async () => {
    const { text } = await pageOf(BOARD, [
      [5, 'Rosa'],
      [4, 'Mei'],
      [2, 'Priya'],
      [1, 'Owen Priya'],
    ])
    expect(text).toContain('For the last seat, “Mei” (4 votes) was ahead of “Priya” (3 votes).')
    const { text: tied } = await pageOf(BOARD, BALLOTS)
    expect(tied).not.toContain('For the last seat')
  })

  test('is a table too, with numbers that people read', async () => {
    const { text } = await pageOf(BOARD, BALLOTS)
    expect(text).toContain('All rounds as a table Option Round 1 Round 2')
    expect(text).toMatch(/Rosa 6 5/)
    const { text: meek } = await pageOf({ ...BOARD, count_method: 'stv_meek' }, BALLOTS)
    expect(meek).toMatch(/Rosa 6 4 /)
    expect(meek).not.toMatch(/\d\.\d{3}/)
  })

  test('by Meek’s rule says what elected options keep, and that all ballots are counted again', async () => {
    const { text } = await pageOf({ ...BOARD, count_method: 'stv_meek' }, BALLOTS)
    expect(text).toContain(
      'Elected options keep only as much of each vote as they need for their seat. The rest goes to the next choices: 2 votes to “Tom”.',
    )
    expect(text).toMatch(/drops out\. All ballots are counted again without “Owen”, and votes move on: /)
    expect(text).not.toContain('These votes are transferred')
  })

  test('by Meek’s rule says where the number for a seat falls, to what, and why', async () => {
    const { text } = await pageOf({ ...BOARD, count_method: 'stv_meek' }, BALLOTS)
    expect(text).toContain('Round 1 A seat takes more than 4 votes')
    expect(text).toContain(
      'A seat now takes more than 3 votes instead of 4: 3 votes go to no remaining option, and this number is calculated without such votes.',
    )
    expect(text).toMatch(/For a seat: more than 4 4 4 3 3 /)
    // Rosa keeps hardly more than 4, which are written as 4.
    expect(text).toContain('These numbers are rounded.')
    expect((await pageOf(BOARD, BALLOTS)).text).not.toContain('A seat now takes')
  })

  test('names the options without votes in a line', async () => {
    const { text } = await pageOf(BOARD, BALLOTS)
    expect(text).toContain('No votes: Tom.')
  })

  test.each([
    ['ranked_choice', 'irv', '“Rosa” has 8 votes, more than half of the votes still counting,'],
    ['ranked_choice', 'schulze', '“Rosa” beats every other option head to head'],
  ] as const)(
    'says of %s by %s only that an option is ahead while voting is open',
    async (poll_type, count_method, begins) => {
      const ballots: Ballots = [
        [8, 'Rosa Mei'],
        [2, 'Mei'],
      ]
      const open = await pageOf({ poll_type, count_method }, ballots, { closed: false })
      expect(open.text).toContain(`${begins} and is ahead.`)
      expect(open.text).not.toMatch(/wins/i)
      const closed = await pageOf({ poll_type, count_method }, ballots)
      expect(closed.text).toContain(`${begins} and wins.`)
    },
  )

  test('shows while voting is open what would be elected now, and nothing about other methods', async () => {
    const { text } = await pageOf(BOARD, BALLOTS, { closed: false })
    expect(text).toContain('The count so far')
    expect(text).toContain('first the options that are ahead, then those that dropped out')
    expect(text).toContain('If voting ended now: Rosa and Mei.')
    expect(text).not.toContain('counted differently')
    expect(text).not.toContain('Elected:')
  })

  test.each(['until_vote', 'until_closed'] as const)(
    'with results hidden %s tells nobody else anything of its count',
    async (hide_results) => {
      const who = at.people[3] ?? 0
      const { html, text } = await pageOf({ ...BOARD, hide_results }, BALLOTS, { closed: false, who })
      expect(text).not.toContain('The count so far')
      expect(html).not.toContain('class="rounds')
    },
  )

  test('says how rounds are ordered only where there are several', async () => {
    const order = 'The order is the same in every round'
    expect((await pageOf(BOARD, BALLOTS)).text).toContain(order)
    const { text } = await pageOf({ ...BOARD, count_method: 'irv', seats: 1 }, [[3, 'Rosa']])
    expect(text).toContain('How the votes were counted')
    expect(text).not.toContain(order)
  })

  test('without a vote has no count', async () => {
    const { text } = await pageOf(BOARD, [])
    expect(text).not.toContain('How the votes were counted')
  })

  test('by comparing pairs shows each duel in a matrix and in words', async () => {
    const { text } = await pageOf({ ...BOARD, count_method: 'schulze', seats: 1 }, BALLOTS)
    expect(text).toContain('“Rosa” beats every other option head to head and wins.')
    expect(text).toContain('“Rosa” beats “Mei”, 6 to 3.')
    expect(text).toMatch(/(“Mei” and “Priya”|“Priya” and “Mei”) are tied, with 3 each/)
    expect(text).toMatch(/Rosa 6 6 6 6/)
  })
})

describe('a tie of two that no vote decides', () => {
  const LEVEL: Ballots = [
    [2, 'Rosa Mei'],
    [2, 'Mei Rosa'],
  ]

  test.each(['schulze', 'ranked_pairs'] as const)('by %s is told as decided by lot', async (count_method) => {
    const settings = { ...BOARD, count_method, seats: 1 }
    const { text } = await pageOf(settings, LEVEL)
    expect(text).toMatch(
      /Tie: [^.]+\. Decided by drawing lots: (“\w+”) comes first\. No option beats every other option, and comparing victories does not break the tie\. \1 wins by lot\./,
    )
    const { text: open } = await pageOf(settings, LEVEL, { closed: false })
    expect(open).toMatch(/“\w+” is ahead by lot\./)
    expect(text + open).not.toContain('strongest victories')
  })

  test('by Meek’s rule does not say of the last option that it has fewer votes than it needs', async () => {
    const settings = { ...BOARD, count_method: 'stv_meek', seats: 1 } as const
    const last = /One seat is left, and only one option\. It gets the seat: “(Rosa|Mei)”\./
    expect((await pageOf(settings, LEVEL)).text).toMatch(last)
    const only: Ballots = [
      [2, 'Rosa'],
      [2, 'Mei'],
    ]
    expect((await pageOf(settings, only)).text).toMatch(last)
    expect((await pageOf({ ...settings, count_method: 'stv_scottish' }, only)).text).toContain(
      'It gets the seat, even with fewer votes than needed: ',
    )
  })
})

test('a closed election still describes its options', async () => {
  const option_meanings = NAMES.map((name) => `${name} has a garden.`)
  const { page } = await at.visit(
    { settings: BOARD, options: NAMES, option_meanings },
    {
      before: async (poll_id) => {
        const choices = { Mei: 1, Tom: 2 }
        await castBallot(at.world.db, { poll_id, user_id: voters[0] ?? 0, choices, reason: null })
        await at.close(poll_id)
      },
    },
  )
  for (const meaning of option_meanings) expect(page.body).toContain(meaning)
})

test('an election of many options stays light: rounds in the middle are told, not drawn', async () => {
  const names = Array.from({ length: 40 }, (_, place) => `Option${place}`)
  const { page } = await at.visit(
    { settings: { ...BOARD, seats: 3 }, options: names },
    {
      before: async (poll_id) => {
        for (const [place, user_id] of voters.entries()) {
          const choices = Object.fromEntries(
            names.map((name, own) => [name, 1 + ((own + place * 7) % names.length)]),
          )
          await castBallot(at.world.db, { poll_id, user_id, choices, reason: null })
        }
        await at.close(poll_id)
      },
    },
  )
  expect(page.body).toMatch(/\d+ more rounds/)
  expect(page.body).toMatch(/and \d+ more options/)
  expect(page.body.match(/class="round"/g)?.length).toBeLessThanOrEqual(10)
  expect(page.body.length).toBeLessThan(120_000)
})
