import { expect, test } from 'vitest'
import { makeWebhook, openHooks } from '../../../test/receiver.ts'
import { makePoll } from '../../../test/tell.ts'
import { change } from '../../db/db.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'

const { world, receiver, delivered } = await openHooks()
const EVENING = '2098-07-01T18:30:00Z'

test('the text of an outcome says which option it chooses, also when only that changed', async () => {
  await makeWebhook(world, {
    url: receiver.url,
    kinds: ['outcome_created', 'outcome_updated'],
    format: 'slack',
  })
  const settings = { poll_type: 'meeting' } as const
  const poll_id = await makePoll(world, { settings, options: [EVENING, '2098-07-02'] })
  const { rows } = await world.db.pool.query<{ id: number }>(
    'select id from poll_options where poll_id = $1 order by id',
    [poll_id],
  )
  const act = (run: Parameters<typeof change>[2]) =>
    change(world.db, { kind: 'person', user_id: world.ada.id }, run)
  await act((one) => closePoll(one, poll_id))
  const text = { poll_id, statement: 'We meet.', review_on: null }
  await act((one) => publishOutcome(one, { ...text, poll_option_id: rows[0]!.id }))
  const [first] = await delivered()
  expect(first?.['text']).toMatch(
    /published the outcome: A second bike shed\nDecision: .*1 July 2098.*18:30.*\nWe meet\.\n</,
  )
  await act((one) => publishOutcome(one, { ...text, poll_option_id: rows[1]!.id }))
  const [second] = await delivered()
  expect(second?.['text']).toMatch(/changed the outcome: .*\nDecision: .*2 July 2098\nWe meet\.\n</)
  await act((one) => publishOutcome(one, { ...text, poll_option_id: null }))
  const [third] = await delivered()
  expect(third?.['text']).toMatch(/changed the outcome: [^\n]*\nWe meet\.\n</)
})
