import type { KindFacts, SubjectType } from './kind-facts.ts'
import type { MailKind, MailRule } from './mail-rule.ts'

const OF_THREAD = { subject: 'Discussion', feed: 'all' } as const
const OF_COMMENT = { subject: 'Comment', feed: 'all' } as const
const OF_POLL = { subject: 'Poll', feed: 'all' } as const
/** An outcome that people may know no longer holds. */
const WITHDRAWING = {
  ...OF_POLL,
  history: 'decisions',
  mail: { kind: 'meeting_cancelled', to: 'misinformed', while: 'always', wording: 'usual' },
} as const
const OF_OUTCOME = { subject: 'Outcome', feed: 'all' } as const
const OF_VOTE = { subject: 'Stance', feed: 'all' } as const
const SILENT = { removes: false, webhooks: false, in_thread: false, mail: null } as const
/** Kinds that only the history of the group lists. */
const NOTED = { ...SILENT, feed: 'none' } as const
const NOTED_OF_GROUP = { ...NOTED, subject: 'Group' } as const
const NOTED_OF_MEMBER = { ...NOTED, subject: 'Membership', history: 'people' } as const
const NOTED_OF_KEY = { ...NOTED, subject: 'ApiKey', history: 'access' } as const
const NOTED_OF_WEBHOOK = { ...NOTED, subject: 'Webhook', history: 'access' } as const
const OF_MEMBER = { subject: 'Membership', feed: 'read_memberships' } as const

const toNamed = <Kind extends MailKind, Wording extends MailRule['wording']>(kind: Kind, wording: Wording) =>
  ({ kind, to: 'named', while: 'always', wording }) as const

