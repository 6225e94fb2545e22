import { expect, test } from 'vitest'
import { makePoll } from '../../test/tell.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { SYSTEM } from '../db/db.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { erasePerson } from './erase-person.ts'

const world = await createWorld()
const { db } = world
const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows

test('of somebody who changes their vote again and again while they leave, one vote and no earlier reason stays', async () => {
  const [zenobia = 0, ben = 0] = await addMembers(world, ['zenobia@mill.example', 'ben@mill.example'])
  await rows('update memberships set accepted_at = now()')
  const poll_id = await makePoll(world, {
    settings: { poll_type: 'poll' },
    options: ['Oak', 'Elm'],
    recipients: { user_ids: [zenobia, ben] },
  })
  const vote = (user_id: number, choice: string, text: string) =>
    castBallot(db, { poll_id, user_id, choices: { [choice]: 1 }, reason: { text, format: 'md' } })
  await vote(ben, 'Elm', 'Mine')
  await vote(zenobia, 'Oak', 'The first')
  const voters = async () =>
    (await rows('select voters from tallies where poll_id = $1', [poll_id]))[0].voters
  const before = await voters()
  const votes = Array.from({ length: 30 }, (_, at) =>
    vote(zenobia, at % 2 === 0 ? 'Elm' : 'Oak', `Reason ${at}`).then(
      () => 'cast',
      (error: { code?: string }) => error.code ?? String(error),
    ),
  )
  await erasePerson(db, SYSTEM, { user_id: zenobia, writings: 'keep', list: null })
  const answers = await Promise.all(votes)
  // Each has a clear answer.
  const clear = ['cast', 'no_ballot', 'not_found', 'forbidden']
  expect(answers.filter((answer) => !clear.includes(answer))).toEqual([])
  expect(await rows('select user_id from ballots where poll_id = $1 order by 1', [poll_id])).toEqual([
    { user_id: zenobia },
    { user_id: ben },
  ])
  expect(
    await rows('select 1 from superseded_ballots where user_id = $1 and reason is not null', [zenobia]),
  ).toEqual([])
  const [tally] = await rows('select cast_count, voters, sums from tallies where poll_id = $1', [poll_id])
  const counted = await rows(
    `select o.slot, coalesce(sum(b.scores[o.slot]), 0)::int as sum from poll_options o
     left join ballots b on b.poll_id = o.poll_id where o.poll_id = $1 group by 1 order by 1`,
    [poll_id],
  )
  expect(tally).toMatchObject({ cast_count: 2, voters: before, sums: counted.map(({ sum }) => sum) })
})
