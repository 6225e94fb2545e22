import { createHash } from 'node:crypto'
import { SPECIAL } from './special-values.ts'

/** Parameter values for statements: rows inserted by grow.ts, by number. */

const NOUNS = [
  'user',
  'group',
  'key',
  'personal_key',
  'thread',
  'comment',
  'poll',
  'closed',
  'urn',
  'event',
  'vote_event',
  'mail',
  'sign_in',
  'webhook',
  'delivery',
  'outcome',
  'session',
  'feed',
  'membership',
  'sealed',
  'discreet',
  'stranger',
  'sign_in_mail',
  'unmailed',
  'outcome_event',
  'poll_link',
  'thread_link',
  'invitation_link',
  'unsubscribe_link',
] as const
type Noun = (typeof NOUNS)[number]

/** The records that a statement is called with. */
export type Scene = Record<Noun, number>

/** A small record in a small group, one in a group with a burst of everything, and a large record. */
export function scenes(n: number): Record<string, Scene> {
  const k = n / 2 + 1
  const of = (number: number): Scene => ({
    ...(Object.fromEntries(NOUNS.map((noun) => [noun, number])) as Scene),
    closed: 2 * n + number,
    sealed: 3 * n + number,
    discreet: 107,
    vote_event: 11 * n + number,
    outcome_event: 10 * n + number,
    thread_link: n + number,
    invitation_link: 2 * n + number,
    unsubscribe_link: 3 * n + number,
    sign_in_mail: 6 * n + number,
    stranger: 2 * n + 1,
    unmailed: n,
  })
  const small = { ...of(k), urn: 4 * n - 3, delivery: n + k, feed: n + k, comment: n + k }
  return {
    'in a small group': {
      ...small,
      thread: n + k,
      comment: 2 * n + k,
      poll: n + k,
      event: n + k,
      mail: n + k,
      membership: n + k * 5,
    },
    'in a large group': { ...small, group: 1 },
    'large itself': { ...of(1), urn: 4 * n },
  }
}

/**
 * The kind of record that `:id` and `:ids` refer to, by the longest matching prefix of the statement's name.
 */
const ID: Record<string, Noun> = {
  'catalog.': 'poll',
  'comment_reads.': 'comment',
  'comments.': 'comment',
  'comments.take_place': 'thread',
  'demo.': 'thread',
  'discards.': 'poll',
  'discussions.': 'thread',
  'events.': 'event',
  'feeds.': 'feed',
  'group_outbox.': 'mail',
  'group_visits.': 'group',
  'groups.': 'group',
  'idempotency.': 'key',
  'join_links.': 'group',
  'join_requests.': 'group',
  'key_group.': 'group',
  'keys.': 'key',
  'memberships.': 'membership',
  'counts.': 'closed',
  'notices.comment': 'comment',
  'notices.group': 'group',
  'notices.key': 'key',
  'notices.thread': 'thread',
  'open_links.': 'poll',
  'outbox.': 'mail',
  'outgoing.': 'mail',
  'passkeys.': 'user',
  'personal_idempotency.': 'personal_key',
  'personal_keys.': 'personal_key',
  'poll_pages.': 'poll',
  'poll_refs.': 'poll',
  'polls.': 'poll',
  'public.comments': 'comment',
  'refs.': 'thread',
  'refs.comment': 'comment',
  'refs.thread_of_comment': 'comment',
  'push_subscriptions.': 'session',
  'pushes.': 'session',
  'roles.': 'membership',
  'service_groups.': 'group',
  'sessions.': 'session',
  'sign_in_outbox.': 'mail',
  'address_changes.': 'sign_in',
  'identities.': 'user',
  'login_joins.': 'sign_in',
  'sign_ins.': 'sign_in',
  'tags.': 'group',
  'traces.': 'urn',
  'urn.': 'urn',
  'urn_keys.': 'poll',
  'users.': 'user',
  'visits.': 'poll',
  'webhook_deliveries.': 'delivery',
  'webhooks.': 'webhook',
}

/** Parameters that are numbers of rows, or lists of them. */
const NUMBERS: Record<string, Noun> = {
  actor_id: 'user',
  api_key_id: 'key',
  author_id: 'user',
  again_for: 'user',
  bot_user_id: 'key',
  but_user_id: 'user',
  comment_id: 'comment',
  comment_ids: 'comment',
  copied_by: 'user',
  creator_id: 'user',
  deleted_by: 'user',
  discussion_id: 'thread',
  discussion_ids: 'thread',
  editor_id: 'user',
  event_ids: 'event',
  group_id: 'group',
  group_ids: 'group',
  guest_ids: 'user',
  inviter_id: 'user',
  issuer_id: 'user',
  kept_id: 'session',
  link_id: 'group',
  made_by: 'user',
  mentioned_ids: 'user',
  named_ids: 'user',
  poll_id: 'poll',
  poll_ids: 'poll',
  session_id: 'session',
  sign_in_ids: 'sign_in',
  tell_ids: 'user',
  user_id: 'user',
  user_ids: 'user',
  webhook_id: 'webhook',
  webhook_ids: 'webhook',
}

