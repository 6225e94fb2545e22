import { beforeAll, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'

let at: GroupWorld

const SHED = {
  group: 'mill-lane',
  poll_type: 'count',
  title: 'I can keep the shed',
  options: ['accept', 'decline'],
  agree_target: '3',
  closing_at: '2031-01-31T18:00',
  eligible: 'all',
  hide_results: 'off',
  tell: 'nobody',
  step: 'start',
}

beforeAll(async () => {
  at = await openGroupWorld()
})

/** Starts the poll with the form. Returns its path and id. */
async function start(fields: object): Promise<{ path: string; id: number }> {
  const { headers } = await at.post('/new-poll', 'ben', { ...SHED, ...fields })
  const path = String(headers.location).replace(/\?.*/, '')
  const { rows } = await at.world.db.pool.query('select id from polls where key = $1', [path.slice(3)])
  return { path, id: rows[0].id }
}

const vote = (poll_id: number, choice: string) =>
  castBallot(at.world.db, { poll_id, user_id: at.world.ada.id, choices: { [choice]: 1 }, reason: null })

test('a count poll that wants a number of people says how many of them there are', async () => {
  expect((await at.get('/new-poll?group=mill-lane&type=count', 'ben')).body).toContain('name="agree_target"')
  const { path, id } = await start({})
  await vote(id, 'accept')
  const { body } = await at.get(path, 'ben')
  expect(body).toContain('<strong>So far, 1 of the 3 needed.</strong>')
  expect(body).not.toContain('Most chosen:')
  expect(body).toContain('<dt>People needed</dt><dd>3</dd>')
})

test('once voting has ended, the results begin with whether there were enough people', async () => {
  const { path, id } = await start({})
  await vote(id, 'accept')
  const empty = await start({})
  for (const poll_id of [id, empty.id]) await change(at.world.db, SYSTEM, (act) => closePoll(act, poll_id))
  const { body } = await at.get(path, 'ben')
  expect(body).toContain('<strong>Not reached: 1 of 3 needed.</strong>')
  expect(body).not.toContain('Most chosen:')
  expect((await at.get(empty.path, 'ben')).body).toContain('<strong>Not reached: 0 of 3 needed.</strong>')
})

test('more people than wanted: says how many more', async () => {
  const { path, id } = await start({ agree_target: '1' })
  for (const user_id of [at.people.ada, at.people.ben])
    await castBallot(at.world.db, { poll_id: id, user_id, choices: { accept: 1 }, reason: null })
  const { body } = await at.get(path, 'ben')
  expect(body).toContain('1 more than the 1 needed.')
  expect(body).not.toContain('2 of 1')
})

test('hidden results do not say how many there are, but how many are wanted', async () => {
  const { path, id } = await start({ hide_results: 'until_closed' })
  await vote(id, 'accept')
  const { body } = await at.get(path, 'ben')
  expect(body).not.toContain('of 3 needed')
  expect(body).toContain('<dt>People needed</dt><dd>3</dd>')
})

test('a poll of another type takes no such number', async () => {
  const { path, id } = await start({
    poll_type: 'poll',
    options: ['Oak', 'Ash'],
    maximum_stance_choices: '1',
  })
  await vote(id, 'Oak')
  expect((await at.get(path, 'ben')).body).not.toMatch(/wanted/)
})
