import { readFileSync } from 'node:fs'
import { readReceipt, readRecord, readRollEntry } from '@folkmoot/check'
import { expect, test } from 'vitest'
import { sha256 } from '../src/db/keys/sha256.ts'
import { verifySignature } from '../src/db/keys/signing-key.ts'
import { checkRecord } from '../src/polls/records/check-record.ts'
import { checkIndependently } from './independent-checker.ts'

const text = readFileSync(new URL('../docs/checking.md', import.meta.url), 'utf8')
const [record, receipt, entry] = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) =>
  JSON.parse(json),
)

test('the example of docs/checking.md checks out, and an altered one does not', () => {
  const read = readRecord(record)
  if (!('record' in read)) throw new Error(JSON.stringify(read))
  const asked = {
    keys: [],
    kept: read.record.head,
    receipt: readReceipt(receipt),
    entry: readRollEntry(entry),
    progress: () => undefined,
  }
  const tools = { sha256, verify: verifySignature }
  const findings = checkRecord(tools, { record: read.record, ...asked })
  expect(findings.map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'passed'))
  expect(findings.map(({ remark }) => remark)).toEqual(
    expect.arrayContaining(['receipt_own', 'entry_abstained', 'previous_first']),
  )
  const altered = { ...read.record, ballots: read.record.ballots.slice(1) }
  const caught = checkRecord(tools, { record: altered, ...asked })
  expect(caught.filter(({ state }) => state === 'failed').length).toBeGreaterThan(2)
  expect(checkIndependently(record, { receipt, entry })).toEqual([])
  expect(checkIndependently(altered, { receipt, entry })).toEqual(expect.arrayContaining(['number', 'root']))
})
