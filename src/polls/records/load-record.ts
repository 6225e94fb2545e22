import { base64, canonical, hex, type Json, POLL_RECORD, rowLeaf, writeNote } from '@folkmoot/check'
import { countJson } from '@folkmoot/count'
import { sha256 } from '../../db/keys/sha256.ts'
import { verifierKeyOf } from '../../db/keys/verifier-key.ts'
import type { Queryable } from '../../db/sql.ts'
import { NotFound } from '../../errors.ts'
import { isCounted } from '../counts/elected.ts'
import { loadCount } from '../counts/load-count.ts'
import { hashRows, inHashOrder, SLICE } from '../heads/hash-in-slices.ts'
import { rollPage, type SealedRow, sealedPage } from '../heads/heads-store.ts'
import {
  anonymousRow,
  choicesOf,
  type Hidden,
  namedRow,
  rollEntryOf,
  saltOf,
} from '../heads/published-ballot.ts'
import { signerOf } from '../heads/published-head.ts'
import type { LoadedPoll } from '../load-poll.ts'
import { decisionOf } from '../results/decision.ts'
import { isExportable } from '../results/load-ballot-export.ts'
import { totalRow } from '../results/tally/result-rows.ts'
import { type ClosingRow, explainedPage, lastClosing, type NamedBallotRow } from './records-store.ts'
import { verdictOf } from './result-check.ts'

/** The reader of a record. `sees_others`: they may see all polls of the group, so also the head before it. */
export type RecordReader = { sees_others: boolean }

/** A line of a list in the record, and the hash that gives it its place. */
type Line = { hash: Buffer; text: string }

type Recorded = { loaded: LoadedPoll; closing: ClosingRow; manifest_hash: Uint8Array }

/**
 * The record of a poll's last closing, as JSON: all that is needed to check it. It is made in slices, as
 * other requests need their turns. NotFound while voting is open or the gate hides the final results, and
 * for polls closed by a release without heads.
 */
export async function loadRecord(
  db: Queryable,
  loaded: LoadedPoll,
  { sees_others }: RecordReader,
): Promise<Buffer> {
  const closing = isExportable(loaded) ? await lastClosing(db, loaded.poll.id) : null
  if (closing === null) throw new NotFound()
  const recorded = { loaded, closing, manifest_hash: sha256(Buffer.from(closing.manifest)) }
  const lines = {
    ballots: loaded.poll.anonymous ? await sealedLines(db, recorded) : await namedLines(db, recorded),
    roll: await rollLines(db, recorded),
  }
  const parts: Buffer[] = []
  const add = (text: string) => parts.push(Buffer.from(text))
  add(`{"format":"${POLL_RECORD}","manifest":${closing.manifest},`)
  add(`${inner({ ...signed(closing), previous_head: sees_others ? before(closing) : null })},`)
  for (const list of ['ballots', 'roll'] as const) {
    add(`"${list}":[`)
    let between = '\n'
    await inHashOrder(
      lines[list],
      ({ hash }) => hash,
      ({ text }) => {
        add(between + text)
        between = ',\n'
      },
    )
    add('],\n')
  }
  add(`${inner(await resultParts(db, loaded))}}\n`)
  return Buffer.concat(parts)
}

/** An object as JSON without its braces. */
const inner = (members: { [name: string]: Json }): string => JSON.stringify(members).slice(1, -1)

function signed({ head, public_key, head_signature, manifest_signature }: ClosingRow) {
  if (public_key === null || head_signature === null || manifest_signature === null)
    return { manifest_signature: null, key: null, head: null }
  return {
    manifest_signature: base64(manifest_signature),
    key: verifierKeyOf(signerOf(head), public_key),
    head: noteOf(head, public_key, head_signature),
  }
}

function before({ previous_head, previous_key, previous_signature }: ClosingRow) {
  if (previous_head === null || previous_key === null || previous_signature === null) return null
  return noteOf(previous_head, previous_key, previous_signature)
}

function noteOf(text: string, public_key: string, signature: Buffer): string {
  return writeNote(sha256, text, { name: signerOf(text), key: Buffer.from(public_key, 'hex'), signature })
}

function sealedLines(db: Queryable, { loaded: { poll, options }, manifest_hash }: Recorded): Promise<Line[]> {
  const read = (after: Buffer) => sealedPage(db, { poll_id: poll.id, after, most: SLICE })
  const pages = { read, first: Buffer.alloc(0), keyOf: ({ hash }: SealedRow) => hash }
  return hashRows(pages, ({ hash, nonce, scores }) => {
    const choices = choicesOf(poll, options.length, scores)
    if (poll.receipts)
      return { hash, text: canonical({ c: hash.toString('hex'), b: nonce.toString('hex'), choices }) }
    const row = anonymousRow(nonce, choices)
    return { hash: Buffer.from(rowLeaf(sha256, manifest_hash, row)), text: canonical(row) }
  })
}

function namedLines(db: Queryable, { loaded, closing, manifest_hash }: Recorded): Promise<Line[]> {
  const { poll, options } = loaded
  const { secret } = closing
  const read = (after: number) =>
    explainedPage(db, { poll_id: poll.id, closing: closing.closing, after, most: SLICE })
  return hashRows({ read, ...BY_PERSON }, (ballot) => {
    const cast_by = closing.cast_by[ballot.user_id] ?? null
    const made = namedRow({ ...ballot, cast_by }, choicesOf(poll, options.length, ballot.scores), secret)
    const row = ballot.reason_hash === null ? made : { ...made, reason_hash: hex(ballot.reason_hash) }
    const text = canonical({ ...row, ...explanationOf(ballot, secret) })
    return { hash: Buffer.from(rowLeaf(sha256, manifest_hash, row)), text }
  })
}

/** Published with a named ballot, but not under the root: for former members, only the reason. */
function explanationOf({ user_id, user_name, erased, reason, cast_at }: NamedBallotRow, secret: Buffer) {
  const saltFor = (hides: Hidden) => hex(saltOf(secret, hides, user_id))
  return {
    voter: erased ? undefined : { id: user_id, name: user_name ?? '', salt: saltFor('voter') },
    reason: reason === null ? undefined : { text: reason, salt: saltFor('reason') },
    cast_at: erased ? undefined : cast_at.toISOString(),
  }
}

function rollLines(db: Queryable, { loaded: { poll }, closing, manifest_hash }: Recorded): Promise<Line[]> {
  const read = (after: number) => rollPage(db, { poll_id: poll.id, after, most: SLICE })
  return hashRows({ read, ...BY_PERSON }, ({ user_id, voted }) => {
    const entry = Buffer.from(rollEntryOf(closing.secret, manifest_hash, user_id))
    return { hash: entry, text: canonical({ entry: hex(entry), voted }) }
  })
}

async function resultParts(db: Queryable, loaded: LoadedPoll): Promise<{ [name: string]: Json }> {
  const { poll, options, results } = loaded
  if (!results.shown) throw new NotFound()
  const counted = isCounted(poll) ? await loadCount(db, loaded) : null
  const names = [...options].sort((one, other) => one.slot - other.slot).map(({ name }) => name)
  const rows = results.rows.map(totalRow).sort((one, other) => one.slot - other.slot)
  return {
    totals: { cast_count: results.as_of, rows },
    count: counted === null ? null : (countJson(counted.count, names) as unknown as Json),
    verdict: verdictOf(decisionOf(loaded)),
  }
}

const BY_PERSON = { first: 0, keyOf: ({ user_id }: { user_id: number }) => user_id }
