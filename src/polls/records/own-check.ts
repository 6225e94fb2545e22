import {
  blinding,
  commitment,
  fromBase64,
  fromHex,
  hex,
  type OwnReceipt,
  readVerifierKey,
  receiptMessage,
  rollEntry,
  type Sha256,
} from '@folkmoot/check'
import { answersIn } from './answers.ts'
import {
  type Asked,
  Faults,
  type Finding,
  foundBy,
  passed,
  type Remark,
  skipped,
  type Tools,
} from './finding.ts'
import { isTrusted } from './signed-check.ts'

const NOTHING = new Uint8Array()

/** A voter's receipt: signed by the service, and its ballot is in the file, unchanged. */
export function checkReceipt(tools: Tools, { record, receipt, keys }: Asked, m: Uint8Array): Finding {
  if (receipt === null) return skipped('receipt', 'receipt_not_given')
  const faults = new Faults()
  const row = record.ballots.find((one) => 'c' in one && one.c === receipt.c)
  if (receipt.m !== hex(m)) faults.add(isSigned(tools, receipt) ? 'receipt_poll' : 'receipt_forged')
  else {
    verifyReceipt(tools, faults, { receipt, keys, present: record.key })
    if (faults.list.length === 0 && row === undefined) faults.add('receipt_missing')
    if (!isOwn(tools.sha256, receipt, m)) faults.add('receipt_ballot')
  }
  const { poll_type, options } = record.manifest
  // Page scripts have no catalogue.
  const answers = row === undefined ? '' : answersIn(poll_type, { options, choices: row.choices }).join(', ')
  return foundBy('receipt', faults, passed('receipt', remarkOn(receipt), { answers }))
}

/** What the file has of the voter's own. */
function remarkOn({ nonce, mark = '' }: OwnReceipt): Remark {
  if (nonce === undefined) return 'receipt'
  return mark === '' ? 'receipt_number' : 'receipt_own'
}

type Given = {
  receipt: OwnReceipt
  keys: Asked['keys']
  present: string | null
}

function verifyReceipt({ sha256, verify }: Tools, faults: Faults, { receipt, keys, present }: Given): void {
  const signer = readVerifierKey(sha256, receipt.key)
  const closing = readVerifierKey(sha256, present ?? '')
  const trusted = keys.length > 0 || closing === null ? keys : [closing]
  if (signer === null || !isTrusted(signer, trusted)) faults.add('receipt_key', { key: receipt.key })
  if (!isSigned({ sha256, verify }, receipt)) faults.add('receipt_forged')
}

/** Whether the key that a receipt names signed it, for this poll or another. */
function isSigned({ sha256, verify }: Tools, { m, c, key, signature }: OwnReceipt): boolean {
  const signer = readVerifierKey(sha256, key)
  if (signer === null) return false
  const message = receiptMessage(fromHex(m) ?? NOTHING, fromHex(c) ?? NOTHING)
  return verify(signer.key, message, fromBase64(signature) ?? NOTHING)
}

/** The voter's own data, if the file has them, are those that the commitment is made of. */
function isOwn(sha256: Sha256, { c, nonce, mark = '', choices }: OwnReceipt, m: Uint8Array): boolean {
  if (nonce === undefined || choices === undefined) return true
  const b = blinding(sha256, fromHex(nonce) ?? NOTHING, mark)
  return hex(commitment(sha256, m, { choices, b })) === c
}

/** A person's own entry of the roll: whether it says truly that they voted, only they can tell. */
export function checkEntry(sha256: Sha256, { record, entry }: Asked, m: Uint8Array): Finding {
  if (entry === null) return skipped('entry', 'entry_not_given')
  const faults = new Faults()
  const salt = fromHex(entry.salt) ?? NOTHING
  const own = hex(rollEntry(sha256, salt, { manifest_hash: m, user_id: entry.person }))
  const found = record.roll.find((one) => one.entry === own)
  if (entry.poll !== record.manifest.poll) faults.add('entry_poll')
  else if (found === undefined) faults.add('entry_missing')
  return foundBy('entry', faults, passed('entry', found?.voted === true ? 'entry_voted' : 'entry_abstained'))
}
