import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifierKey } from '@folkmoot/check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { keyOf, openWeb } from '../../../test/web.ts'
import { addMembers, createWorld } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import { sha256 } from '../../db/keys/sha256.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { startSession } from '../../users/start-session.ts'
import { runVerify } from './verify-command.ts'

let folder: string
let record: string
let other: string
let keys: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folkmoot-verify-'))
  const world = await createWorld()
  const web = await openWeb(world)
  const [voter = 0] = await addMembers(world, ['vera@mill.example'])
  const asAda = { kind: 'person', user_id: world.ada.id } as const
  const token = await change(world.db, asAda, (act) => startSession(act, world.ada.id, null))
  const fetched = async () => {
    const poll_id = await makePoll(world, { settings: { poll_type: 'poll' }, options: ['Oak', 'Elm'] })
    await castBallot(world.db, { poll_id, user_id: voter, choices: { Oak: 1 }, reason: null })
    await change(world.db, asAda, (act) => closePoll(act, poll_id))
    const key = await keyOf(world, 'polls', poll_id)
    return (await web.get(`/p/${key}/record.json`, `__Host-folkmoot_session=${token}`)).body
  }
  record = await fetched()
  other = await fetched()
  keys = `${JSON.parse(record).key}\n`
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

/** What the command prints, and the error it fails with. */
async function verified(path: string, values: Record<string, string[]> = {}, json = false) {
  let out = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  const switches = new Set(json ? ['json'] : [])
  const call = { env: {}, switches, values: new Map(Object.entries(values)), operands: [path] }
  const fault = await runVerify(call).then(
    () => '',
    (error: Error) => error.message,
  )
  vi.restoreAllMocks()
  return { out, fault }
}

test('a record checks out, in text and as JSON', async () => {
  const path = await file('record.json', record)
  const text = await verified(path)
  expect(text.fault).toBe('')
  expect(text.out).toMatch(/^.+ \(\w+\): 1 ballot\n/)
  expect(text.out).toContain('✓ Signatures')
  expect(text.out).toContain('– Your receipt')
  const told = JSON.parse((await verified(path, {}, true)).out)
  expect(told).toMatchObject({ right: true, poll: { closing: 1 } })
  expect(told.checks).toHaveLength(9)
  expect(text.out).toContain('\n✓ The result is correct.\n')
  expect(told.verdicts).toEqual([{ verdict: 'result_right', right: true }])
})

test('an altered record fails, and says what is wrong', async () => {
  const path = await file('altered.json', record.replace('"choices":[[1,1]]', '"choices":[[2,1]]'))
  const { out, fault } = await verified(path)
  expect(fault).toBe('2 of 9 checks failed.')
  expect(out).toContain('✗ None added, none missing\n  These are not the ballots that were signed.')
  expect(out).toContain('Recomputing the total of “Oak”')
  const told = JSON.parse((await verified(path, {}, true)).out)
  expect(told.right).toBe(false)
})

test('the keys that the service publishes are accepted as a file or one by one, and others are not', async () => {
  const path = await file('record.json', record)
  expect((await verified(path, { key: [await file('keys.txt', keys)] })).fault).toBe('')
  const known = await verified(path, { key: [keys.split('\n')[0] ?? ''] })
  expect(known.out).toContain('signed with a key that you trust')
  // As a mail in Arabic has it.
  expect((await verified(path, { key: [`\u2066${keys.split('\n')[0]}\u2069`] })).fault).toBe('')
  const stranger = verifierKey(sha256, { name: 'other.example', key: new Uint8Array(32) })
  expect((await verified(path, { key: [stranger] })).out).toContain('not one of those you gave')
  expect((await verified(path, { key: [stranger, await file('keys.txt', keys)] })).fault).toBe('')
  expect((await verified(path, { key: [await file('empty.txt', '')] })).fault).toContain(
    'neither a key nor a file',
  )
})

test('an entry of another poll fails, and says nothing against the result', async () => {
  const path = await file('record.json', record)
  const salt = '0'.repeat(32)
  const entry = JSON.stringify({ format: 'folkmoot-roll-entry/1', poll: 'abcdefgh', person: 1, salt })
  const { out, fault } = await verified(path, { entry: [await file('entry.json', entry)] })
  expect(fault).toBe('1 check failed.')
  expect(out).toContain('✓ The result is correct.\n✗ This entry does not belong to this poll.')
})

test('a file in the place of another is named with its place', async () => {
  const path = await file('record.json', record)
  const receipt = await file('receipt.json', '{"format":"folkmoot-receipt/1"}')
  const head = await file('head.txt', JSON.parse(record).head)
  expect((await verified(receipt)).fault).toContain('it is a receipt, which is given with --receipt')
  expect((await verified(head)).fault).toContain('it is a signed result, which is given with --head')
  for (const option of ['receipt', 'entry', 'head'])
    expect((await verified(path, { [option]: [path] })).fault).toContain('it is the record of a poll')
})

test('a kept head is compared, and what came of it has a line', async () => {
  const path = await file('record.json', record)
  const head = await file('head.txt', JSON.parse(record).head)
  const wrong = await file('other.txt', JSON.parse(other).head)
  const LINE = 'The signed result that you saved\n '
  const same = await verified(path, { head: [head] })
  expect(same.fault).toBe('')
  expect(same.out).toContain(`✓ ${LINE} It is the same as the signed result in the file.`)
  expect((await verified(path)).out).toContain(`– ${LINE} Not checked: no signed result was given.`)
  const unlike = await verified(path, { head: [wrong] })
  expect(unlike.fault).toBe('1 check failed.')
  expect(unlike.out).toContain(`✗ ${LINE} The signed result that you saved is not from this service`)
  expect(unlike.out).toContain('✓ Signatures')
  const unsigned = await file('unsigned.json', JSON.stringify({ ...JSON.parse(record), head: null }))
  expect((await verified(unsigned, { head: [head] })).out).toContain(
    `– ${LINE} Not checked: the result is not signed.`,
  )
})

test('a file that is not a record gets a one-sentence error', async () => {
  const cases: [string, string][] = [
    [record.slice(0, record.length / 2), 'incomplete'],
    ['', 'is not JSON'],
    ['null', 'is not the record of a poll'],
    ['{"format":"folkmoot-poll/9"}', 'Use a newer version'],
    ['{"format":"folkmoot-ballots"}', '"recount" recounts'],
    [record.replace('"roll":[', '"roll":[{},'), 'see "roll.0.entry" in it'],
    [record.replace(/"poll_type":"poll"/, '"poll_type":7'), 'see "manifest.poll_type" in it'],
  ]
  for (const [content, sentence] of cases)
    expect((await verified(await file('wrong.json', content))).fault, sentence).toContain(sentence)
  expect((await verified(join(folder, 'none.json'))).fault).toContain('There is no file')
  const path = await file('record.json', record)
  expect((await verified(path, { receipt: [path] })).fault).toContain('is not a receipt')
  expect((await verified(path, { entry: [path] })).fault).toContain('is not an entry')
  expect((await verified(path, { head: [join(folder, 'none')] })).fault).toContain('There is no file')
})
