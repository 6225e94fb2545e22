import {
  canonical,
  type Json,
  manifestHash,
  type PollRecord,
  readNote,
  readRecord,
  readVerifierKey,
  writeNote,
} from '@folkmoot/check'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkIndependently } from '../../../test/independent-checker.ts'
import { check, faultsOf, openRecordWorld, PROPOSAL_WITH_RULES } from '../../../test/poll-records.ts'
import { sha256 } from '../../db/keys/sha256.ts'
import { CHECKS } from './finding.ts'
import { verdictsOf } from './verdict.ts'

const { world, recordOf } = await openRecordWorld()

const copied = (record: PollRecord): PollRecord => structuredClone(record)

describe('an altered record is detected', () => {
  let named: PollRecord
  let sealed: PollRecord
  let election: PollRecord

  beforeAll(async () => {
    named = await recordOf(PROPOSAL_WITH_RULES)
    sealed = await recordOf({
      settings: { poll_type: 'poll', anonymous: true },
      ballots: [{ Oak: 1 }, { Elm: 1 }, { Oak: 1 }],
    })
    // Everything ties: lots decide.
    election = await recordOf({
      settings: { poll_type: 'ranked_choice', count_method: 'irv' },
      ballots: [{ Oak: 1 }, { Elm: 1 }, { Ash: 1 }],
    })
  })

  type Alter = (record: PollRecord) => void
  const ATTACKS: [string, () => PollRecord, Alter, string[]][] = [
    ['drops a ballot', () => sealed, (r) => r.ballots.pop(), ['number_other', 'root_other', 'votes_other']],
    [
      'adds a ballot',
      () => sealed,
      (r) => r.ballots.push({ nonce: '0'.repeat(32), choices: [[1, 1]] }),
      ['number_other', 'root_other', 'votes_other'],
    ],
    [
      'copies a ballot',
      () => sealed,
      (r) => r.ballots.splice(1, 1, { ...r.ballots[0] } as never),
      ['ballot_twice'],
    ],
    ['changes a ballot', () => sealed, (r) => turnOver(r), ['root_other', 'total_other']],
    ['breaks the rules in a ballot', () => sealed, (r) => overfill(r), ['ballot_illegal']],
    ['moves ballots', () => named, (r) => r.ballots.reverse(), ['ballot_moved']],
    ['asks another question', () => named, (r) => retitle(r), ['manifest_forged', 'manifest_other']],
    ['changes a rule', () => named, (r) => loosen(r), ['manifest_forged', 'verdict_other']],
    ['claims another count', () => election, (r) => elect(r), ['count_other']],
    ['claims another lot', () => election, (r) => redraw(r), ['count_other']],
    ['claims another total', () => named, (r) => raise(r), ['total_other']],
    ['claims that it did not pass', () => named, (r) => reject(r), ['verdict_other']],
    ['marks an abstainer as voted', () => named, (r) => mark(r), ['votes_other', 'voted_other']],
    [
      'invents a voter',
      () => named,
      (r) => r.roll.push({ entry: 'ab'.repeat(32), voted: false }),
      ['roll_other'],
    ],
    ['gives a ballot to somebody else', () => named, (r) => swapVoters(r), ['voter_other']],
    ['rewords a reason', () => named, (r) => reword(r), ['reason_other']],
    ['forges the head', () => named, (r) => reclose(r), ['head_forged']],
    ['takes the head of another poll', () => named, (r) => swapHead(r, sealed), ['origin_other']],
    ['hides the head', () => named, (r) => unsign(r), ['unsigned']],
    ['signs with another key', () => named, (r) => rekey(r), ['head_forged']],
  ]

  test.each(ATTACKS)('if someone %s', (_, original, alter, expected) => {
    const record = copied(original())
    alter(record)
    expect(faultsOf(check(record))).toEqual(expect.arrayContaining(expected))
    expect(checkIndependently(record)).not.toEqual([])
    expect(faultsOf(check(original()))).toEqual([])
  })

  test('a file that is right and not signed is called unsigned, and not wrong', () => {
    const record = copied(named)
    unsign(record)
    expect(verdictsOf(check(record))).toEqual([{ verdict: 'result_unsigned', right: false }])
    raise(record)
    expect(verdictsOf(check(record))).toEqual([{ verdict: 'result_wrong', right: false }])
  })

  test('a file whose key is not the one that the reader trusts is refused', () => {
    const other = readVerifierKey(sha256, OTHER_KEY)
    const own = readVerifierKey(sha256, named.key ?? '')
    if (other === null || own === null) throw new Error('no keys')
    expect(faultsOf(check(named, { keys: [other] }))).toEqual(['other_key'])
    expect(faultsOf(check(named, { keys: [other, own] }))).toEqual([])
  })

  test('a stored head matches, and one of another poll proves nothing', () => {
    expect(faultsOf(check(named, { kept: named.head }))).toEqual([])
    expect(faultsOf(check(named, { kept: sealed.head }))).toEqual(['kept_forged'])
    const kept = (asked: string | null) => check(named, { kept: asked }).find((one) => one.check === 'kept')
    expect(kept(named.head)).toMatchObject({ state: 'passed', remark: 'kept' })
    expect(kept(sealed.head)).toMatchObject({ state: 'failed' })
    expect(kept(null)).toMatchObject({ state: 'skipped', remark: 'kept_not_given' })
  })

  test('two signed heads of one closing are proof', async () => {
    const { name = '', text = '' } = readNote(named.head ?? '') ?? {}
    const other = text.replace(/voted \d+/, 'voted 1')
    const { public_key: key, sign } = await world.db.signer.key()
    const kept = writeNote(sha256, other, { name, key, signature: sign(Buffer.from(other)) })
    expect(faultsOf(check(named, { kept }))).toEqual(['second_head'])
  })

  test('fields that only explain a ballot may be left out', () => {
    const record = copied(named)
    for (const row of record.ballots) {
      if (!('voter_hash' in row)) continue
      delete row.voter
      delete row.reason
      delete row.cast_at
    }
    expect(faultsOf(check(record))).toEqual([])
  })

  test('the manifest in the file is the one that is hashed', () => {
    const text = canonical(named.manifest as unknown as Json)
    expect(Buffer.from(manifestHash(sha256, named.manifest))).toEqual(sha256(Buffer.from(text)))
  })

  test('whatever is put into a file, the check answers and does not fail', () => {
    const paths = fc.constantFrom(
      'manifest',
      'manifest_signature',
      'key',
      'head',
      'ballots',
      'roll',
      'totals',
      'count',
    )
    fc.assert(
      fc.property(paths, fc.jsonValue(), (path, value) => {
        const read = readRecord({ ...copied(named), [path]: value })
        if ('record' in read) expect(check(read.record).length).toBe(CHECKS.length)
      }),
    )
  })
})

