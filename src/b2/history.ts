import { type Static, Type } from 'typebox'
import { presentUsers } from '../api/envelope.ts'
import { UserRecord } from '../api/records/present-user.ts'
import { Id, ListOf, MaybeId, MaybeText, NullableInteger, Record, Text, Time, time } from '../api/wire.ts'
import { factsOf } from '../events/kinds.ts'
import type { HistoryEntry } from '../members/history/history-entry.ts'
import { loadHistory } from '../members/history/load-history.ts'
import { enterGroup } from './authorize-person.ts'
import { HistoryQuery, queried } from './params.ts'
import { route } from './route.ts'

const ChangeRecord = Record('Change', {
  field: Text('The setting, such as name, closing_at or expires_at.', { examples: ['name'] }),
  from: MaybeText('Its previous value. Null: none, or not kept because it is long or secret.'),
  to: MaybeText('Its new value. Null: as for the previous value.'),
})

const EntryRecord = Record('History entry', {
  kind: Text('The action:  group_edited, admin_added, key_made, webhook_edited, poll_edited, …'),
  eventable_type: Text('The kind of record: Group, Membership, ApiKey, Webhook, Discussion, Poll, …'),
  eventable_id: Id('Its id.'),
  title: MaybeText(
    "The record's title or name, or the host of a webhook. Null: it has none, or was deleted.",
  ),
  discussion_key: MaybeText('The key of the thread concerned.'),
  poll_key: MaybeText('The key of the poll concerned.'),
  actor_id: MaybeId('The person who did it. Null: the service itself, its operator, or not disclosed.'),
  user_id: MaybeId('The person concerned: the member, or the one whose personal link was copied.'),
  created_at: Time('When it was done.'),
  changes: ListOf(ChangeRecord, 'The settings it changed.'),
})

const HistoryEnvelope = Record('History envelope', {
  history: ListOf(EntryRecord, 'The entries, newest first.'),
  users: ListOf(UserRecord, 'The people and bots named in the entries.'),
  meta: Type.Object({
    root: Text('The array that contains the requested records.'),
    total: Type.Null({ description: 'Always null: entries are not counted.' }),
    next: NullableInteger('Send it as `before` for the next, older page. Null: there is none.'),
  }),
})

const list = route({
  method: 'GET',
  path: '/history',
  query: HistoryQuery,
  answer: HistoryEnvelope,
  does: {
    id: 'listHistory',
    tag: 'Groups',
    summary: 'List history',
    description:
      "Who changed what in one of your groups: settings, members and roles, API keys, webhooks, threads and polls. For admins. Votes and the texts of comments are never listed, and entries about a person's data being copied or erased do not name the person. An empty page may be followed by older ones.",
    says: 'The entries. Entries without their own event, such as members who joined, do not count towards `limit`.',
  },
  run: async (asked) => {
    const { db, key } = asked
    const { group_id, per, before = null, part = 'all' } = queried(asked, HistoryQuery)
    await enterGroup(db.pool, key, { group_id, ability: 'administer' })
    const history = await loadHistory(db.pool, {
      group_id,
      before,
      per,
      part: part === 'all' ? null : part,
    })
    return {
      history: history.entries.map(presentEntry),
      users: presentUsers(history.entries.flatMap(({ actor, person }) => [actor ?? [], person ?? []].flat())),
      meta: { root: 'history', total: null, next: history.before },
    }
  },
})

/** What was done in a group, for its admins. */
export const historyRoutes = [list]

function presentEntry(entry: HistoryEntry): Static<typeof EntryRecord> {
  return {
    kind: entry.what,
    // Joining is the one action without an event.
    eventable_type: factsOf(entry.what)?.subject ?? 'Membership',
    eventable_id: entry.subject_id,
    title: entry.title,
    discussion_key: entry.thread,
    poll_key: entry.poll,
    actor_id: entry.actor?.id ?? null,
    user_id: entry.person?.id ?? null,
    created_at: time(entry.at),
    changes: entry.changes,
  }
}
