import type { VNode } from 'preact'
import type { Act } from '../../db/db.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { Flash } from '../parts/flash-part.tsx'
import { queryText } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'
import { once } from '../request/once.ts'

/** What was just done, by the value in the query string: whole sentences, with their full stops. */
export const DONE = {
  saved: 'poll_tool.edited',
  unchanged: 'poll_tool.unchanged',
  poll_deleted: 'poll_tool.deleted',
  draft_discarded: 'poll_tool.draft_discarded',
  thread_deleted: 'thread.deleted',
  key_revoked: 'key.done_revoked',
  webhook_removed: 'webhook.done_removed',
  webhook_gone: 'webhook.removed_before',
  webhook_away: 'webhook.removed',
  link_ended: 'join_link.done_ended',
  group_left: 'leaving.done',
  regular: 'member.done_regular',
  member_removed: 'member.done_removed',
  member_gone: 'member.removed_before',
  member_away: 'member.left_before',
  member_restored: 'member.done_restored',
  withdrawn: 'member.done_withdrawn',
  invitation_gone: 'member.withdrawn_before',
  queued: 'outbox.done_queued',
  all_queued: 'outbox.done_all_queued',
  waits: 'outbox.done_waits',
  stopped: 'member.no_emails',
  tried: 'outbox.done_tried',
  approved: 'join_request.was_approved',
  declined: 'join_request.was_declined',
  approved_before: 'join_request.approved_before',
  declined_before: 'join_request.declined_before',
  joined_before: 'refusal.joined_already.joined',
  link_put_away: 'poll.done_link_put_away',
} satisfies Record<string, PlainKey>

export type Done = keyof typeof DONE

/**
 * Of a form of settings: `changes` whether it changed any. After a lost answer, browsers send the form again,
 * which then says what it said first.
 */
export async function savedIf(
  exchange: Pick<Exchange, 'request'>,
  act: Act,
  changes: boolean,
): Promise<Done> {
  const changed_first = await once(exchange, act, async () => changes)
  return changes || changed_first ? 'saved' : 'unchanged'
}

/** The address of a page that says what was just done. */
export function doneAddress(path: string, done: Done): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${done}`
}

/** What was just done, for the page after the redirect. */
export function doneIn(exchange: Pick<Exchange, 'request'>): Done | null {
  const name = queryText(exchange, 'done')
  return Object.hasOwn(DONE, name) ? (name as Done) : null
}

/** Nothing was done. */
const PLAIN: ReadonlySet<Done> = new Set<Done>([
  'unchanged',
  'stopped',
  'webhook_gone',
  'webhook_away',
  'member_gone',
  'member_away',
  'invitation_gone',
  'approved_before',
  'declined_before',
  'joined_before',
])

/** Says what was just done. */
export function DoneNote({ done }: { done: Done | null }): VNode | null {
  return done === null ? null : <Flash title={t(DONE[done])} tone={PLAIN.has(done) ? 'plain' : 'good'} />
}
