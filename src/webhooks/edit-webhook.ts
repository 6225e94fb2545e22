import type { Act } from '../db/db.ts'
import { refuse } from '../errors.ts'
import type { WebhookWish } from './create-webhook.ts'
import { wakeDeliveries } from './deliveries-store.ts'
import { loadOwnWebhook, type OwnWebhook } from './load-own-webhook.ts'
import { checkWebhook, type WebhookSettings } from './webhook.ts'
import { markDisabled, markEnabled, updateWebhook } from './webhooks-store.ts'

/**
 * Changes the given settings of a webhook, and enables or disables it. Enabling sends its waiting deliveries.
 * NotFound: the group has no such webhook; Invalid: its settings.
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
): Promise<void> {
  const { tx } = act
  const webhook = await loadOwnWebhook(tx, own)
  const wished = { url: webhook.url, kinds: webhook.kinds, format: webhook.format, ...settings }
  refuse(settings.url === undefined ? [] : checkWebhook(wished, allowed), problems)
  await updateWebhook(tx, webhook.id, wished)
  const is_on = webhook.disabled_at === null
  if (active === false && is_on) await markDisabled(tx, webhook.id, 'by_hand')
  if (active === true && !is_on) {
    await markEnabled(tx, webhook.id)
    await wakeDeliveries(tx, webhook.id)
  }
}
