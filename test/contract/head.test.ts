import { readHead, readNote } from '@folkmoot/check'
import { expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import { sealPoll } from '../../src/polls/urn/seal-poll.ts'
import { addMembers, createWorld } from '../world.ts'
import { close, vote } from './acts.ts'
import { caller, expectProblem, type Fields, openApi, pollFields, pollOf } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const people = await addMembers(world, ['one@mill.example', 'two@mill.example'])
const a = await caller(world, api)

const make = async (changes: Fields = {}) =>
  pollOf(await a.post('/polls', pollFields(changes)))['id'] as number
const headOf = async (ref: number | string) => JSON.parse((await a.get(`/polls/${ref}/head`)).body)

const NOTHING = {
  closing: null,
  head: null,
  key: null,
  manifest: null,
  manifest_signature: null,
  fingerprint: null,
}

test('before the closing there is no head', async () => {
  const id = await make()
  expect(await headOf(id)).toEqual({ poll_id: id, results_visible: true, ...NOTHING })
})

test('after the closing there is one, by id and by key', async () => {
  const id = await make()
  for (const user_id of people) await vote(world, id, user_id, { agree: 1 })
  await close(world, id)
  const answer = await headOf(id)
  expect(answer).toMatchObject({
    poll_id: id,
    closing: 1,
    fingerprint: expect.stringMatching(/^[a-z2-7]{26}$/),
  })
  expect(readHead(readNote(answer.head)?.text ?? '')).toMatchObject({ ballots: 2, voted: 2, eligible: 3 })
  expect(answer.key).toContain('+')
  expect(JSON.parse(answer.manifest)).toMatchObject({ format: 'folkmoot-manifest/1', poll_type: 'proposal' })
  const { rows } = await world.db.pool.query('select key from polls where id = $1', [id])
  expect(await headOf(rows[0].key)).toEqual(answer)
})

test('an anonymous poll has one when it is sealed', async () => {
  const id = await make({ anonymous: true })
  await vote(world, id, people[0] ?? 0, { agree: 1 })
  await change(world.db, SYSTEM, (act) => closePoll(act, id))
  expect((await headOf(id)).head).toBeNull()
  await sealPoll(world.db, id)
  expect(readHead(readNote((await headOf(id)).head)?.text ?? '')).toMatchObject({ ballots: 1, voted: 1 })
})

test('a poll of another group has none', async () => {
  expectProblem(await a.get('/polls/999999/head'), 404, 'not_found')
})