const OTHER_KEY = keyOfOthers()

function keyOfOthers(): string {
  // The first test vector of RFC 8032.
  const key = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')
  const encoded = Buffer.concat([Buffer.of(1), key]).toString('base64')
  const id = sha256(Buffer.concat([Buffer.from('other.example\n'), Buffer.of(1), key])).subarray(0, 4)
  return `other.example+${id.toString('hex')}+${encoded}`
}

function turnOver({ ballots }: PollRecord): void {
  for (const row of ballots) row.choices = [[3, 1]]
}

function overfill({ ballots }: PollRecord): void {
  for (const row of ballots)
    row.choices = [
      [1, 1],
      [2, 1],
    ]
}

function retitle({ manifest }: PollRecord): void {
  manifest.title = 'Something else'
}

function loosen({ manifest }: PollRecord): void {
  manifest.rules.quorum_pct = 100
}

function elect(record: PollRecord): void {
  record.count = { ...(record.count as object), elected: ['Nobody'] }
}

function redraw(record: PollRecord): void {
  const { ties, ...count } = record.count as { ties: { chose: string }[] }
  expect(ties.length).toBeGreaterThan(0)
  record.count = { ...count, ties: ties.map((tie) => ({ ...tie, chose: 'Oakwood' })) } as Json
}

function raise({ totals }: PollRecord): void {
  for (const row of totals.rows) row.score += 1
}

function reject(record: PollRecord): void {
  record.verdict = { ...(record.verdict as object), passed: false }
}

function mark({ roll }: PollRecord): void {
  for (const one of roll) one.voted = true
}

function swapVoters({ ballots }: PollRecord): void {
  const [one, other] = ballots
  if (one === undefined || other === undefined || !('voter_hash' in one) || !('voter_hash' in other)) return
  const { voter } = one
  if (voter !== undefined && other.voter !== undefined) [one.voter, other.voter] = [other.voter, voter]
}

function reword({ ballots }: PollRecord): void {
  for (const row of ballots) if ('reason' in row && row.reason !== undefined) row.reason.text += '!'
}

function reclose(record: PollRecord): void {
  record.head = (record.head ?? '').replace(/closed_at 2/, 'closed_at 3')
}

function swapHead(record: PollRecord, other: PollRecord): void {
  record.head = other.head
}

function unsign(record: PollRecord): void {
  record.head = null
}

function rekey(record: PollRecord): void {
  record.key = OTHER_KEY
}
