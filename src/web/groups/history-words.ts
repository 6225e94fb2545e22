import type { PlainKey } from '../../locales/say.ts'
import type { HistoryEntry } from '../../members/history/load-history.ts'

type Told = Extract<PlainKey, `history.${HistoryEntry['what']}${'' | '_alone'}`>

/**
 * The texts of one action: `by` names the person, `alone` is for actions without a person in the group. The
 * object's name links to `path`.
 */
export type Deed = { by: Told; alone: Told; path?: Path }
type Path = (entry: HistoryEntry, handle: string) => string | undefined

const ofPoll: Path = ({ poll }) => (poll === null ? undefined : `/p/${poll}`)
const ofThread: Path = ({ thread }) => (thread === null ? undefined : `/d/${thread}`)
const within =
  (place: string): Path =>
  ({ subject_id }, handle) =>
    `/g/${handle}/${place}/${subject_id}`

export const DEEDS: { [What in HistoryEntry['what']]?: Deed } = {
  membership_created: {
    by: 'history.membership_created',
    alone: 'history.membership_created_alone',
    path: within('members'),
  },
  membership_removed: {
    by: 'history.membership_removed',
    alone: 'history.membership_removed_alone',
    path: within('members'),
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
  poll_created: { by: 'history.poll_created', alone: 'history.poll_created_alone', path: ofPoll },
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
  webhook_disabled: { by: 'history.webhook_disabled', alone: 'history.webhook_disabled_alone' },
  key_made: { by: 'history.key_made', alone: 'history.key_made_alone', path: within('keys') },
  key_revoked: { by: 'history.key_revoked', alone: 'history.key_revoked_alone', path: within('keys') },
  webhook_made: { by: 'history.webhook_made', alone: 'history.webhook_made_alone' },
}
