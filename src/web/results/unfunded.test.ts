import { expect, test } from 'vitest'
import { openPollWorld } from '../../../test/poll-web.ts'
import { addMembers } from '../../../test/world.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

const WISH = {
  settings: { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 600, dots_per_person: 9 },
  options: ['Paint', 'Racks', 'Bulbs'],
  option_costs: { Paint: 420, Racks: 300, Bulbs: 100 },
} as const

test('a result by equal shares says why the option with the most dots is not funded, and its ballot what dots do', async () => {
  const at = await openPollWorld()
  const voters = await addMembers(
    at.world,
    Array.from({ length: 5 }, (_, place) => `dots${place}@mill.example`),
  )
  const {
    page: open,
    path,
    poll_id,
    cookie,
  } = await at.visit(
    { ...WISH, options: [...WISH.options] },
    {
      who: voters[4] ?? 0,
      before: async (poll_id) => {
        for (const [place, user_id] of voters.slice(0, 4).entries()) {
          const choices: Record<string, number> = place < 2 ? { Paint: 9 } : { Racks: 5, Bulbs: 1 }
          await castBallot(at.world.db, { poll_id, user_id, choices, reason: null })
        }
      },
    },
  )
  const shared =
    'The budget of 600 is shared equally among the voters: an option is funded if the shares of those who gave it dots cover its cost.'
  expect(open.body).toContain(`You don’t have to use them all.</legend><p class="small">${shared}</p>`)
  expect(open.body).toContain(
    '“Paint” has the most dots, but would not be funded: the shares of the 2 voters who gave it dots add up to 400 (2 × 200), and it costs 420.',
  )
  expect(open.body).toContain('To leave less unspent, the count raised every voter’s share from 150 to 200.')
  expect(open.body).toContain('18 dots from 2 voters · costs 420')
  await at.close(poll_id)
  const { body } = await at.web.get(path, cookie)
  expect(body).toMatch(/Funded: [^<]+<\/strong> “Paint” has the most dots, but is not funded:/)
})

test('no option has the most dots where a funded one has as many', async () => {
  const at = await openPollWorld()
  const voters = await addMembers(at.world, ['level1@mill.example', 'level2@mill.example'])
  const { page } = await at.visit(
    {
      settings: { ...WISH.settings, budget: 1000 },
      options: [...WISH.options],
      option_costs: { Paint: 600, Racks: 600, Bulbs: 500 },
    },
    {
      who: voters[0] ?? 0,
      before: async (poll_id) => {
        const choices = { Paint: 1, Racks: 1, Bulbs: 1 }
        for (const user_id of voters)
          await castBallot(at.world.db, { poll_id, user_id, choices, reason: null })
        await at.close(poll_id)
      },
    },
  )
  expect(page.body).toContain('Funded: Bulbs.')
  expect(page.body).toContain('No option has more dots than “Paint”, but it is not funded: the shares')
  expect(page.body).not.toContain('has the most dots')
})
