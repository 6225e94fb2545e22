import { expect } from 'vitest'
import type { Envelope } from '../../src/api/envelope.ts'

/** The records of the contract, field by field, written from its table and not from the code. */

type Kind = (value: unknown) => boolean

const orNull =
  (kind: Kind): Kind =>
  (value) =>
    value === null || kind(value)
const int: Kind = (value) => Number.isInteger(value)
const count: Kind = (value) => int(value) && Number(value) >= 0
const number: Kind = (value) => typeof value === 'number' && Number.isFinite(value)
const text: Kind = (value) => typeof value === 'string'
const flag: Kind = (value) => typeof value === 'boolean'
const list =
  (kind: Kind): Kind =>
  (value) =>
    Array.isArray(value) && value.every(kind)
const key: Kind = (value) => /^[A-Za-z0-9]{8}$/.test(String(value)) && /[A-Za-z]/.test(String(value))
const time: Kind = (value) => text(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value))
const oneOf =
  (...words: string[]): Kind =>
  (value) =>
    words.includes(String(value))
const map =
  (kind: Kind): Kind =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(kind)
const format = oneOf('md', 'html')
const none: Kind = (value) => Array.isArray(value) && value.length === 0

type Fields = Record<string, Kind>

const EXTRAS: Fields = {
  tag_ids: none,
  attachments: none,
  link_previews: none,
  mentioned_usernames: none,
  content_locale: orNull(text),
}

const DISCUSSION: Fields = {
  ...EXTRAS,
  id: int,
  key,
  group_id: int,
  author_id: int,
  title: text,
  description: orNull(text),
  description_format: format,
  private: flag,
  created_at: time,
  updated_at: time,
  last_activity_at: time,
  last_comment_at: orNull(time),
  closed_at: orNull(time),
  items_count: count,
  comments_count: count,
  seen_by_count: count,
  members_count: count,
  versions_count: count,
  created_event_id: int,
  discarded_at: orNull(time),
}

const POLL: Fields = {
  ...EXTRAS,
  id: int,
  key,
  title: text,
  details: orNull(text),
  details_format: format,
  poll_type: oneOf('proposal', 'poll', 'count', 'score', 'ranked_choice', 'meeting', 'dot_vote'),
  group_id: int,
  discussion_id: orNull(int),
  author_id: int,
  created_at: time,
  updated_at: time,
  opened_at: orNull(time),
  closing_at: orNull(time),
  closed_at: orNull(time),
  anonymous: flag,
  receipts: flag,
  open_link: flag,
  hide_results: oneOf('off', 'until_vote', 'until_closed'),
  hide_results_until_closed: flag,
  specified_voters_only: flag,
  voter_can_add_options: flag,
  shuffle_options: flag,
  notify_on_closing_soon: oneOf('nobody', 'author', 'undecided_voters', 'voters'),
  multiple_choice: flag,
  min_score: count,
  max_score: count,
  dots_per_person: count,
  minimum_stance_choices: count,
  maximum_stance_choices: count,
  agree_target: orNull(int),
  count_method: orNull(text),
  seats: count,
  budget: orNull(int),
  option_costs: map(int),
  elected_option_ids: list(int),
  can_respond_maybe: flag,
  stance_reason_required: oneOf('disabled', 'optional', 'required'),
  quorum_pct: orNull(count),
  thresholds: list(map(() => true)),
  no_block: flag,
  poll_option_names: list(text),
  poll_option_ids: list(int),
  voters_count: count,
  undecided_voters_count: count,
  decided_voters_count: count,
  cast_stances_pct: count,
  stance_counts: list(int),
  total_score: orNull(int),
  results: list(map(() => true)),
  results_visible: flag,
  results_as_of: orNull(count),
  open_voters_count: count,
  open_results: list(map(() => true)),
  current_outcome_id: orNull(int),
  my_stance_id: orNull(int),
  created_event_id: int,
  discarded_at: orNull(time),
  versions_count: count,
  custom_fields: map(text),
}

