import type { Static } from 'typebox'
import type { PublishedHead } from '../../polls/heads/published-head.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { Flag, Id, MaybeText, NullableInteger, Record as RecordOf } from '../wire.ts'

export const HeadRecord = RecordOf('Head', {
  poll_id: Id('The poll.'),
  results_visible: Flag('Whether this key may see the results now.'),
  closing: NullableInteger(
    'The number of the closing: a named poll can be opened again. Null: there is no head, as voting is open, results are hidden, or the poll was closed by a release without heads.',
  ),
  head: MaybeText(
    'The signed note of the last closing: its number of ballots, the root over them, who could vote and how many did, and the hash of the head before it in the group. Null: there is none, or it is not signed yet.',
  ),
  key: MaybeText('The public key that verifies it, as /.well-known/folkmoot-key lists it.'),
  manifest: MaybeText('The question, the options and the rules as the closing found them: canonical JSON.'),
  manifest_signature: MaybeText('The signature of the manifest, in base64.'),
  fingerprint: MaybeText('The beginning of the hash of the manifest, to compare: 26 characters.'),
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
