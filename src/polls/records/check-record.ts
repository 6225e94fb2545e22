import {
  type BallotRow,
  type CommittedRow,
  commitment,
  compareBytes,
  fromHex,
  hex,
  manifestHash,
  type NamedBallotRow,
  reasonHash,
  rowLeaf,
  type Sha256,
  Tree,
  voterHash,
} from '@folkmoot/check'
import type { Scores } from '../ballots/ballot.ts'
import { type Asked, Faults, type Finding, foundBy, passed, skipped, type Tools } from './finding.ts'
import { checkEntry, checkReceipt } from './own-check.ts'
import { type RecordedPoll, recordedPoll, scoresOf } from './recorded-poll.ts'
import { resultFinding } from './result-check.ts'
import { keptFinding, previousFinding, readNotes, rollFinding, signaturesFinding } from './signed-check.ts'

/** Ballots checked between two reports of progress. */
const STEP = 1_000

/**
 * Checks the record of a closed poll, and a receipt and an own entry of the roll if they are given: all that
 * can be told without the service that it is from. The findings are in the order of `CHECKS`.
 */
export function checkRecord(tools: Tools, asked: Asked): Finding[] {
  const { record } = asked
  const { sha256 } = tools
  const m = manifestHash(sha256, record.manifest)
  const signed = readNotes(record)
  const poll = recordedPoll(record.manifest)
  const ballots = checkBallots(sha256, asked, { m, poll })
  const found = [
    signaturesFinding(tools, asked, { m, signed }),
    ballots.finding,
    rootFinding(record, ballots, signed.head),
    rollFinding(sha256, record, signed.head),
    resultFinding(record, poll, ballots.scores),
    previousFinding(sha256, record, signed.head),
    keptFinding(tools, asked, signed.note),
    checkReceipt(tools, asked, m),
    checkEntry(sha256, asked, m),
  ]
  return found
}

type Ballots = { finding: Finding; scores: Scores[]; number: number; root: Uint8Array }
type Facts = { m: Uint8Array; poll: RecordedPoll | null }

function checkBallots(sha256: Sha256, { record, progress }: Asked, { m, poll }: Facts): Ballots {
  const faults = new Faults()
  const tree = new Tree(sha256)
  const scores: Scores[] = []
  let before: Uint8Array = new Uint8Array()
  for (const [place, row] of record.ballots.entries()) {
    const ballot = place + 1
    if (ballot % STEP === 0) progress(ballot, record.ballots.length)
    const leaf = leafOf(sha256, m, row)
    if (leaf === null) faults.add('ballot_changed', { ballot })
    else {
      const order = compareBytes(before, leaf)
      if (order === 0) faults.add('ballot_twice', { ballot })
      if (order > 0) faults.add('ballot_moved', { ballot })
      tree.add(leaf)
      before = leaf
    }
    if ('voter_hash' in row) explain(sha256, faults, { row, ballot })
    const own = poll === null ? null : scoresOf(poll, row.choices)
    if (own !== null) scores.push(own)
    else if (poll !== null) faults.add('ballot_illegal', { ballot })
  }
  const remark = passed('ballots', 'ballots', { ballots: record.ballots.length })
  return {
    finding: foundBy('ballots', faults, remark),
    scores,
    number: record.ballots.length,
    root: tree.root(),
  }
}

/** The leaf of a ballot. Null: its commitment does not fit it. */
function leafOf(sha256: Sha256, m: Uint8Array, row: BallotRow): Uint8Array | null {
  if (!('c' in row)) return rowLeaf(sha256, m, bare(row))
  return hex(committed(sha256, m, row)) === row.c ? fromHex(row.c) : null
}

function committed(sha256: Sha256, m: Uint8Array, { choices, b }: CommittedRow): Uint8Array {
  return commitment(sha256, m, { choices, b: fromHex(b) ?? new Uint8Array() })
}

/** A ballot without what only explains it. */
function bare(row: Exclude<BallotRow, CommittedRow>) {
  if ('nonce' in row) return { nonce: row.nonce, choices: row.choices }
  const { choices, cast_by_key, voter_hash, reason_hash } = row
  return { choices, cast_by_key, voter_hash, reason_hash }
}

/** The voter and the reason published with a ballot are those of its hashes. */
function explain(
  sha256: Sha256,
  faults: Faults,
  { row: { voter, voter_hash, reason, reason_hash }, ballot }: { row: NamedBallotRow; ballot: number },
): void {
  if (voter !== undefined && hex(voterHash(sha256, saltIn(voter), voter.id)) !== voter_hash)
    faults.add('voter_other', { ballot })
  if (reason !== undefined && hex(reasonHash(sha256, saltIn(reason), reason.text)) !== reason_hash)
    faults.add('reason_other', { ballot })
}

const saltIn = ({ salt }: { salt: string }): Uint8Array => fromHex(salt) ?? new Uint8Array()

type Said = ReturnType<typeof readNotes>['head']

function rootFinding(record: Asked['record'], { number, root }: Ballots, head: Said): Finding {
  if (record.head === null) return skipped('root', 'not_signed')
  const faults = new Faults()
  if (head === null) faults.add('root_other')
  else {
    if (head.ballots !== number) faults.add('number_other', { found: number, said: head.ballots })
    if (hex(head.root) !== hex(root)) faults.add('root_other')
  }
  return foundBy('root', faults, passed('root', 'root', { ballots: number }))
}