export const RESULT: Fields = {
  poll_option_id: int,
  name: text,
  rank: count,
  score: number,
  score_percent: number,
  max_score_percent: number,
  voter_percent: number,
  voter_count: count,
  average: orNull(number),
  voter_ids: list(int),
}

const OPTION: Fields = {
  id: int,
  poll_id: int,
  name: text,
  label: text,
  priority: count,
  icon: orNull(text),
  color: text,
  meaning: orNull(text),
  total_score: orNull(int),
  voter_scores: map(int),
}

const MEMBERSHIP: Fields = {
  id: int,
  group_id: int,
  user_id: int,
  inviter_id: orNull(int),
  admin: flag,
  title: orNull(text),
  accepted_at: orNull(time),
  created_at: time,
  user_email: text,
}

const USER: Fields = {
  id: int,
  name: orNull(text),
  username: orNull(text),
  email: orNull(text),
  email_verified: flag,
  bot: flag,
  avatar_initials: text,
  avatar_kind: text,
  time_zone: text,
  locale: text,
  created_at: time,
  titles: map(text),
}

const GROUP: Fields = {
  id: int,
  key,
  handle: text,
  name: text,
  full_name: text,
  parent_id: orNull(int),
  description: orNull(text),
  description_format: format,
  created_at: time,
  creator_id: orNull(int),
  memberships_count: count,
  pending_memberships_count: count,
  accepted_memberships_count: count,
  admin_memberships_count: count,
  polls_count: count,
  closed_polls_count: count,
  discussions_count: count,
  open_discussions_count: count,
  closed_discussions_count: count,
  group_privacy: text,
  discussion_privacy_options: text,
  membership_granted_upon: text,
  is_visible_to_public: flag,
}

const EVENT: Fields = {
  id: int,
  kind: text,
  eventable_type: text,
  eventable_id: int,
  eventable: map(() => true),
  actor_id: orNull(int),
  discussion_id: orNull(int),
  parent_id: orNull(int),
  sequence_id: orNull(int),
  position: count,
  depth: count,
  child_count: count,
  created_at: time,
  pinned: flag,
  recipient_message: orNull(text),
}

/** The arrays of every response, in order. */
const ARRAYS = [
  'discussions',
  'events',
  'users',
  'polls',
  'groups',
  'parent_groups',
  'memberships',
  'tags',
  'outcomes',
  'stances',
  'poll_options',
  'parent_events',
] as const

const KINDS: Record<(typeof ARRAYS)[number], Fields | null> = {
  discussions: DISCUSSION,
  events: EVENT,
  users: USER,
  polls: POLL,
  groups: GROUP,
  parent_groups: GROUP,
  memberships: MEMBERSHIP,
  tags: null,
  outcomes: null,
  stances: null,
  poll_options: OPTION,
  parent_events: null,
}

/** Expects this record to have exactly these fields, each of its type. */
export function expectFields(record: object, fields: Fields, allowed: RegExp = /^$/): void {
  const names = Object.keys(record).filter((name) => !allowed.test(name))
  expect(names.sort()).toEqual(Object.keys(fields).sort())
  const wrong = Object.entries(fields).filter(
    ([name, kind]) => !kind((record as Record<string, unknown>)[name]),
  )
  expect(wrong.map(([name]) => [name, (record as Record<string, unknown>)[name]])).toEqual([])
}

/** Expects the response to be an envelope as in the contract. */
export function expectEnvelope(envelope: Envelope, root: string, total: number | null = null): void {
  expect(Object.keys(envelope)).toEqual([...ARRAYS, 'meta'])
  expect(envelope.meta).toEqual({ root, total })
  for (const name of ARRAYS) {
    const fields = KINDS[name]
    const extra = name.endsWith('groups') ? /^members_can_[a-z_]+$/ : /^voter_scores_omitted$/
    if (fields === null) expect(envelope[name]).toEqual([])
    else for (const record of envelope[name]) expectFields(record, fields, extra)
  }
  for (const group of envelope.groups) {
    const switches = Object.entries(group).filter(([name]) => name.startsWith('members_can_'))
    expect(switches.length).toBeGreaterThan(5)
    for (const [, value] of switches) expect(value).toBeTypeOf('boolean')
  }
}
