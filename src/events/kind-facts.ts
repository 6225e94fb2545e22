import type { MailRule } from './mail-rule.ts'

/** What an event can be about. */
export const SUBJECT_TYPES = [
  'Discussion',
  'Poll',
  'Membership',
  'Stance',
  'Comment',
  'Outcome',
  'Webhook',
  'ApiKey',
] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

/** All that differs from one kind of events to the other, but for the words in which messages tell it. */
export type KindFacts = {
  /** What it happens to. */
  subject: SubjectType
  /** Whether its subject is gone by it: what waits to be told of that is taken back. */
  removes: boolean
  /** Whether webhooks are told of it: `webhooks/bodies/kind-words.ts` says it in words. */
  webhooks: boolean
  /** Whether it stands in the list of what happened in its thread. */
  in_thread: boolean
  /** Which keys of the group find it in the feed: all, those with a permission, none. */
  feed: 'all' | 'read_memberships' | 'manage_webhooks' | 'none'
  /** Null: no mail tells of it. */
  mail: MailRule | null
}
