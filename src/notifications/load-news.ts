import type { Queryable } from '../db/sql.ts'
import type { Event } from '../events/event.ts'
import { factsOf } from '../events/kinds.ts'
import { isEverChanged } from '../polls/past/poll-past.ts'
import { PLAIN, type PollNews, type Subject } from './notice.ts'
import { readReopened } from './withdrawal-reads.ts'

/** What a reminder says that earlier mails about the poll did not. */
export async function loadNews(db: Queryable, event: Event, subject: Subject): Promise<PollNews> {
  if (subject.about !== 'poll' || factsOf(event.kind)?.mail?.kind !== 'closing_soon') return PLAIN.news
  const { edited, loaded } = subject
  if (!isEverChanged(loaded.poll)) return PLAIN.news
  const { reminded_at, ...reopened } = await readReopened(db, { poll_id: loaded.poll.id, event_id: event.id })
  const reworded_at = edited?.reworded_at ?? null
  const is_new = reworded_at !== null && (reminded_at === null || reworded_at > reminded_at)
  return { ...PLAIN.news, ...reopened, reworded_at: is_new ? reworded_at : null }
}
