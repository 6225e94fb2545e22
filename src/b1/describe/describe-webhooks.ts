import { Type } from 'typebox'
import { doing, IDEMPOTENCY, IF_MATCHING, OTHERWISE, reading, removing } from '../../api/operations.ts'
import { RotationParams, WebhookChanges, WebhookParams } from '../webhook-params.ts'
import { WebhooksEnvelope } from '../webhook-records.ts'

/** How the endpoints of webhooks stand in the document. All of them ask for one permission. */

const MAY = 'Permission: manage_webhooks.'
const webhooks = { tag: 'Webhooks', answer: WebhooksEnvelope }
const OneId = Type.Object({ id: Type.String({ description: 'The id of the webhook.' }) })
const webhook = { ...webhooks, params: OneId }

export const LIST_WEBHOOKS = reading({
  ...webhooks,
  id: 'listWebhooks',
  summary: 'List webhooks',
  description: `The webhooks of the group of the key, without their secrets. ${MAY}`,
  says: 'The webhooks; meta.total counts them.',
})

export const CREATE_WEBHOOK = doing({
  ...webhooks,
  id: 'createWebhook',
  summary: 'Create webhook',
  description: `Has the group's events sent to an address. The answer tells the secret, this once. ${MAY}`,
  headers: IDEMPOTENCY,
  body: WebhookParams,
  says: 'The webhook with its secret: webhooks[0].',
})

export const SHOW_WEBHOOK = reading({
  ...webhook,
  id: 'showWebhook',
  summary: 'Show webhook',
  description: `A webhook and the last 50 things sent to it. What it answered is shown to admins on its page only. ${MAY}`,
  says: 'The webhook: webhooks[0], and webhook_deliveries.',
})

export const CHANGE_WEBHOOK = doing({
  ...webhook,
  id: 'changeWebhook',
  summary: 'Change webhook',
  description: `Writes the fields that are given anew, and turns the webhook off or on. ${OTHERWISE} ${MAY}`,
  headers: IF_MATCHING,
  body: WebhookChanges,
  says: 'The webhook as it is now: webhooks[0].',
})

export const REMOVE_WEBHOOK = removing({
  ...webhook,
  id: 'removeWebhook',
  summary: 'Remove webhook',
  description: `Deletes the webhook with its secrets and its log. ${MAY}`,
  says: 'The webhook as it was: webhooks[0].',
})

export const TEST_WEBHOOK = doing({
  ...webhook,
  id: 'testWebhook',
  summary: 'Test webhook',
  description: `Sends a body of the kind "test", once, and answers what came of it, after 15 seconds at most. It works for webhooks that are off, too. ${MAY}`,
  headers: IDEMPOTENCY,
  says: 'The webhook: webhooks[0], and the test: webhook_deliveries[0].',
})

export const SEND_AGAIN = doing({
  ...webhook,
  id: 'sendDeliveryAgain',
  summary: 'Send again',
  description: `Sends what was sent once more, under its old webhook-id and with all its tries. ${MAY}`,
  headers: IDEMPOTENCY,
  params: Type.Object({
    ...OneId.properties,
    delivery_id: Type.String({ description: 'The id of the delivery.' }),
  }),
  says: 'The webhook: webhooks[0], and the delivery: webhook_deliveries[0].',
})

export const ROTATE_WEBHOOK = doing({
  ...webhook,
  id: 'rotateWebhook',
  summary: 'Rotate secret',
  description: `Gives the webhook a new secret, told this once. Until the old one ends, both sign. ${MAY}`,
  body: RotationParams,
  says: 'The webhook with its new secret: webhooks[0].',
})
