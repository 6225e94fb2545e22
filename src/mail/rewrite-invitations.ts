import type { Queryable } from '../db/sql.ts'
import { type Event, eventFromJson } from '../events/event.ts'
import { factsOf } from '../events/kinds.ts'
import { loadNotice } from '../notifications/load-notice.ts'
import type { Notice } from '../notifications/notice.ts'
import { rewriteMails } from './fill-outbox.ts'
import { waitingInvitations } from './waiting-invitations-store.ts'

/**
 * Invitations and reminders that still wait when their poll is changed say what is true now. Returns failed
 * events.
 */
export async function rewriteInvitations(
  tx: Queryable,
  events: Event[],
  public_url: string,
): Promise<{ event_id: number; error: unknown }[]> {
  const changed = events.filter(({ kind }) => factsOf(kind)?.changes_invitations === true)
  if (changed.length === 0) return []
  const waiting = await waitingInvitations(tx, {
    group_ids: [...new Set(changed.map(({ group_id }) => group_id))],
    poll_ids: [...new Set(changed.flatMap(({ poll_id }) => poll_id ?? []))],
  })
  const notices: Notice[] = []
  const loaded = new Map()
  for (const { event, user_ids } of waiting) {
    const notice = await loadNotice(tx, eventFromJson(event), loaded)
    if (notice !== null) notices.push({ ...notice, user_ids })
  }
  return rewriteMails(tx, notices, public_url)
}
