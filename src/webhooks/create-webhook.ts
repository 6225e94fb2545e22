import type { Act } from '../db/db.ts'
import { Invalid, type Problem, problem, refuse } from '../errors.ts'
import { changed } from '../events/field-change.ts'
import { recordNote } from '../events/record-note.ts'
import { lockMembers } from '../groups/groups-store.ts'
import { hostOf } from '../text/web-place.ts'
import { newToken } from '../users/secret.ts'
import type { Allowed } from './public-address.ts'
import { checkWebhook, MAX_WEBHOOKS, SECRET_PREFIX, type WebhookSettings } from './webhook.ts'
import { addSecret, countWebhooks, insertWebhook } from './webhooks-store.ts'

/** `problems`: found when the request was parsed; `allowed`: private addresses the operator permits. */
export type WebhookWish = { settings: WebhookSettings; allowed: Allowed; problems: Problem[] }

/** `secret` signs the requests: shown now, and never again. */
export type MadeWebhook = { id: number; secret: string }

/** Creates a webhook of the group. Invalid: its settings, or the group has reached the limit. */
export async function createWebhook(
  act: Act,
  { group_id, settings, allowed, problems }: WebhookWish & { group_id: number },
): Promise<MadeWebhook> {
  const { tx, actor } = act
  refuse(checkWebhook(settings, allowed), problems)
  // Concurrent creations see each other.
  await lockMembers(tx, group_id)
  if ((await countWebhooks(tx, group_id)) >= MAX_WEBHOOKS) {
    throw new Invalid([problem('url', 'too_many_webhooks', { most: MAX_WEBHOOKS })])
  }
  const id = await insertWebhook(tx, { group_id, author_id: actor.user_id, ...settings })
  const changes = changed('host', null, hostOf(settings))
  await recordNote(act, { kind: 'webhook_made', group_id, subject_id: id, changes })
  return { id, secret: await giveSecret(tx, id) }
}

/** Creates a new secret for this webhook. */
export async function giveSecret(tx: Act['tx'], webhook_id: number): Promise<string> {
  // The standard requires base64 in its plain alphabet.
  const secret = SECRET_PREFIX + Buffer.from(newToken(), 'base64url').toString('base64')
  await addSecret(tx, webhook_id, secret)
  return secret
}
