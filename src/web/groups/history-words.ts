import type { PlainKey } from '../../locales/say.ts'
import type { HistoryEntry } from '../../members/history/history-entry.ts'

type Shown =
  | HistoryEntry['what']
  | 'membership_restored'
  | 'membership_readmitted'
  | 'membership_withdrawn'
  | 'membership_by_link'
  | 'poll_drafted'
  | 'mailed_link_copied_of'
type Told = Extract<PlainKey, `history.${Shown | 'membership_left' | 'admin_resigned'}${'' | '_alone'}`>

/**
 * The texts of one action: `by` names the person, `alone` is for actions without a person in the group. The
 * object's name links to `path`. `of_group`: an entry without a title is about the group. `oneself`:
 * the texts for people who did it to themselves. `of_person`: the texts if it is
 * known whom the object belongs to, which name that person too (`names_person`). `of_draft`: the texts while
 * its poll was a draft.
 */
export type Deed = { by: Told; alone: Told; path?: Path; of_group?: true } & {
  oneself?: Deed
  of_person?: Deed
  of_draft?: Deed
  names_person?: true
}
type Path = (entry: HistoryEntry, handle: string) => string | undefined

const ofPoll: Path = ({ poll }) => (poll === null ? undefined : `/p/${poll}`)
const ofThread: Path = ({ thread }) => (thread === null ? undefined : `/d/${thread}`)
const within =
  (place: string): Path =>
  ({ subject_id }, handle) =>
    `/g/${handle}/${place}/${subject_id}`
const ofMember = within('members')
/** A removed webhook has no page. */
const ofWebhook: Path = (entry, handle) => (entry.is_gone ? undefined : within('webhooks')(entry, handle))

/** What a mail is about: a poll, a thread, or else the group. */
const OF_MAIL = {
  path: (entry: HistoryEntry, handle: string) => ofPoll(entry, handle) ?? ofThread(entry, handle),
  of_group: true,
} as const

