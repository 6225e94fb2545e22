/**
 * The content of lines of a file until they are imported. A vote, its choices and a ballot are separate
 * lines.
 */
export const LINE_KINDS = [
  'user',
  'group',
  'member',
  'topic',
  'thread',
  // A thread that was deleted there.
  'gone',
  'comment',
  'poll',
  'option',
  'vote',
  'choice',
  'ballot',
  'ballot_choice',
  'voter',
  'outcome',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** A record that passed its first check. `ref` and `owner`: what it belongs to, by ids in the file. */
export type Line = {
  kind: LineKind
  source_id: string
  line: number
  ref: string | null
  owner: string | null
  said_at: string | null
  /** What it is known by in all exports of that service. */
  source_key?: string | null
  data: object
}

export type PersonData = {
  key: string | null
  /** Null: none, or none that is valid. */
  email: string | null
  bad_address: string | null
  name: string | null
  username: string | null
  locale: string | null
  time_zone: string | null
  bot: boolean
}

export type GroupData = {
  key: string | null
  name: string
  handle: string | null
  description: string | null
  description_format: 'md' | 'html'
  public: boolean
}

export type MemberData = {
  admin: boolean
  title: string | null
  accepted_at: string | null
  inviter: string | null
}

/** `ref`: what the topic is about, such as Poll:7. */
export type TopicData = { group: string | null; closed_at: string | null; tags: string[] }

export type ThreadData = {
  key: string | null
  title: string
  description: string | null
  description_format: 'md' | 'html'
  locale: string | null
  closed_at: string | null
  updated_at: string | null
  topic: string | null
  tags: string[]
}

/** `ref`: what it answers, such as Comment:7; `thread`: where it stands, if the record says so. */
export type CommentData = {
  body: string | null
  /** Only answers to questions may be HTML; missing: Markdown. */
  body_format?: 'md' | 'html'
  edited_at: string | null
  deleted_at: string | null
  deleted_by: string | null
  locale: string | null
  thread: string | null
}

/** `ref`: its thread; `topic`: in newer files this leads to the thread. */
export type PollData = {
  key: string | null
  group: string | null
  topic: string | null
  poll_type: string
  title: string
  details: string | null
  details_format: 'md' | 'html'
  closed_at: string | null
  closing_at: string | null
  opened_at: string | null
  updated_at: string | null
  anonymous: boolean
  hide_results: 'off' | 'until_vote' | 'until_closed'
  notify: 'nobody' | 'author' | 'undecided_voters' | 'voters'
  reasons: 'disabled' | 'optional' | 'required'
  specified_voters_only: boolean
  voter_can_add_options: boolean
  shuffle_options: boolean
  min_score: number | null
  max_score: number | null
  dots: number | null
  least: number | null
  most: number | null
  agree_target: number | null
  maybe: boolean
  quorum: number | null
  seats: number | null
  stv_method: string | null
  stv_quota: string | null
  none_of_the_above: boolean
  locale: string | null
  tags: string[]
}

export type OptionData = { name: string; meaning: string | null; icon: string | null; priority: number }

/** `ref`: the poll; `owner`: the voter. */
export type VoteData = {
  reason: string | null
  reason_format: 'md' | 'html'
  cast_at: string | null
  latest: boolean
  none: boolean
  inviter: string | null
}

/** `ref`: the vote; `owner`: the option. */
export type ChoiceData = { score: number }

export type BallotData = { none: boolean }

/** `ref`: the poll; `owner`: the author. */
export type OutcomeData = {
  statement: string
  statement_format: 'md' | 'html'
  option: string | null
  review_on: string | null
}
