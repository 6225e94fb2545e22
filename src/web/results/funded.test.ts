import { expect, test } from 'vitest'
import { openElections } from '../../../test/elections.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

const { at, voters } = await openElections(7)

test('voters see the costs of options, and afterwards which ones are funded and how', async () => {
  const wish = {
    settings: { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 700, dots_per_person: 9 },
    options: ['Garden', 'Workshop', 'Stage'],
    option_costs: { Garden: 300, Workshop: 200, Stage: 400 },
  } as const
  const { page, poll_id, path, cookie } = await at.visit({ ...wish, options: [...wish.options] })
  expect(page.body).toContain('Cost: 300')
  expect(page.body).toMatch(/<dt>Budget<\/dt><dd>700<\/dd>/)
  for (const [place, user_id] of voters.entries()) {
    const choices: Record<string, number> = place < 5 ? { Garden: 5, Stage: 4 } : { Workshop: 9 }
    await castBallot(at.world.db, { poll_id, user_id, choices, reason: null })
  }
  await at.close(poll_id)
  const { body } = await at.web.get(path, cookie)
  expect(body).toContain('Funded: Workshop and Garden.')
  expect(body).toContain('<strong dir="auto">Garden</strong> <em class="badge">Funded</em>')
  expect(body).toContain('<li>“Workshop”: 200</li><li>“Garden”: 300</li>')
  expect(body).not.toContain('has the most dots')
  expect(body).toContain('500 of 700 is spent.')
  expect(body).not.toContain('1 seat')
})
