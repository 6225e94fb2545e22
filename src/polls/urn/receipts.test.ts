import { blinding, type Receipt, readReceipt } from '@folkmoot/check'
import { beforeAll, describe, expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { keyOf, openWeb, type Web } from '../../../test/web.ts'
import { addMembers, createWorld, type World } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { sha256 } from '../../db/keys/sha256.ts'
import { NO_SIGNER, verifySignature } from '../../db/keys/signing-key.ts'
import { startSession } from '../../users/start-session.ts'
import { type Cast, castBallot } from '../ballots/cast-ballot.ts'
import { closePoll } from '../close-poll.ts'
import { signHeads } from '../heads/sign-heads.ts'
import { checkRecord } from '../records/check-record.ts'
import type { Asked, Finding } from '../records/finding.ts'
import { verdictsOf } from '../records/verdict.ts'
import { loadReceipt } from './load-receipt.ts'
import { sealPoll } from './seal-poll.ts'

const PEOPLE = 6
const NONCE = Buffer.alloc(32, 5)

let world: World
let web: Web
let people: number[]
let cookie: string

beforeAll(async () => {
  world = await createWorld()
  people = await addMembers(
    world,
    Array.from({ length: PEOPLE }, (_, at) => `r${at}@mill.example`),
  )
  web = await openWeb(world)
  const asAda = { kind: 'person', user_id: world.ada.id } as const
  const token = await change(world.db, asAda, (act) => startSession(act, world.ada.id, null))
  cookie = `__Host-folkmoot_session=${token}`
})

const make = (settings: object = {}) =>
  makePoll(world, {
    settings: { poll_type: 'poll', anonymous: true, receipts: true, ...settings },
    options: ['Oak', 'Elm'],
    recipients: { audience: 'group' },
  })

const cast = (poll_id: number, voter: number, asked: { choice?: string; b?: Buffer } = {}): Promise<Cast> =>
  castBallot(world.db, {
    poll_id,
    user_id: people[voter] ?? 0,
    choices: { [asked.choice ?? 'Oak']: 1 },
    reason: null,
    ...(asked.b === undefined ? {} : { b: asked.b }),
  })

function givenBy(outcome: Cast) {
  if (outcome.outcome !== 'recorded' || !('given' in outcome) || outcome.given === undefined)
    throw new Error(`no receipt: ${outcome.outcome}`)
  return outcome.given
}

async function closed(id: number) {
  await change(world.db, SYSTEM, (act) => closePoll(act, id))
  await sealPoll(world.db, id)
  const answer = await web.get(`/p/${await keyOf(world, 'polls', id)}/record.json`, cookie)
  return answer.json()
}

function check(record: Asked['record'], receipt: object | null): Finding[] {
  const asked = { record, keys: [], kept: null, entry: null, progress: () => undefined }
  return checkRecord({ sha256, verify: verifySignature }, { ...asked, receipt: readReceipt(receipt) })
}

const faultsOf = (findings: Finding[]) => findings.flatMap(({ faults }) => faults.map(({ code }) => code))

const verdicts = (findings: Finding[]) => verdictsOf(findings).map(({ verdict }) => verdict)

describe('a voter with a receipt', () => {
  test('finds the ballot in the record, and their own number and words belong to it', async () => {
    const id = await make()
    const b = Buffer.from(blinding(sha256, NONCE, 'green boat'))
    const { receipt, choices } = givenBy(await cast(id, 0, { b }))
    await cast(id, 1, { choice: 'Elm' })
    const record = await closed(id)
    const own = { ...receipt, nonce: NONCE.toString('hex'), mark: 'green boat', choices }
    const findings = check(record, own)
    expect(faultsOf(findings)).toEqual([])
    expect(findings.find((one) => one.check === 'receipt')).toMatchObject({
      remark: 'receipt_own',
      params: { answers: 'Oak' },
    })
    expect(verdicts(findings)).toEqual(['result_right', 'receipt_right'])
    expect(faultsOf(check(record, { ...own, mark: 'green goat' }))).toEqual(['receipt_ballot'])
    expect(verdicts(check(record, { ...own, mark: 'green goat' }))).toEqual(['result_right', 'receipt_wrong'])
    expect(faultsOf(check(record, { ...own, choices: [[2, 1]] }))).toEqual(['receipt_ballot'])
  })

  test('who gave no words is told of their number alone', async () => {
    const id = await make()
    const { receipt, choices } = givenBy(await cast(id, 0, { b: Buffer.from(blinding(sha256, NONCE, '')) }))
    await cast(id, 1)
    const findings = check(await closed(id), { ...receipt, nonce: NONCE.toString('hex'), choices })
    expect(findings.find((one) => one.check === 'receipt')).toMatchObject({
      remark: 'receipt_number',
      faults: [],
    })
  })

  test('holds proof when the ballot is missing, also from a record that is right in itself', async () => {
    const [with_it, without] = [await make(), await make()]
    const { receipt } = givenBy(await cast(with_it, 0))
    await cast(with_it, 1)
    await cast(without, 1)
    const record = await closed(with_it)
    const dropped = structuredClone(record)
    dropped.ballots = dropped.ballots.filter(({ c }: { c: string }) => c !== receipt?.c)
    expect(faultsOf(check(dropped, receipt))).toContain('receipt_missing')
    expect(verdicts(check(dropped, receipt))).toEqual(['result_wrong', 'receipt_missing'])
    const other = check(await closed(without), receipt)
    expect(faultsOf(other)).toEqual(['receipt_poll'])
    expect(verdicts(other)).toEqual(['result_right', 'receipt_of_other'])
  })

  test('learns of a changed receipt that it was changed, and not that it is from a different poll', async () => {
    const id = await make()
    const { receipt } = givenBy(await cast(id, 0))
    const record = await closed(id)
    const changed = { ...receipt, m: 'ab'.repeat(32) } as Receipt
    expect(faultsOf(check(record, changed))).toEqual(['receipt_forged'])
    expect(verdicts(check(record, changed))).toEqual(['result_right', 'receipt_wrong'])
  })

  test('cannot be told apart from others by a forged or borrowed receipt', async () => {
    const id = await make()
    const { receipt } = givenBy(await cast(id, 0))
    const record = await closed(id)
    const forged = { ...receipt, c: 'ab'.repeat(32) } as Receipt
    expect(faultsOf(check(record, forged))).toEqual(['receipt_forged'])
    const [first = ''] = [receipt?.signature]
    const broken = { ...receipt, signature: `${first[0] === 'A' ? 'B' : 'A'}${first.slice(1)}` }
    expect(faultsOf(check(record, broken))).toEqual(['receipt_forged'])
  })

  test('whose ballot is changed in the record shows it', async () => {
    const id = await make()
    const { receipt } = givenBy(await cast(id, 0))
    const record = await closed(id)
    record.ballots[0].choices = [[2, 1]]
    expect(faultsOf(check(record, receipt))).toEqual(
      expect.arrayContaining(['ballot_changed', 'root_other', 'total_other']),
    )
  })
})

test('two voters never get one receipt, even if they send the same number', async () => {
  const id = await make()
  const b = Buffer.from(blinding(sha256, NONCE, ''))
  expect(givenBy(await cast(id, 0, { b })).receipt).not.toBeNull()
  await expect(cast(id, 1, { b })).rejects.toThrow('use a new one')
  const { receipt } = givenBy(await cast(id, 1))
  expect(receipt).not.toBeNull()
  expect((await closed(id)).ballots).toHaveLength(2)
})

test('a second vote is not counted, and gets no receipt', async () => {
  const id = await make()
  await cast(id, 0)
  expect(await cast(id, 0, { choice: 'Elm' })).toEqual({ outcome: 'already', ballot_id: null, cast_at: null })
})

test('anyone who knows the commitment can get the receipt again, until the poll is sealed', async () => {
  const id = await make()
  const { receipt, c } = givenBy(await cast(id, 0))
  const key = await keyOf(world, 'polls', id)
  const asked = (commitment: Buffer) => loadReceipt(world.db, key, commitment)
  expect(await asked(c)).toEqual(receipt)
  expect(await asked(Buffer.alloc(32, 1))).toBe('none')
  await change(world.db, SYSTEM, (act) => closePoll(act, id))
  expect(await asked(c)).toEqual(receipt)
  await sealPoll(world.db, id)
  expect(await asked(c)).toBe('none')
})

test('a vote is counted while the service cannot sign, and its receipt follows', async () => {
  const unable = { ...world.db, signer: NO_SIGNER }
  const id = await make()
  await world.db.pool.query('update poll_manifests set public_key = null, signature = null')
  const choices = { Oak: 1 }
  const vote = { poll_id: id, user_id: people[0] ?? 0, choices, reason: null }
  const { receipt, c } = givenBy(await castBallot(unable, vote))
  expect(receipt).toBeNull()
  const key = await keyOf(world, 'polls', id)
  expect(await loadReceipt(unable, key, c)).toBe('pending')
  await signHeads(world.db)
  const later = await loadReceipt(world.db, key, c)
  expect(faultsOf(check(await closed(id), later as Receipt))).toEqual([])
})

test('nothing that is stored of an open poll with receipts leads to the published ballots', async () => {
  const id = await make()
  const { c } = givenBy(await cast(id, 0))
  const { rows } = await world.db.pool.query('select tag, box from urn_boxes where poll_id = $1', [id])
  const stored = rows.map(({ tag, box }) => Buffer.concat([tag, box]).toString('hex')).join(' ')
  const hashes = [c, sha256(c), sha256(Buffer.concat([Buffer.from('folkmoot-urn-tag-v1'), c]))]
  for (const hash of hashes) expect(stored).not.toContain(hash.toString('hex'))
  await cast(id, 1, { choice: 'Elm' })
  const lengths = await world.db.pool.query(
    'select distinct octet_length(box) as length from urn_boxes where poll_id = $1',
    [id],
  )
  expect(lengths.rows).toHaveLength(1)
})
