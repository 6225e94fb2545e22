import type { MailRule } from './mail-rule.ts'

/** The types of subjects. */
export const SUBJECT_TYPES = [
  'Discussion',
  'Poll',
  'Membership',
  'Stance',
  'Comment',
  'Outcome',
  'Webhook',
  'ApiKey',
  'Group',
] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

/** The parts of a group's history for its admins. */
export const HISTORY_PARTS = ['settings', 'people', 'access', 'decisions'] as const
export type HistoryPart = (typeof HISTORY_PARTS)[number]

/** All differences between kinds of events, except their texts in messages. */
export type KindFacts = {
  /** The type of its subject. */
  subject: SubjectType
  /** Whether it removes its subject: waiting messages about that are deleted. */
  removes: boolean
  /** Whether webhooks get it: `webhooks/bodies/kind-words.ts` has its texts. */
  webhooks: boolean
  /** Whether the event list of its thread contains it. */
  in_thread: boolean
  /** The keys of the group that see it in the feed: all, those with a permission, none. */
  feed: 'all' | 'read_memberships' | 'manage_webhooks' | 'none'
  /**
   * The part of the group's history that lists it: settings, people, keys and webhooks, threads and polls.
   * Null: none; votes and comments never are.
   */
  history: HistoryPart | null
  /** Whether it changes what invitations to vote say, such as the closing time; waiting ones change too. */
  changes_invitations?: true
  /** Null: it sends no mail. */
  mail: MailRule | null
}
