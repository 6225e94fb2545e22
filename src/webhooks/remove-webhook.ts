import type { Act } from '../db/db.ts'
import { loadOwnWebhook, type OwnWebhook } from './load-own-webhook.ts'
import { deleteWebhook } from './webhooks-store.ts'

/** Deletes a webhook with its secrets and its log. NotFound: the group has no such webhook. */
export async function removeWebhook({ tx }: Act, own: OwnWebhook): Promise<void> {
  const { id } = await loadOwnWebhook(tx, own)
  await deleteWebhook(tx, id)
}
