import {
  fromBase64,
  fromHex,
  type Head,
  headHash,
  hex,
  inHashOrder,
  keyId,
  manifestMessage,
  type Note,
  type PollRecord,
  readHead,
  readNote,
  readVerifierKey,
  type Sha256,
  type Signer,
  treeRoot,
  utf8,
} from '@folkmoot/check'
import { type Asked, Faults, type Finding, foundBy, passed, skipped, type Tools } from './finding.ts'

/** The head of a record. Null: there is none, or it cannot be read. */
export type Signed = { note: Note | null; head: Head | null }

export function readNotes({ head }: PollRecord): Signed {
  const note = head === null ? null : readNote(head)
  return { note, head: note === null ? null : readHead(note.text) }
}

/** Whether the service's key signed the head and the manifest, and whether they belong together. */
export function signaturesFinding(
  tools: Tools,
  { record, keys }: Asked,
  { m, signed: { note, head } }: { m: Uint8Array; signed: Signed },
): Finding {
  const faults = new Faults()
  const signer = record.key === null ? null : readVerifierKey(tools.sha256, record.key)
  if (record.head === null) faults.add('unsigned')
  else if (note === null || head === null) faults.add('no_head')
  else if (signer === null) faults.add('no_key')
  else {
    if (!isTrusted(signer, keys)) faults.add('other_key', { key: record.key ?? '' })
    verifySignatures(tools, faults, { record, signer, note, m })
    compareParts(faults, { record, signer, head, m })
  }
  const params = { host: signer?.name ?? '', key: record.key ?? '' }
  const remark = passed('signatures', keys.length > 0 ? 'signatures_known' : 'signatures', params)
  return foundBy('signatures', faults, remark)
}

/**
 * Whether a key is among those that someone trusts; if they named none, every key is. Names do not count: a
 * service that moves to another address keeps its key.
 */
export function isTrusted(signer: Signer, keys: readonly Signer[]): boolean {
  return keys.length === 0 || keys.some(({ key }) => hex(key) === hex(signer.key))
}

type Parts = { record: PollRecord; signer: Signer; note: Note; m: Uint8Array }

function verifySignatures(
  { sha256, verify }: Tools,
  faults: Faults,
  { record, signer, note, m }: Parts,
): void {
  const own = note.name === signer.name && hex(note.id) === hex(keyId(sha256, signer))
  if (!own || !verify(signer.key, utf8(note.text), note.signature)) faults.add('head_forged')
  const signature = fromBase64(record.manifest_signature ?? '')
  if (signature === null || !verify(signer.key, manifestMessage(m), signature)) faults.add('manifest_forged')
}

type Compared = Omit<Parts, 'note'> & { head: Head }

function compareParts(faults: Faults, { record, signer, head, m }: Compared): void {
  const { poll, closing, closing_at, receipts } = record.manifest
  if (hex(head.manifest) !== hex(m)) faults.add('manifest_other')
  const origin = `${signer.name}/p/${poll}/${closing}`
  if (head.origin !== origin) faults.add('origin_other', { origin: head.origin, expected: origin })
  // With receipts the manifest was signed when voting opened: it may have been closed earlier than planned.
  const fits = receipts ? head.closed_at <= closing_at : head.closed_at === closing_at
  if (!fits) faults.add('time_other')
}

/** The people who could vote: by their entries, none twice, and no more votes than people. */
export function rollFinding(sha256: Sha256, record: PollRecord, head: Head | null): Finding {
  const { roll, ballots } = record
  const faults = new Faults()
  const voted = roll.filter((one) => one.voted).length
  const entries = inHashOrder(
    roll.map(({ entry }) => fromHex(entry) ?? new Uint8Array()),
    (entry) => entry,
  )
  if (new Set(roll.map(({ entry }) => entry)).size < roll.length) faults.add('entry_twice')
  if (voted !== ballots.length) faults.add('votes_other', { voted, ballots: ballots.length })
  const unlike = head === null ? record.head !== null : hex(head.roll) !== hex(treeRoot(sha256, entries))
  if (unlike) faults.add('roll_other')
  if (head !== null && head.eligible !== roll.length)
    faults.add('eligible_other', { found: roll.length, said: head.eligible })
  if (head !== null && head.voted !== voted) faults.add('voted_other', { found: voted, said: head.voted })
  return foundBy('roll', faults, passed('roll', 'roll', { voted, eligible: roll.length }))
}

/** The head before it in the group is the one that this head names. */
export function previousFinding(sha256: Sha256, record: PollRecord, head: Head | null): Finding {
  if (record.head === null) return skipped('previous', 'not_signed')
  const { previous_head } = record
  const named = head?.previous ?? null
  if (previous_head === null)
    return named === null ? passed('previous', 'previous_first') : skipped('previous', 'previous_left_out')
  const faults = new Faults()
  const note = readNote(previous_head)
  const before = note === null ? null : readHead(note.text)
  if (note === null || before === null || named === null) faults.add('previous_other')
  else if (hex(headHash(sha256, note.text)) !== hex(named)) faults.add('previous_other')
  return foundBy('previous', faults, passed('previous', 'previous', { origin: before?.origin ?? '' }))
}

/**
 * A head that the reader kept is the one in the file. The service signs one head for each closing. A forged
 * one proves nothing against it.
 */
export function keptFinding({ sha256, verify }: Tools, { record, kept }: Asked, note: Note | null): Finding {
  if (kept === null) return skipped('kept', 'kept_not_given')
  const signer = readVerifierKey(sha256, record.key ?? '')
  if (note === null || signer === null) return skipped('kept', 'not_signed')
  const faults = new Faults()
  const other = readNote(kept)
  const closing = (text: string) => readHead(text)?.origin
  if (other === null || closing(other.text) !== closing(note.text)) faults.add('kept_forged')
  else if (!verify(signer.key, utf8(other.text), other.signature)) faults.add('kept_forged')
  else if (other.text !== note.text) faults.add('second_head')
  return foundBy('kept', faults, passed('kept', 'kept'))
}