export const hashOf = (number: number) => createHash('sha256').update(`grown${number}`).digest()
export const keyOf = (letter: string, number: number) => letter + String(number).padStart(7, '0')
const urnKeyOf = (poll: number) => createHash('md5').update(String(poll)).digest('hex').repeat(2)
const days = (count: number) => new Date(Date.now() + count * 86_400_000)

export type Given = (scene: Scene) => unknown

/** Parameters with one meaning everywhere. In a list if a list is required. */
const NAMED: Record<string, Given> = {
  address: ({ user }) => `person${user}@grown.example`,
  after: () => 0,
  answer_status: () => 200,
  browser_hash: ({ sign_in }) => hashOf(sign_in),
  bytes: () => 60_000,
  cast_count: () => 3,
  challenge_hash: ({ user }) => hashOf(user),
  closed_at: () => days(0),
  closing_at: () => days(3),
  credential_id: ({ user }) => hashOf(user),
  days: () => 30,
  details_format: () => 'md',
  description_format: () => 'md',
  statement_format: () => 'md',
  email: ({ user }) => `person${user}@grown.example`,
  emails: ({ user }) => `person${user}@grown.example`,
  ending_due_at: () => days(3),
  expires_at: () => days(9),
  folded: ({ group }) => `tag ${group}`,
  format: () => 'json',
  from: () => 0,
  handle: ({ group }) => `group-${group}`,
  handles: ({ group }) => `group-${group}`,
  hash: ({ key }) => hashOf(key),
  hashes: ({ key }) => hashOf(key),
  hide_results: () => 'off',
  hours: () => 20,
  issuer: () => 'https://login.example',
  issuers: () => 'https://login.example',
  kinds: () => 'new_comment',
  last_seen: () => 7,
  link_hash: ({ sign_in }) => hashOf(sign_in),
  max_score: () => 9,
  message: () => 'Come and vote',
  min_score: () => 0,
  minutes: () => 30,
  notify_on_closing_soon: () => 'voters',
  nonces: () => 16,
  opened_at: () => days(0),
  origin: () => 'mail',
  pace: () => 1,
  per: () => 50,
  most: () => 50,
  permissions: () => 'create_poll',
  poll_option_id: ({ closed }) => closed * 3 + 1,
  poll_type: () => 'proposal',
  public_key: ({ urn }) => urnKeyOf(urn),
  public_keys: ({ urn }) => urnKeyOf(urn),
  provider: () => 'acme',
  purpose: () => 'ballot',
  reason: () => 'by_hand',
  proven_at: () => days(0),
  review_due_at: () => days(9),
  reminder_due_at: () => days(2),
  review_on: () => '2030-01-01',
  stance_reason_required: () => 'optional',
  status: () => 'all',
  slots: () => 1,
  thresholds: () => '[]',
  told: () => 'holders',
  urn_key: ({ urn }) => urnKeyOf(urn),
  urn_keys: ({ urn }) => urnKeyOf(urn),
  url: () => 'https://hear.example/new',
  variant: () => 'a',
}

const EMPTY: Record<string, unknown> = {
  bool: false,
  timestamptz: new Date(0),
  bytea: Buffer.from('x'),
  jsonb: '{}',
  json: '{}',
}

/** The value of one parameter: `type` is its type in PostgreSQL. */
export function valueFor(statement: string, param: string, type: string, scene: Scene): unknown {
  const own = SPECIAL[statement]?.[param]
  if (own !== undefined) return own(scene)
  const value = single(statement, param, type.replace(/^_/, ''), scene)
  return type.startsWith('_') && !Array.isArray(value) ? [value] : value
}

function single(statement: string, param: string, type: string, scene: Scene): unknown {
  if (param === 'id' || param === 'ids') return scene[nounOf(statement)]
  const noun = NUMBERS[param]
  if (noun !== undefined) return scene[noun]
  const named = NAMED[param]
  if (named !== undefined) return named(scene)
  if (type in EMPTY) return EMPTY[type]
  return /^(int|float|numeric)/.test(type) ? 1 : 'A text'
}

function nounOf(statement: string): Noun {
  const [found] = Object.keys(ID)
    .filter((beginning) => statement.startsWith(beginning))
    .sort((one, other) => other.length - one.length)
  if (found === undefined)
    throw new Error(`say in test/reading/values.ts whose number the :id of ${statement} is`)
  return ID[found]!
}
