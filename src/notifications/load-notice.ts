import type { Queryable } from '../db/sql.ts'
import { loadNamed } from '../discussions/comments/load-comments.ts'
import { discussionFacts } from '../discussions/load-discussion.ts'
import { type Event, removes } from '../events/event.ts'
import { factsOf } from '../events/kinds.ts'
import { groupFacts } from '../groups/group-facts.ts'
import { loadBesideSums } from '../polls/counts/load-count.ts'
import { loadStoredHead } from '../polls/heads/load-head.ts'
import { loadPoll } from '../polls/load-poll.ts'
import { loadEarlyClosing, loadEdited } from '../polls/past/load-poll-past.ts'
import { PROGRAM } from '../polls/results/results.ts'
import { hostOf, placeOf } from '../text/web-place.ts'
import { userFromJson } from '../users/user.ts'
import { loadConcerned } from './load-concerned.ts'
import { loadNews } from './load-news.ts'
import { loadOutcomeNotice, loadWithdrawal } from './load-outcome-notice.ts'
import { type Notice, PLAIN, type Subject } from './notice.ts'
import {
  type PersonRow,
  readComment,
  readGroup,
  readKey,
  readPeople,
  readThread,
  readWebhook,
  standingFromJson,
} from './notice-reads.ts'
import { audienceOf, isMailed } from './recipients.ts'

/** Already loaded subjects, by type and id: many events of one batch may share one. */
export type Loaded = Map<string, Subject | null>

/**
 * The event with its subject and recipients. Null: it notifies nobody. Messages reveal no more of a poll than
 * a person who has not voted may see.
 */
export async function loadNotice(
  db: Queryable,
  event: Event,
  loaded: Loaded = new Map(),
): Promise<Notice | null> {
  if (!isMailed(event)) return null
  if (removes(event.kind, 'Poll')) return loadWithdrawal(db, event, null)
  const subject = await loadSubject(db, event, loaded)
  if (subject === null || isWithdrawn(event, subject)) return null
  const poll = subject.about === 'poll' ? subject.loaded.poll : null
  const audience = audienceOf(event, poll, subject.about === 'poll' ? subject.loaded.now : event.created_at)
  if (audience === 'concerned' || audience === 'uninformed' || audience === 'misinformed')
    return subject.about === 'poll' ? loadOutcomeNotice(db, event, { subject, audience }) : null
  const anonymous = poll?.anonymous ?? false
  const user_ids = await loadConcerned(db, event, { audience, anonymous })
  if (user_ids.length === 0) return null
  const only_undecided = audience === 'undecided_voters'
  const discreet = only_undecided && anonymous
  const news = await loadNews(db, event, subject)
  return { ...PLAIN, event, subject, user_ids, only_undecided, discreet, news }
}

/** Whether it is about an outcome that was withdrawn since. */
function isWithdrawn({ kind }: Event, subject: Subject): boolean {
  const mail = factsOf(kind)?.mail?.kind
  return (
    (mail === 'outcome' || mail === 'outcome_review') &&
    subject.about === 'poll' &&
    subject.loaded.outcome === null
  )
}

/** The people of these notices, each in relation to its event. */
export function loadPeople(
  db: Queryable,
  pairs: { event_id: number; user_id: number }[],
): Promise<PersonRow[]> {
  return readPeople(db, pairs)
}

/** The subject of an event. Null: it is gone. A poll is the same, regardless of who acted on it. */
export async function loadSubject(db: Queryable, event: Event, loaded: Loaded): Promise<Subject | null> {
  const own = ['Comment', 'ApiKey', 'Webhook'].includes(event.subject_type)
    ? `${event.subject_type} ${event.subject_id}`
    : ''
  const name =
    event.poll_id !== null
      ? `poll ${event.poll_id}`
      : `${event.discussion_id ?? ''} ${own} ${event.group_id} ${event.actor_id}`
  const known = loaded.get(name)
  if (known !== undefined) return known
  const subject = await readSubject(db, event)
  loaded.set(name, subject)
  return subject
}

async function readSubject(db: Queryable, event: Event): Promise<Subject | null> {
  if (event.poll_id !== null) {
    const poll = await loadPoll(db, event.poll_id, { viewer: PROGRAM })
    if (poll === null) return null
    const { in_group } = poll
    const head = await loadStoredHead(db, poll)
    const edited = (await loadEdited(db, [poll.poll])).get(poll.poll.id) ?? null
    const early = await loadEarlyClosing(db, poll.poll)
    const counted = await loadBesideSums(db, poll)
    return { about: 'poll', in_group, loaded: poll, head, edited, early, counted }
  }
  if (event.discussion_id !== null) {
    const row = await readThread(db, event.discussion_id, event.actor_id)
    if (row === null) return null
    const about = { in_group: groupFacts(row.in_group), thread: discussionFacts(row.thread) }
    const actor = row.actor === null ? null : userFromJson(row.actor)
    if (event.subject_type !== 'Comment') {
      const { id, description } = about.thread.discussion
      return { about: 'thread', ...about, actor, named: await loadNamed(db, id, [description ?? '']) }
    }
    const found = await readComment(db, event.subject_id)
    if (found === null) return null
    const { mentioned } = found
    const comment = { ...standingFromJson(found.comment), author: userFromJson(found.author), mentioned }
    return { about: 'comment', ...about, comment }
  }
  if (event.subject_type === 'ApiKey') {
    const { in_group, ...key } = await readKey(db, event.subject_id)
    return { about: 'group', in_group: groupFacts(in_group), actor: null, key }
  }
  if (event.subject_type === 'Webhook') {
    const found = await readWebhook(db, event.subject_id)
    if (found === null) return null
    const { in_group, is_alike, reason, ...called } = found
    const webhook = { host: is_alike ? placeOf(called) : hostOf(called), reason }
    return { about: 'group', in_group: groupFacts(in_group), actor: null, webhook }
  }
  const { in_group, actor } = await readGroup(db, event.group_id, event.actor_id)
  return {
    about: 'group',
    in_group: groupFacts(in_group),
    actor: actor === null ? null : userFromJson(actor),
  }
}
