import type { Static } from 'typebox'
import type { PublishedHead } from '../../polls/heads/published-head.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { Flag, Id, MaybeText, NullableInteger, Record as RecordOf } from '../wire.ts'

export const HeadRecord = RecordOf('Head', {
  poll_id: Id('The poll.'),
  results_visible: Flag('Whether this key may see the results now.'),
  closing: NullableInteger(
    'The number of the closing, because a named poll can be reopened. Null: there is no head, because voting is open, results are hidden, or a release without heads closed the poll.',
  ),
  head: MaybeText(
    "The signed note of the last closing: the number of ballots, their root hash, who could vote and how many did, and the hash of the group's previous head. Null: there is none, or it is not signed yet.",
  ),
  key: MaybeText('The public key that verifies it, as /.well-known/folkmoot-key lists it.'),
  manifest: MaybeText('The question, options and rules at the time of closing, as canonical JSON.'),
  manifest_signature: MaybeText('The signature of the manifest, in base64.'),
  fingerprint: MaybeText('The first 26 characters of the hash of the manifest, for comparison.'),
})

const NONE: PublishedHead | { [Field in keyof PublishedHead]: null } = {
  closing: null,
  head: null,
  key: null,
  manifest: null,
  manifest_signature: null,
  fingerprint: null,
}

/** The head of a poll's last closing. `head` null: there is none to show. */
export function presentHead(
  { poll, results }: Pick<LoadedPoll, 'poll' | 'results'>,
  head: PublishedHead | null,
): Static<typeof HeadRecord> {
  return { poll_id: poll.id, results_visible: results.shown, ...(head ?? NONE) }
}