/** All kinds of events that others may get, in the order of display. */
export const KINDS = {
  new_discussion: {
    ...OF_THREAD,
    removes: false,
    webhooks: true,
    in_thread: true,
    history: 'decisions',
    mail: { kind: 'announcement', to: 'named', while: 'always', wording: 'usual' },
  },
  discussion_edited: {
    ...OF_THREAD,
    removes: false,
    webhooks: true,
    in_thread: true,
    history: 'decisions',
    mail: null,
  },
  discussion_announced: {
    ...OF_THREAD,
    removes: false,
    webhooks: false,
    in_thread: false,
    history: 'decisions',
    mail: { kind: 'announcement', to: 'named', while: 'always', wording: 'invitation' },
  },
  discussion_closed: {
    ...OF_THREAD,
    removes: false,
    webhooks: false,
    in_thread: true,
    history: 'decisions',
    mail: null,
  },
  discussion_reopened: {
    ...OF_THREAD,
    removes: false,
    webhooks: false,
    in_thread: true,
    history: 'decisions',
    mail: null,
  },
  discussion_discarded: {
    ...OF_THREAD,
    removes: true,
    webhooks: false,
    in_thread: false,
    history: 'decisions',
    mail: null,
  },
  new_comment: {
    ...OF_COMMENT,
    removes: false,
    webhooks: true,
    in_thread: true,
    history: null,
    mail: { kind: 'comment_reply', to: 'named', while: 'always', wording: 'usual' },
  },
  comment_edited: {
    ...OF_COMMENT,
    removes: false,
    webhooks: false,
    in_thread: true,
    history: null,
    mail: { kind: 'mention', to: 'named', while: 'always', wording: 'usual' },
  },
  comment_deleted: {
    ...OF_COMMENT,
    removes: true,
    webhooks: false,
    in_thread: false,
    history: null,
    mail: null,
  },
  guest_removed: { ...OF_THREAD, ...SILENT, history: 'decisions' },
  poll_created: {
    ...OF_POLL,
    removes: false,
    webhooks: true,
    in_thread: true,
    history: 'decisions',
    mail: { kind: 'vote_invitation', to: 'named', while: 'as_begun', wording: 'usual' },
  },
  poll_opened: {
    ...OF_POLL,
    removes: false,
    webhooks: true,
    in_thread: true,
    history: 'decisions',
    mail: { kind: 'vote_invitation', to: 'named', while: 'open', wording: 'opening' },
  },
  poll_edited: {
    ...OF_POLL,
    removes: false,
    webhooks: true,
    in_thread: true,
    history: 'decisions',
    changes_invitations: true,
    mail: null,
  },
  poll_closing_soon: {
    ...OF_POLL,
    removes: false,
    webhooks: true,
    in_thread: false,
    history: null,
    mail: { kind: 'closing_soon', to: 'by_setting', while: 'open', wording: 'usual' },
  },
  poll_expired: {
    ...OF_POLL,
    removes: false,
    webhooks: true,
    in_thread: true,
    history: 'decisions',
    changes_invitations: true,
    mail: { kind: 'poll_closed', to: 'author', while: 'closed', wording: 'usual' },
  },
  poll_closed_by_user: {
    ...OF_POLL,
    removes: false,
    webhooks: true,
    in_thread: true,
    history: 'decisions',
    changes_invitations: true,
    mail: { kind: 'poll_closed', to: 'author', while: 'closed', wording: 'usual' },
  },
  poll_reopened: {
    ...WITHDRAWING,
    removes: false,
    webhooks: true,
    in_thread: true,
    changes_invitations: true,
  },
  poll_discarded: { ...WITHDRAWING, removes: true, webhooks: false, in_thread: false },
  voters_invited: {
    ...OF_POLL,
    removes: false,
    webhooks: false,
    in_thread: false,
    history: 'decisions',
    mail: { kind: 'vote_invitation', to: 'named', while: 'open', wording: 'usual' },
  },
  vote_reminder: {
    ...OF_POLL,
    removes: false,
    webhooks: false,
    in_thread: false,
    history: null,
    mail: { kind: 'closing_soon', to: 'undecided_voters', while: 'open', wording: 'by_hand' },
  },
  outcome_created: {
    ...OF_OUTCOME,
    removes: false,
    webhooks: true,
    in_thread: true,
    history: 'decisions',
    mail: { kind: 'outcome', to: 'concerned', while: 'closed', wording: 'usual' },
  },
  outcome_updated: {
    ...OF_OUTCOME,
    removes: false,
    webhooks: true,
    in_thread: true,
    history: 'decisions',
    mail: { kind: 'outcome', to: 'uninformed', while: 'closed', wording: 'usual' },
  },
  outcome_withdrawn: {
    ...WITHDRAWING,
    removes: false,
    webhooks: true,
    in_thread: true,
    mail: { ...WITHDRAWING.mail, wording: 'alone' },
  },
  outcome_review_due: {
    ...OF_OUTCOME,
    removes: false,
    webhooks: true,
    in_thread: false,
    history: null,
    mail: { kind: 'outcome_review', to: 'named', while: 'closed', wording: 'usual' },
  },
  stance_created: { ...OF_VOTE, removes: false, webhooks: true, in_thread: false, history: null, mail: null },
  stance_updated: { ...OF_VOTE, removes: false, webhooks: true, in_thread: false, history: null, mail: null },
  // A withdrawn vote reveals only that it was withdrawn.
  stance_withdrawn: { ...OF_POLL, ...SILENT, history: null },
  membership_created: {
    ...OF_MEMBER,
    removes: false,
    webhooks: true,
    in_thread: false,
    history: 'people',
    mail: { kind: 'group_invitation', to: 'named', while: 'always', wording: 'usual' },
  },
  membership_removed: {
    ...OF_MEMBER,
    removes: false,
    webhooks: true,
    in_thread: false,
    history: 'people',
    mail: null,
  },
  webhook_disabled: {
    subject: 'Webhook',
    feed: 'manage_webhooks',
    removes: false,
    webhooks: false,
    in_thread: false,
    history: 'access',
    mail: { kind: 'webhook_disabled', to: 'named', while: 'always', wording: 'usual' },
  },
  key_ending: {
    subject: 'ApiKey',
    feed: 'none',
    removes: false,
    webhooks: false,
    in_thread: false,
    history: null,
    mail: { kind: 'key_ending', to: 'named', while: 'always', wording: 'usual' },
  },
  group_edited: { ...NOTED_OF_GROUP, history: 'settings' },
  group_imported: { ...NOTED_OF_GROUP, history: 'settings' },
  admin_added: NOTED_OF_MEMBER,
  admin_removed: NOTED_OF_MEMBER,
  member_titled: NOTED_OF_MEMBER,
  member_named: NOTED_OF_MEMBER,
  invitation_copied: NOTED_OF_MEMBER,
  invitations_copied: { ...NOTED_OF_GROUP, history: 'people' },
  ballot_links_copied: { ...NOTED, subject: 'Poll', history: 'people' },
  mailed_link_copied: { ...NOTED_OF_GROUP, history: 'people' },
  join_link_made: { ...NOTED_OF_GROUP, history: 'people' },
  join_link_ended: { ...NOTED_OF_GROUP, history: 'people' },
  join_requested: { ...NOTED_OF_GROUP, history: 'people', mail: toNamed('join_request', 'usual') },
  join_approved: { ...NOTED_OF_MEMBER, mail: toNamed('join_answer', 'invitation') },
  join_declined: { ...NOTED_OF_GROUP, history: 'people', mail: toNamed('join_answer', 'usual') },
  join_flooded: { ...NOTED_OF_GROUP, history: 'people', mail: toNamed('join_flood', 'usual') },
  // Neither names the person, nor who asked for it.
  person_data_exported: { ...NOTED_OF_GROUP, history: 'people' },
  person_erased: { ...NOTED_OF_GROUP, history: 'people' },
  key_made: NOTED_OF_KEY,
  key_edited: NOTED_OF_KEY,
  key_rotated: NOTED_OF_KEY,
  key_revoked: NOTED_OF_KEY,
  webhook_made: NOTED_OF_WEBHOOK,
  webhook_edited: NOTED_OF_WEBHOOK,
  webhook_rotated: NOTED_OF_WEBHOOK,
  webhook_enabled: NOTED_OF_WEBHOOK,
  webhook_stopped: NOTED_OF_WEBHOOK,
  webhook_removed: NOTED_OF_WEBHOOK,
} as const satisfies Record<string, KindFacts>

export type EventKind = keyof typeof KINDS

/** The kinds with this value of a fact. */
export type KindWith<Fact extends keyof KindFacts, Value> = {
  [Kind in EventKind]: (typeof KINDS)[Kind] extends Readonly<Record<Fact, Value>> ? Kind : never
}[EventKind]

/** The kinds with this type of subject. */
export type KindAbout<Subject extends SubjectType> = KindWith<'subject', Subject>

const isKind = (word: string): word is EventKind => Object.hasOwn(KINDS, word)

/** The facts of a kind. Null: unknown to this release, but known to a later one that runs beside it. */
export function factsOf(kind: string): KindFacts | null {
  return isKind(kind) ? KINDS[kind] : null
}

/** The kinds that meet this condition, in order. */
export function kindsWhere(holds: (facts: KindFacts) => boolean): EventKind[] {
  return Object.keys(KINDS)
    .filter(isKind)
    .filter((kind) => holds(KINDS[kind]))
}