const DEEDS: { [What in Shown]?: Deed } = {
  membership_created: {
    by: 'history.membership_created',
    alone: 'history.membership_created_alone',
    path: within('members'),
  },
  membership_removed: {
    by: 'history.membership_removed',
    alone: 'history.membership_removed_alone',
    path: within('members'),
    oneself: { by: 'history.membership_left', alone: 'history.membership_left' },
  },
  member_joined: { by: 'history.member_joined', alone: 'history.member_joined_alone' },
  new_discussion: { by: 'history.new_discussion', alone: 'history.new_discussion_alone', path: ofThread },
  discussion_edited: {
    by: 'history.discussion_edited',
    alone: 'history.discussion_edited_alone',
    path: ofThread,
  },
  discussion_closed: {
    by: 'history.discussion_closed',
    alone: 'history.discussion_closed_alone',
    path: ofThread,
  },
  discussion_reopened: {
    by: 'history.discussion_reopened',
    alone: 'history.discussion_reopened_alone',
    path: ofThread,
  },
  discussion_discarded: { by: 'history.discussion_discarded', alone: 'history.discussion_discarded_alone' },
  poll_created: {
    by: 'history.poll_created',
    alone: 'history.poll_created_alone',
    path: ofPoll,
    of_draft: { by: 'history.poll_drafted', alone: 'history.poll_drafted_alone', path: ofPoll },
  },
  poll_opened: { by: 'history.poll_opened', alone: 'history.poll_opened_alone', path: ofPoll },
  poll_edited: { by: 'history.poll_edited', alone: 'history.poll_edited_alone', path: ofPoll },
  poll_expired: { by: 'history.poll_expired', alone: 'history.poll_expired_alone', path: ofPoll },
  poll_closed_by_user: {
    by: 'history.poll_closed_by_user',
    alone: 'history.poll_closed_by_user_alone',
    path: ofPoll,
  },
  poll_reopened: { by: 'history.poll_reopened', alone: 'history.poll_reopened_alone', path: ofPoll },
  poll_discarded: { by: 'history.poll_discarded', alone: 'history.poll_discarded_alone' },
  outcome_created: { by: 'history.outcome_created', alone: 'history.outcome_created_alone', path: ofPoll },
  outcome_updated: { by: 'history.outcome_updated', alone: 'history.outcome_updated_alone', path: ofPoll },
  outcome_withdrawn: {
    by: 'history.outcome_withdrawn',
    alone: 'history.outcome_withdrawn_alone',
    path: ofPoll,
  },
  webhook_disabled: {
    by: 'history.webhook_disabled',
    alone: 'history.webhook_disabled_alone',
    path: ofWebhook,
  },
  key_made: { by: 'history.key_made', alone: 'history.key_made_alone', path: within('keys') },
  key_revoked: { by: 'history.key_revoked', alone: 'history.key_revoked_alone', path: within('keys') },
  webhook_made: { by: 'history.webhook_made', alone: 'history.webhook_made_alone', path: ofWebhook },
  discussion_announced: {
    by: 'history.discussion_announced',
    alone: 'history.discussion_announced_alone',
    path: ofThread,
  },
  guest_removed: { by: 'history.guest_removed', alone: 'history.guest_removed_alone', path: ofThread },
  voters_invited: { by: 'history.voters_invited', alone: 'history.voters_invited_alone', path: ofPoll },
  group_edited: { by: 'history.group_edited', alone: 'history.group_edited_alone' },
  group_imported: { by: 'history.group_imported', alone: 'history.group_imported_alone' },
  admin_added: { by: 'history.admin_added', alone: 'history.admin_added_alone', path: ofMember },
  admin_removed: {
    by: 'history.admin_removed',
    alone: 'history.admin_removed_alone',
    path: ofMember,
    oneself: { by: 'history.admin_resigned', alone: 'history.admin_resigned' },
  },
  member_titled: { by: 'history.member_titled', alone: 'history.member_titled_alone', path: ofMember },
  member_named: { by: 'history.member_named', alone: 'history.member_named_alone', path: ofMember },
  membership_restored: {
    by: 'history.membership_restored',
    alone: 'history.membership_restored_alone',
    path: ofMember,
  },
  membership_readmitted: {
    by: 'history.membership_readmitted',
    alone: 'history.membership_readmitted_alone',
    path: ofMember,
  },
  membership_withdrawn: {
    by: 'history.membership_withdrawn',
    alone: 'history.membership_withdrawn_alone',
    path: ofMember,
  },
  membership_by_link: {
    by: 'history.membership_by_link',
    alone: 'history.membership_by_link',
    path: ofMember,
  },
  join_link_made: { by: 'history.join_link_made', alone: 'history.join_link_made_alone' },
  join_link_ended: { by: 'history.join_link_ended', alone: 'history.join_link_ended_alone' },
  join_requested: { by: 'history.join_requested', alone: 'history.join_requested_alone' },
  join_approved: { by: 'history.join_approved', alone: 'history.join_approved_alone', path: ofMember },
  join_declined: { by: 'history.join_declined', alone: 'history.join_declined_alone' },
  join_flooded: { by: 'history.join_flooded', alone: 'history.join_flooded' },
  invitation_copied: {
    by: 'history.invitation_copied',
    alone: 'history.invitation_copied_alone',
    path: ofMember,
  },
  invitations_copied: { by: 'history.invitations_copied', alone: 'history.invitations_copied_alone' },
  ballot_links_copied: {
    by: 'history.ballot_links_copied',
    alone: 'history.ballot_links_copied_alone',
    path: ofPoll,
  },
  mailed_link_copied: {
    by: 'history.mailed_link_copied',
    alone: 'history.mailed_link_copied_alone',
    ...OF_MAIL,
    of_person: {
      by: 'history.mailed_link_copied_of',
      alone: 'history.mailed_link_copied_of_alone',
      ...OF_MAIL,
      names_person: true,
    },
  },
  person_data_exported: { by: 'history.person_data_exported', alone: 'history.person_data_exported' },
  person_erased: { by: 'history.person_erased', alone: 'history.person_erased' },
  key_edited: { by: 'history.key_edited', alone: 'history.key_edited_alone', path: within('keys') },
  key_rotated: { by: 'history.key_rotated', alone: 'history.key_rotated_alone', path: within('keys') },
  webhook_edited: { by: 'history.webhook_edited', alone: 'history.webhook_edited_alone', path: ofWebhook },
  webhook_rotated: { by: 'history.webhook_rotated', alone: 'history.webhook_rotated_alone', path: ofWebhook },
  webhook_enabled: { by: 'history.webhook_enabled', alone: 'history.webhook_enabled_alone', path: ofWebhook },
  webhook_stopped: { by: 'history.webhook_stopped', alone: 'history.webhook_stopped_alone', path: ofWebhook },
  webhook_removed: { by: 'history.webhook_removed', alone: 'history.webhook_removed_alone' },
}

/** The texts of an entry; none: its kind is not listed. */
export function deedOf({
  what,
  changes,
  actor = null,
  person = null,
  of_draft = false,
}: Pick<HistoryEntry, 'what' | 'changes'> & Partial<HistoryEntry>): Deed | undefined {
  const about = (name: string) => changes.some(({ field }) => field === name)
  if (about('by_link')) return DEEDS.membership_by_link
  if (about('invitation')) return DEEDS.membership_withdrawn
  if (about('readmitted')) return DEEDS.membership_readmitted
  const deed = DEEDS[about('restored') ? 'membership_restored' : what]
  if (person !== null && deed?.of_person !== undefined) return deed.of_person
  if (of_draft && deed?.of_draft !== undefined) return deed.of_draft
  const by_oneself = actor !== null && actor.id === person?.id
  return by_oneself ? (deed?.oneself ?? deed) : deed
}
