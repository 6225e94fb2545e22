import { readFileSync } from 'node:fs'
import { type PollRecord, readRecord } from '@folkmoot/check'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../db/keys/sha256.ts'
import { verifySignature } from '../../db/keys/signing-key.ts'
import { checkRecord } from './check-record.ts'
import { CHECKS } from './finding.ts'

const text = readFileSync(new URL('../../../docs/checking.md', import.meta.url), 'utf8')
const example: PollRecord = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '')

type Place = string | number

/** The example with another value at this place. */
function altered(place: readonly Place[], value: unknown): unknown {
  const record = structuredClone(example)
  const last = place.length - 1
  const holder = place.slice(0, last).reduce<never>((inner, name) => inner[name], record as never)
  holder[place[last] ?? ''] = value as never
  return record
}

function nestedList(depth: number): unknown {
  return depth === 0 ? [] : [nestedList(depth - 1)]
}

const DEEP = 2_000
const HUGE = Number.MAX_SAFE_INTEGER
// What JSON.parse makes of 1e999.
const BEYOND = Number.POSITIVE_INFINITY

describe('a record that would use up the memory or the stack is refused', () => {
  test.each<[Place[], unknown]>([
    [['manifest', 'options', 1, 'slot'], HUGE],
    [['manifest', 'options', 1, 'slot'], 0],
    [['manifest', 'settings', 'seats'], HUGE],
    [['manifest', 'settings', 'max_score'], HUGE],
    [['manifest', 'rules', 'quorum_pct'], BEYOND],
    [['manifest', 'closing_at'], 'tomorrow'],
    [['totals', 'rows', 0, 'score'], BEYOND],
    [['count', 'rounds'], nestedList(DEEP)],
    [['count', 'quota'], BEYOND],
    [['verdict', 'rules'], nestedList(DEEP)],
  ])('%j', (place, value) => {
    const read = readRecord(altered(place, value))
    if (!('wrong' in read)) throw new Error('it was accepted')
    expect(`${read.wrong}.`).toContain(`${place.join('.')}.`)
  })
})

test('settings by which nothing can be counted are a fault of the count', () => {
  const settings = { ...example.manifest.settings, count_method: 'equal_shares', budget: -1 }
  const manifest = { ...example.manifest, poll_type: 'dot_vote', settings }
  const read = readRecord({ ...example, manifest })
  if (!('record' in read)) throw new Error(JSON.stringify(read))
  const asked = { keys: [], kept: null, receipt: null, entry: null, progress: () => undefined }
  const findings = checkRecord({ sha256, verify: verifySignature }, { record: read.record, ...asked })
  expect(findings.map(({ check }) => check)).toEqual(CHECKS)
  const faults = findings.flatMap((one) => one.faults.map(({ code }) => code))
  expect(faults).toContain('count_other')
})

test.each(['__proto__', 'constructor', 'toString'])('an option may be named %s', (name) => {
  const read = readRecord(altered(['manifest', 'options', 0, 'name'], name))
  if (!('record' in read)) throw new Error(JSON.stringify(read))
  const asked = { keys: [], kept: null, receipt: null, entry: null, progress: () => undefined }
  const findings = checkRecord({ sha256, verify: verifySignature }, { record: read.record, ...asked })
  expect(findings.find(({ check }) => check === 'ballots')?.state).toBe('failed')
  const faults = findings.flatMap((one) => one.faults.map(({ code }) => code))
  expect(faults).not.toContain('ballot_illegal')
})
