import type { HistoryEntry } from '../../members/history/load-history.ts'

/**
 * How the history of a group tells a deed: `by` after the name of who did it, `alone` where it was nobody in
 * the group. Both before the name of what it was done to, which leads to `path`.
 */
export type Deed = { by: string; alone: string; path?: Path }
type Path = (entry: HistoryEntry, handle: string) => string | undefined

const ofPoll: Path = ({ poll }) => (poll === null ? undefined : `/p/${poll}`)
const ofThread: Path = ({ thread }) => (thread === null ? undefined : `/d/${thread}`)
const within =
  (place: string): Path =>
  ({ subject_id }, handle) =>
    `/g/${handle}/${place}/${subject_id}`

const poll = (by: string, alone: string): Deed => ({ by, alone, path: ofPoll })
const thread = (by: string, alone: string): Deed => ({ by, alone, path: ofThread })

export const DEEDS: { [What in HistoryEntry['what']]?: Deed } = {
  membership_created: { by: 'invited', alone: 'Invited:', path: within('members') },
  membership_removed: { by: 'removed', alone: 'Removed:', path: within('members') },
  member_joined: { by: 'joined the group', alone: 'Somebody joined the group' },
  new_discussion: thread('started the thread', 'Thread started:'),
  discussion_edited: thread('edited the thread', 'Thread edited:'),
  discussion_closed: thread('closed the thread', 'Thread closed:'),
  discussion_reopened: thread('opened again the thread', 'Thread opened again:'),
  discussion_discarded: { by: 'deleted a thread', alone: 'A thread was deleted' },
  poll_created: poll('started the poll', 'Poll started:'),
  poll_opened: poll('opened voting in', 'Voting opened:'),
  poll_edited: poll('edited the poll', 'Poll edited:'),
  poll_expired: poll('closed voting in', 'Voting closed at its time:'),
  poll_closed_by_user: poll('closed voting in', 'Voting closed:'),
  poll_reopened: poll('opened again voting in', 'Voting opened again:'),
  poll_discarded: { by: 'deleted a poll', alone: 'A poll was deleted' },
  outcome_created: poll('published the outcome of', 'Outcome published:'),
  outcome_updated: poll('edited the outcome of', 'Outcome edited:'),
  webhook_disabled: { by: 'turned off a webhook', alone: 'A webhook was turned off: it failed too often' },
  key_made: {
    by: 'made the API key',
    alone: 'API key made on the command line:',
    path: within('keys'),
  },
  key_revoked: { by: 'revoked the API key', alone: 'API key revoked:', path: within('keys') },
  webhook_made: { by: 'made a webhook', alone: 'A webhook was made on the command line' },
}
