import type { Act } from '../db/db.ts'
import { changed } from '../events/field-change.ts'
import { recordNote } from '../events/record-note.ts'
import { hostOf } from '../text/web-place.ts'
import { loadOwnWebhook, type OwnWebhook } from './load-own-webhook.ts'
import { deleteWebhook } from './webhooks-store.ts'

/** Deletes a webhook with its secrets and its log. NotFound: the group has no such webhook. */
export async function removeWebhook(act: Act, own: OwnWebhook): Promise<void> {
  const webhook = await loadOwnWebhook(act.tx, own)
  const { id, group_id } = webhook
  await deleteWebhook(act.tx, id)
  const changes = changed('host', null, hostOf(webhook))
  await recordNote(act, { kind: 'webhook_removed', group_id, subject_id: id, changes })
}
