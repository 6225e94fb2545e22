import type { Request } from 'autocannon'
import { statements } from '../src/db/sql.ts'
import { hashToken } from '../src/users/secret.ts'
import '../src/polls/poll-reads.ts'
import '../src/polls/polls-store.ts'
import '../src/groups/member-reads.ts'
import '../src/groups/keys-store.ts'
import '../src/polls/ballots-store.ts'
import { asScript } from './pgbench.ts'
import { NEW_POLL, type Stage } from './stage.ts'

/** One thing measured: requests over HTTP, and the statements they run, for pgbench. */
export type Case = {
  name: string
  target: string
  requests: (stage: Stage) => Request[]
  statements: ((stage: Stage) => string) | null
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const bytea = (key: string) => `'\\x${hashToken(key).toString('hex')}'::bytea`
const text = (name: string) => statements().get(name) ?? ''

const SHOW_POLL: Case = {
  name: 'show_poll',
  target: '>= 75%, >= 5 600/s, p99 < 15 ms',
  requests: ({ poll_keys, keys: [key = ''] }) =>
    poll_keys.map((poll) => ({ method: 'GET', path: `/api/b1/polls/${poll}`, headers: bearer(key) })),
  statements: ({ keys: [key = ''], poll_ids }) =>
    [
      `\\set id random(${Math.min(...poll_ids)}, ${Math.max(...poll_ids)})`,
      asScript(text('polls.show'), [asksOf(bytea(key))]),
      asScript(text('ballots.of_polls'), ['array[:id]']),
    ].join('\n'),
}

/** What the reading of polls is given, for one poll and key. */
const asksOf = (hash: string) => `json_build_array(json_build_object('hash', ${hash}, 'id', :id::bigint))`

const CREATE_POLL: Case = {
  name: 'create_poll',
  target: '>= 80%',
  requests: ({ keys }) =>
    keys.map((key) => ({
      method: 'POST',
      path: '/api/b1/polls',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify(NEW_POLL),
    })),
  statements: (stage) => createScript(stage),
}

/** The statements of one creation: key, locks, the poll with its ballots, and the reading of the answer. */
function createScript({ keys }: Stage): string {
  const hash = '(select hash from key_secrets where api_key_id = :api_key)'
  const names = NEW_POLL.options.map((name) => `'${name}'`).join(',')
  const values: Record<string, string> = {
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
    names: `array[${names}]`,
    to_members: 'true',
    names_group: 'false',
    to_thread_guests: 'true',
    named_ids: "'{}'",
    thresholds: "'[]'",
    no_block: 'false',
    told: "'named'",
    message: 'null',
  }
  return [
    `\\set api_key random(1, ${keys.length})`,
    'select group_id, bot_user_id as bot from api_keys where id = :api_key \\gset',
    asScript(text('keys.by_hash'), [hash]),
    'begin;',
    asScript(text('groups.hold'), [':group_id']),
    `${asScript(
      insertText(),
      paramsOf(insertText()).map((param) => values[param] ?? 'null'),
    ).slice(0, -1)} \\gset`,
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

const LIST_MEMBERSHIPS: Case = {
  name: 'list_memberships',
  target: 'no target: 1 000 members, 560 kB',
  requests: ({ large_key }) => [
    { method: 'GET', path: '/api/b1/memberships?per=1000', headers: bearer(large_key) },
  ],
  statements: ({ large_key }) => asScript(text('members.page'), [bytea(large_key), '1000', '0']),
}

export const CASES: Case[] = [SHOW_POLL, CREATE_POLL, LIST_MEMBERSHIPS]
