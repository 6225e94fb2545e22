import { readReceipt, readRecord } from '@folkmoot/check'
import { expect, test } from 'vitest'
import { sha256 } from '../../src/db/keys/sha256.ts'
import { verifySignature } from '../../src/db/keys/signing-key.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { checkRecord } from '../../src/polls/records/check-record.ts'
import { addMembers, createWorld } from '../world.ts'
import { close } from './acts.ts'
import { caller, expectInvalid, expectProblem, type Fields, openApi, pollFields, pollOf } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const people = await addMembers(world, ['one@mill.example', 'two@mill.example'])
const a = await caller(world, api)

const RECEIPTS = { poll_type: 'poll', options: ['Oak', 'Elm'], anonymous: true, receipts: true }
const make = async (changes: Fields = {}) =>
  pollOf(await a.post('/polls', pollFields({ ...RECEIPTS, ...changes })))

test('a poll says whether its voters get receipts; by default they do not', async () => {
  expect(await make()).toMatchObject({ receipts: true, anonymous: true })
  expect(pollOf(await a.post('/polls', pollFields()))).toMatchObject({ receipts: false })
})

test('receipts are for anonymous polls with a fixed list of options', async () => {
  expectInvalid(await a.post('/polls', pollFields({ ...RECEIPTS, anonymous: false })), 'receipts')
  expectInvalid(
    await a.post('/polls', pollFields({ ...RECEIPTS, voter_can_add_options: true })),
    'voter_can_add_options',
  )
})

test('once voting is open, the content that receipts confirm cannot be changed, but the poll can close early', async () => {
  const poll = await make()
  const id = poll['id'] as number
  const changes: [string, Fields][] = [
    ['title', { title: 'Another question' }],
    ['details', { details: 'Another text' }],
    ['closing_at', { closing_at: '2098-01-01T00:00:00Z' }],
    ['option_meanings', { option_meanings: ['A tree', ''] }],
  ]
  for (const [field, change] of changes) expectInvalid(await a.patch(`/polls/${id}`, change), field)
  expectInvalid(await a.post(`/polls/${id}/options`, { options: ['Ash'] }), 'options')
  expect((await a.patch(`/polls/${id}`, { title: poll['title'] })).statusCode).toBe(200)
  expect((await a.post(`/polls/${id}/close`, {})).statusCode).toBe(200)
})

test('a draft with receipts can be changed until it opens', async () => {
  const id = (await make({ closing_at: null }))['id'] as number
  expect((await a.patch(`/polls/${id}`, { title: 'Another question' })).statusCode).toBe(200)
  expect((await a.post(`/polls/${id}/open`, { closing_at: '2099-01-01T00:00:00Z' })).statusCode).toBe(200)
  expectInvalid(await a.patch(`/polls/${id}`, { title: 'A third one' }), 'title')
})

test('programs cast no ballots in it, and its record holds every commitment', async () => {
  const id = (await make())['id'] as number
  const cast = await castBallot(world.db, {
    poll_id: id,
    user_id: people[0] ?? 0,
    choices: { Elm: 1 },
    reason: null,
  })
  const receipt = 'given' in cast ? cast.given?.receipt : null
  expectProblem(await a.get(`/polls/${id}/record`), 404, 'not_found')
  await close(world, id)
  const read = readRecord(JSON.parse((await a.get(`/polls/${id}/record`)).body))
  if (!('record' in read)) throw new Error(JSON.stringify(read))
  const asked = { keys: [], kept: null, entry: null, progress: () => undefined }
  const tools = { sha256, verify: verifySignature }
  const findings = checkRecord(tools, { record: read.record, receipt: readReceipt(receipt), ...asked })
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([])
  expect(read.record.ballots).toEqual([expect.objectContaining({ c: receipt?.c, choices: [[2, 1]] })])
})
