import { randomBytes } from 'node:crypto'
import { canonical, headHash, headText, type Json, rowLeaf, utf8 } from '@folkmoot/check'
import type { Act } from '../../db/db.ts'
import { sha256 } from '../../db/keys/sha256.ts'
import type { Queryable } from '../../db/sql.ts'
import type { Scores } from '../ballots/ballot.ts'
import type { Poll } from '../poll.ts'
import { pollOptions } from '../polls-store.ts'
import { hashRows, rootOver, SLICE } from './hash-in-slices.ts'
import { insertHead, lastHead, namedPage, rollPage, sealedHashes, sealedPage } from './heads-store.ts'
import { manifestOfPoll } from './manifests-store.ts'
import { manifestOf } from './poll-manifest.ts'
import { anonymousRow, choicesOf, namedRow, rollEntryOf } from './published-ballot.ts'
import { signHead } from './sign-heads.ts'

const SECRET_BYTES = 32

/** The closing that is recorded. `options`: how many the poll has. */
type Closing = { poll: Poll; options: number; manifest_hash: Uint8Array; secret: Buffer }

/**
 * Records what a closing found, once the ballots of the poll are final: its manifest and its head, linked to
 * the head before it in the group, and signed if the key can be read. Else it is signed later (`signHeads`):
 * nobody waits for a key to see results.
 */
export async function recordHead(
  { tx, signer }: Pick<Act, 'tx' | 'signer'>,
  poll: Poll,
  closed_at: Date,
): Promise<void> {
  const { id: poll_id, group_id } = poll
  const options = await pollOptions(tx, poll_id)
  const before = await lastHead(tx, { group_id, poll_id })
  const number = before.closing + 1
  const opened = poll.receipts ? await manifestOfPoll(tx, poll_id) : null
  const manifest =
    opened?.manifest ??
    canonical(manifestOf(poll, options, { closing: number, closing_at: closed_at }) as unknown as Json)
  const manifest_hash = sha256(utf8(manifest))
  const secret = randomBytes(SECRET_BYTES)
  const closing = { poll, options: options.length, manifest_hash, secret }
  const { leaves, cast_by } = await ballotsOf(tx, closing)
  const { entries, voted } = await rollOf(tx, closing)
  const head = headText({
    origin: `${signer.host}/p/${poll.key}/${number}`,
    ballots: leaves.length,
    root: await rootOver(leaves),
    manifest: manifest_hash,
    eligible: entries.length,
    voted,
    roll: await rootOver(entries),
    closed_at: closed_at.toISOString(),
    previous: before.head === null ? null : headHash(sha256, before.head),
  })
  const recorded = { poll_id, closing: number, manifest, head }
  await insertHead(tx, { ...recorded, group_id, place: before.place + 1, secret, cast_by })
  await signHead(tx, signer, recorded)
}

/** The leaf of each ballot; `cast_by`: the names of keys that cast ballots, by user id. */
async function ballotsOf(
  tx: Queryable,
  { poll, options, manifest_hash, secret }: Closing,
): Promise<{ leaves: Buffer[]; cast_by: Record<string, string> }> {
  const { id: poll_id } = poll
  const choices = (scores: Scores) => choicesOf(poll, options, scores)
  const cast_by: Record<string, string> = {}
  if (poll.receipts) return { leaves: await sealedHashes(tx, poll_id), cast_by }
  if (poll.anonymous) {
    const read = (after: Buffer) => sealedPage(tx, { poll_id, after, most: SLICE })
    const pages = { read, first: Buffer.alloc(0), keyOf: ({ hash }: { hash: Buffer }) => hash }
    const leaves = await hashRows(pages, (sealed) =>
      Buffer.from(rowLeaf(sha256, manifest_hash, anonymousRow(sealed.nonce, choices(sealed.scores)))),
    )
    return { leaves, cast_by }
  }
  const read = (after: number) => namedPage(tx, { poll_id, after, most: SLICE })
  const leaves = await hashRows({ read, ...BY_PERSON }, (ballot) => {
    if (ballot.cast_by !== null) cast_by[ballot.user_id] = ballot.cast_by
    return Buffer.from(rowLeaf(sha256, manifest_hash, namedRow(ballot, choices(ballot.scores), secret)))
  })
  return { leaves, cast_by }
}

/** The entry of everyone who could vote, and how many did. */
async function rollOf(
  tx: Queryable,
  { poll, manifest_hash, secret }: Closing,
): Promise<{ entries: Buffer[]; voted: number }> {
  const read = (after: number) => rollPage(tx, { poll_id: poll.id, after, most: SLICE })
  let votes = 0
  const entries = await hashRows({ read, ...BY_PERSON }, ({ user_id, voted }) => {
    if (voted) votes += 1
    return Buffer.from(rollEntryOf(secret, manifest_hash, user_id))
  })
  return { entries, voted: votes }
}

const BY_PERSON = { first: 0, keyOf: ({ user_id }: { user_id: number }) => user_id }
