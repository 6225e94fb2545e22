import type { PollTypeName } from '../polls/types/index.ts'

/** All that the service knows about a person and may show them: data.json. Times are ISO 8601, in UTC. */
export type Archive = {
  format: 'folkmoot-person/1'
  taken_at: string
  profile: ArchivedProfile
  groups: ArchivedGroup[]
  /** To join groups by their links. */
  requests: ArchivedRequest[]
  threads: ArchivedThread[]
  comments: ArchivedComment[]
  polls: ArchivedPoll[]
  outcomes: ArchivedOutcome[]
  /** In named polls. Nobody can tell whose the ballots of anonymous polls are. */
  votes: ArchivedVote[]
  keys: ArchivedKey[]
  sessions: ArchivedSession[]
  logins: ArchivedLogin[]
  passkeys: ArchivedPasskey[]
  feeds: ArchivedFeed[]
  /** Forms that were not sent. */
  drafts: ArchivedDraft[]
}

/** The lists of an archive, in the order in which they are read. */
export const LISTS = [
  'groups',
  'requests',
  'threads',
  'comments',
  'polls',
  'outcomes',
  'votes',
  'keys',
  'sessions',
  'logins',
  'passkeys',
  'feeds',
  'drafts',
] as const
export type ListName = (typeof LISTS)[number]

/** A text as its author wrote it. */
type Written = { text: string | null; format: 'md' | 'html' }

export type ArchivedProfile = {
  id: number
  name: string | null
  email: string
  locale: string | null
  time_zone: string
  created_at: string
  /** Also former addresses. */
  former_names: string[]
  /** The kinds of notifications in browsers that the person does not want. */
  silenced: string[]
}
export type ArchivedGroup = {
  id: number
  handle: string
  name: string
  title: string | null
  admin: boolean
  invited_at: string
  joined_at: string | null
  left_at: string | null
  emails: boolean
}
export type ArchivedRequest = { id: number; group: string; state: string; created_at: string }
export type ArchivedThread = {
  id: number
  key: string
  group: string
  title: string
  /** Only of groups in which the person is. */
  tags: string[]
  created_at: string
} & Written
export type ArchivedComment = {
  id: number
  thread: string
  thread_key: string
  text: string
  created_at: string
  edited_at: string | null
}
export type ArchivedPoll = {
  id: number
  key: string
  group: string
  title: string
  poll_type: string
  options: string[]
  /** Only of groups in which the person is. */
  tags: string[]
  created_at: string
  closed_at: string | null
} & Written
export type ArchivedOutcome = { id: number; poll: string; poll_key: string; created_at: string } & Written
export type ArchivedVote = {
  poll_id: number
  poll: string
  poll_key: string
  poll_type: PollTypeName
  choices: { option: string; score: number }[]
  reason: string | null
  reason_format: 'md' | 'html'
  cast_at: string
}
export type ArchivedKey = {
  id: number
  name: string
  prefix: string
  created_at: string
  revoked_at: string | null
}
/** At a provider of single sign-on. */
export type ArchivedLogin = {
  id: number
  issuer: string
  subject: string
  created_at: string
  signed_in_at: string | null
}
export type ArchivedSession = {
  id: number
  browser: string | null
  created_at: string
  notifications: boolean
}
export type ArchivedPasskey = { id: number; name: string; created_at: string; last_used_at: string | null }
/** `group` null: the calendar. The address itself is not stored. */
export type ArchivedFeed = { id: number; group: string | null; created_at: string }
/**
 * `subject`: the title of the thread or poll, or the name of the group, that the form is about. `fields`: as
 * the form would send them, in JSON.
 */
export type ArchivedDraft = { place: string; subject: string | null; fields: string; saved_at: string }
