import { statements } from '../src/db/sql.ts'
import { hashToken } from '../src/users/secret.ts'
import '../src/keys/keys-store.ts'
import '../src/groups/member-reads.ts'
import '../src/polls/ballots/ballots-store.ts'
import '../src/polls/new/new-poll-reads.ts'
import '../src/polls/poll-reads.ts'
import '../src/polls/polls-store.ts'
import { NEW_POLL } from './new-poll.ts'
import { asScript } from './pgbench.ts'
import type { SeededPoll } from './seed.ts'
import type { Stage } from './stage.ts'

/** The statements behind a request, for pgbench. */

const bytea = (key: string) => `'\\x${hashToken(key).toString('hex')}'::bytea`
const text = (name: string) => statements().get(name) ?? ''

/** The parameters for reading polls, for one poll and key. */
const asksOf = (hash: string) => `json_build_array(json_build_object('hash', ${hash}, 'id', :id::bigint))`

const anyOf = (name: string, ids: number[]) =>
  `\\set ${name} random(${Math.min(...ids)}, ${Math.max(...ids)})`
const idsOf = (polls: SeededPoll[]) => polls.map(({ id }) => id)

/** One poll read with an API key. */
export function showScript({ key, shown }: Stage): string {
  return [
    anyOf('id', idsOf(shown)),
    asScript(text('polls.show'), [asksOf(bytea(key))]),
    asScript(text('ballots.of_polls'), ['array[:id]']),
  ].join('\n')
}

/** A thousand memberships of a large group. */
export function membersScript({ large_key }: Stage): string {
  return asScript(text('members.page'), [bytea(large_key), '1000', '0'])
}

/** One ballot per statement, each by another voter: voting without batches. */
export function castScript(cast: { polls: SeededPoll[]; voter_ids: number[]; api_key_id: number }): string {
  const scores = [0, 1, 2, 3].map((slot) => `case when :choice = ${slot} then 1 end`).join(', ')
  const vote = `json_build_object('poll_id', :id::bigint, 'user_id', :voter::bigint, 'scores', json_build_array(${scores}), 'api_key_id', ${cast.api_key_id})`
  return [
    anyOf('id', idsOf(cast.polls)),
    anyOf('voter', cast.voter_ids),
    '\\set choice random(0, 3)',
    asScript(text('ballots.cast'), [`jsonb_build_array(${vote})`]),
  ].join('\n')
}

/** The parameters for inserting a poll, as SQL. */
const NEW: Record<string, string> = {
  key: "(array_to_string(array(select substr('ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + floor(random() * 24)::int, 1) from generate_series(1, 8)), ''))",
  group_id: ':group_id::bigint',
  author_id: ':bot::bigint',
  api_key_id: ':api_key::bigint',
  poll_type: "'poll'",
  title: `'${NEW_POLL.title}'`,
  details: `'${NEW_POLL.details}'`,
  details_format: "'md'",
  hide_results: "'off'",
  anonymous: 'false',
  receipts: 'false',
  open_link: 'false',
  specified_voters_only: 'false',
  voter_can_add_options: 'false',
  shuffle_options: 'false',
  notify_on_closing_soon: "'nobody'",
  min_score: '0',
  max_score: '5',
  dots_per_person: '8',
  seats: '1',
  can_respond_maybe: 'true',
  stance_reason_required: "'optional'",
  opened_at: 'now()',
  closing_at: "'2099-01-01'",
  slots: "'[1,2,3,4]'::json",
  priorities: "'[0,1,2,3]'::json",
  names: `array[${NEW_POLL.options.map((name) => `'${name}'`).join(',')}]`,
  to_members: 'true',
  names_group: 'false',
  to_thread_guests: 'true',
  named_ids: "'[]'::json",
  thresholds: "'[]'::json",
  no_block: 'false',
  told: "'named'",
  key_hash: "(select '\\x' || encode(hash, 'hex') from key_secrets where api_key_id = :api_key)",
}
const NEW_AS_JSON = `json_build_array(json_build_object(${Object.entries(NEW)
  .map(([name, value]) => `'${name}', ${value}`)
  .join(', ')}))`

/** The statements that create one poll: key, locks, and the poll with its ballots as in the response. */
export function createScript({ keys }: Stage): string {
  const hash = '(select hash from key_secrets where api_key_id = :api_key)'
  return [
    `\\set api_key random(1, ${keys.length})`,
    'select group_id, bot_user_id as bot from api_keys where id = :api_key \\gset',
    asScript(text('keys.by_hashes'), [`array[${hash}]`]),
    'begin;',
    asScript(text('groups.hold'), [':group_id']),
    asScript(text('polls.insert_and_show'), [NEW_AS_JSON]),
    'commit;',
  ].join('\n')
}
