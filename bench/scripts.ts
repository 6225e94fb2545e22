import { statements } from '../src/db/sql.ts'
import { hashToken } from '../src/users/secret.ts'
import '../src/keys/keys-store.ts'
import '../src/groups/member-reads.ts'
import '../src/polls/ballots/ballots-store.ts'
import '../src/polls/poll-reads.ts'
import '../src/polls/polls-store.ts'
import { NEW_POLL } from './new-poll.ts'
import { asScript } from './pgbench.ts'
import type { SeededPoll } from './seed.ts'
import type { Stage } from './stage.ts'

/** The statements behind a request, for pgbench. */

const bytea = (key: string) => `'\\x${hashToken(key).toString('hex')}'::bytea`
const text = (name: string) => statements().get(name) ?? ''

/** What the reading of polls is given, for one poll and key. */
const asksOf = (hash: string) => `json_build_array(json_build_object('hash', ${hash}, 'id', :id::bigint))`

const anyOf = (name: string, ids: number[]) =>
  `\\set ${name} random(${Math.min(...ids)}, ${Math.max(...ids)})`
const idsOf = (polls: SeededPoll[]) => polls.map(({ id }) => id)

/** One poll read by its key's holder. */
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

/** One ballot a statement, each of another voter: what casting would be without others' company. */
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

/** What the insert of a poll is given, as SQL: everything that is not named is null. */
const VALUES: Record<string, string> = {
  key: "(array_to_string(array(select substr('ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + floor(random() * 24)::int, 1) from generate_series(1, 8)), ''))",
  group_id: ':group_id',
  discussion_id: 'null::bigint',
  author_id: ':bot',
  api_key_id: ':api_key',
  poll_type: "'poll'",
  title: `'${NEW_POLL.title}'`,
  details: `'${NEW_POLL.details}'`,
  details_format: "'md'",
  hide_results: "'off'",
  anonymous: 'false',
  specified_voters_only: 'false',
  voter_can_add_options: 'false',
  shuffle_options: 'false',
  notify_on_closing_soon: "'nobody'",
  min_score: '0',
  max_score: '5',
  dots_per_person: '8',
  minimum_stance_choices: 'null',
  maximum_stance_choices: 'null',
  agree_target: 'null',
  can_respond_maybe: 'true',
  stance_reason_required: "'optional'",
  opened_at: 'now()',
  closing_at: "'2099-01-01'",
  reminder_due_at: 'null',
  slots: "'{1,2,3,4}'",
  priorities: "'{0,1,2,3}'",
  names: `array[${NEW_POLL.options.map((name) => `'${name}'`).join(',')}]`,
  to_members: 'true',
  names_group: 'false',
  to_thread_guests: 'true',
  named_ids: "'{}'",
  thresholds: "'[]'",
  no_block: 'false',
  told: "'named'",
  message: 'null',
}

/** The statements of one creation: key, locks, the poll with its ballots, and the reading of the answer. */
export function createScript({ keys }: Stage): string {
  const hash = '(select hash from key_secrets where api_key_id = :api_key)'
  return [
    `\\set api_key random(1, ${keys.length})`,
    'select group_id, bot_user_id as bot from api_keys where id = :api_key \\gset',
    asScript(text('keys.by_hash'), [hash]),
    'begin;',
    asScript(text('groups.hold'), [':group_id']),
    `${asScript(
      insertText(),
      paramsOf(insertText()).map((param) => VALUES[param] ?? 'null'),
    ).slice(0, -1)} \\gset`,
    asScript(text('groups.count_items'), [':group_id', '1', '0', '0', '0']),
    'commit;',
    asScript(text('polls.show'), [asksOf(hash)]),
  ].join('\n')
}

const insertText = () => text('polls.insert')

/** The parameters of the insert in their order: the text of a statement no longer names them. */
function paramsOf(statement: string): string[] {
  const columns =
    /insert into polls \(([^)]+)\)/
      .exec(statement)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? []
  return [
    ...columns,
    'slots',
    'priorities',
    'names',
    'to_members',
    'names_group',
    'to_thread_guests',
    'named_ids',
    'told',
    'message',
  ]
}
