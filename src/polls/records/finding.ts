import type { OwnReceipt, OwnRollEntry, PollRecord, Sha256, Signer } from '@folkmoot/check'

/** What is checked, in this order. */
export const CHECKS = [
  'signatures',
  'ballots',
  'root',
  'roll',
  'result',
  'previous',
  'kept',
  'receipt',
  'entry',
] as const
export type CheckName = (typeof CHECKS)[number]

/** What can be wrong, by check. */
export const FAULTS = {
  signatures: [
    'unsigned',
    'no_key',
    'other_key',
    'no_head',
    'head_forged',
    'manifest_forged',
    'manifest_other',
    'origin_other',
    'time_other',
  ],
  ballots: [
    'ballot_changed',
    'ballot_twice',
    'ballot_illegal',
    'ballot_moved',
    'voter_other',
    'reason_other',
  ],
  root: ['number_other', 'root_other'],
  roll: ['eligible_other', 'voted_other', 'votes_other', 'roll_other', 'entry_twice'],
  result: ['type_unknown', 'cast_count_other', 'total_other', 'totals_more', 'count_other', 'verdict_other'],
  previous: ['previous_other'],
  kept: ['second_head', 'kept_forged'],
  receipt: ['receipt_poll', 'receipt_key', 'receipt_forged', 'receipt_missing', 'receipt_ballot'],
  entry: ['entry_poll', 'entry_missing'],
} as const satisfies Record<CheckName, readonly string[]>
export type FaultCode = (typeof FAULTS)[CheckName][number]

export type Fault = { code: FaultCode; params: Record<string, string | number> }

/** The words of a check that found nothing wrong, or had nothing to check. */
export const REMARKS = [
  'signatures',
  'signatures_known',
  'ballots',
  'root',
  'roll',
  'result',
  'result_counted',
  'previous',
  'previous_first',
  'previous_left_out',
  'not_signed',
  'kept',
  'kept_not_given',
  'receipt',
  'receipt_number',
  'receipt_own',
  'receipt_not_given',
  'entry_voted',
  'entry_abstained',
  'entry_not_given',
] as const
export type Remark = (typeof REMARKS)[number]

/** The result of one check; `faults`: the first ones, if it failed. */
export type Finding = {
  check: CheckName
  state: 'passed' | 'failed' | 'skipped'
  remark: Remark | null
  params: Record<string, string | number>
  faults: Fault[]
}

/** Hashes, and verifies Ed25519 signatures: Node, or a library in a browser. */
export type Tools = {
  sha256: Sha256
  verify: (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean
}

/**
 * A request to check a record. `keys`: the trusted ones; empty: the key in the file. `kept`: a head of the
 * same closing that they have from elsewhere. `progress` is called with a number of ballots.
 */
export type Asked = {
  record: PollRecord
  keys: readonly Signer[]
  kept: string | null
  receipt: OwnReceipt | null
  entry: OwnRollEntry | null
  progress: (done: number, of: number) => void
}

/** More of a kind are not listed: a file with a hundred thousand faults is wrong as well. */
const MOST_FAULTS = 20

/** Collects the faults of a check. */
export class Faults {
  readonly list: Fault[] = []

  add(code: FaultCode, params: Fault['params'] = {}): void {
    if (this.list.length < MOST_FAULTS) this.list.push({ code, params })
  }
}

export function passed(check: CheckName, remark: Remark, params: Finding['params'] = {}): Finding {
  return { check, state: 'passed', remark, params, faults: [] }
}

export function skipped(check: CheckName, remark: Remark): Finding {
  return { check, state: 'skipped', remark, params: {}, faults: [] }
}

/** The finding of a check with these faults: without any, the remark. */
export function foundBy(check: CheckName, faults: Faults, remark: Finding): Finding {
  if (faults.list.length === 0) return remark
  return { check, state: 'failed', remark: null, params: {}, faults: faults.list }
}
