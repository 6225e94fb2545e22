import type { Act } from '../db/db.ts'
import { refuse } from '../errors.ts'
import { changed, type FieldChange, rewritten } from '../events/field-change.ts'
import { recordNote } from '../events/record-note.ts'
import { hostOf } from '../text/web-place.ts'
import type { WebhookWish } from './create-webhook.ts'
import { wakeDeliveries } from './deliveries-store.ts'
import { loadOwnWebhook, type OwnWebhook } from './load-own-webhook.ts'
import { checkWebhook, type Webhook, type WebhookSettings } from './webhook.ts'
import { markDisabled, markEnabled, updateWebhook } from './webhooks-store.ts'

/**
 * Changes the given settings of a webhook, and enables or disables it. Enabling sends its waiting deliveries.
 * Returns whether it changed anything. NotFound: the group has no such webhook; Invalid: its settings.
 */
export async function editWebhook(
  act: Act,
  own: OwnWebhook,
  {
    settings,
    active,
    allowed,
    problems,
  }: Omit<WebhookWish, 'settings'> & {
    settings: Partial<WebhookSettings>
    active?: boolean | undefined
  },
): Promise<boolean> {
  const { tx } = act
  const webhook = await loadOwnWebhook(tx, own)
  const wished = { url: webhook.url, kinds: webhook.kinds, format: webhook.format, ...settings }
  refuse(settings.url === undefined ? [] : checkWebhook(wished, allowed), problems)
  await updateWebhook(tx, webhook.id, wished)
  const about = { group_id: webhook.group_id, subject_id: webhook.id }
  const named = changed('host', null, hostOf(wished))
  const changes = settingsChanged(webhook, wished)
  if (changes.length > 0)
    await recordNote(act, { kind: 'webhook_edited', ...about, changes: [...named, ...changes] })
  const is_on = webhook.disabled_at === null
  const switched = active !== undefined && active !== is_on
  if (active === false && is_on) {
    await markDisabled(tx, webhook.id, 'by_hand')
    await recordNote(act, { kind: 'webhook_stopped', ...about, changes: named })
  }
  if (active === true && !is_on) {
    await markEnabled(tx, webhook.id)
    await wakeDeliveries(tx, webhook.id)
    await recordNote(act, { kind: 'webhook_enabled', ...about, changes: named })
  }
  return changes.length > 0 || switched
}

/** Of addresses only the hosts: paths of chat services are secrets. */
function settingsChanged(before: Webhook, after: WebhookSettings): FieldChange[] {
  const hosts = changed('url', hostOf(before), hostOf(after))
  const same_kinds = [...before.kinds].sort().join() === [...after.kinds].sort().join()
  return [
    ...(before.url === after.url || hosts.length > 0 ? hosts : [rewritten('url')]),
    ...(same_kinds ? [] : [rewritten('kinds')]),
    ...changed('format', before.format, after.format),
  ]
}
