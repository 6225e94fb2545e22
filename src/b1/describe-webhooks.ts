import { Type } from 'typebox'
import { answers, FORMS, IDEMPOTENCY, KEY_QUERY, SECURITY } from './describe.ts'
import { described } from './params.ts'
import { RotationParams, WebhookChanges, WebhookParams } from './webhook-params.ts'
import { WebhooksEnvelope } from './webhook-records.ts'

/** How the endpoints of webhooks stand in the document. All of them ask for one permission. */

const TAGS = ['Webhooks']
const MAY = 'Permission: manage_webhooks.'
const OneId = Type.Object({ id: Type.String({ description: 'The id of the webhook.' }) })

export const LIST_WEBHOOKS = {
  schema: {
    operationId: 'listWebhooks',
    tags: TAGS,
    summary: 'List webhooks',
    description: `The webhooks of the group of the key, without their secrets. ${MAY}`,
    security: SECURITY,
    querystring: Type.Object(KEY_QUERY),
    response: answers(WebhooksEnvelope, 'The webhooks; meta.total counts them.'),
  },
}

export const CREATE_WEBHOOK = {
  schema: {
    operationId: 'createWebhook',
    tags: TAGS,
    summary: 'Create webhook',
    description: `Has the group's events sent to an address. The answer tells the secret, this once. ${MAY}`,
    consumes: FORMS,
    security: SECURITY,
    headers: IDEMPOTENCY,
    body: described(WebhookParams),
    response: answers(WebhooksEnvelope, 'The webhook with its secret: webhooks[0].'),
  },
}

export const SHOW_WEBHOOK = {
  schema: {
    operationId: 'showWebhook',
    tags: TAGS,
    summary: 'Show webhook',
    description: `A webhook and the last 50 things sent to it. What it answered is shown to admins on its page only. ${MAY}`,
    security: SECURITY,
    params: OneId,
    querystring: Type.Object(KEY_QUERY),
    response: answers(WebhooksEnvelope, 'The webhook: webhooks[0], and webhook_deliveries.'),
  },
}

export const CHANGE_WEBHOOK = {
  schema: {
    operationId: 'changeWebhook',
    tags: TAGS,
    summary: 'Change webhook',
    description: `Writes the fields that are given anew, and turns the webhook off or on. ${MAY}`,
    consumes: FORMS,
    security: SECURITY,
    params: OneId,
    body: described(WebhookChanges),
    response: answers(WebhooksEnvelope, 'The webhook as it is now: webhooks[0].'),
  },
}

export const REMOVE_WEBHOOK = {
  schema: {
    operationId: 'removeWebhook',
    tags: TAGS,
    summary: 'Remove webhook',
    description: `Deletes the webhook with its secrets and its log. ${MAY}`,
    security: SECURITY,
    params: OneId,
    querystring: Type.Object(KEY_QUERY),
    response: answers(WebhooksEnvelope, 'The webhook as it was: webhooks[0].'),
  },
}

export const TEST_WEBHOOK = {
  schema: {
    operationId: 'testWebhook',
    tags: TAGS,
    summary: 'Test webhook',
    description: `Sends a body of the kind "test", once, and answers what came of it, after 15 seconds at most. It works for webhooks that are off, too. ${MAY}`,
    consumes: FORMS,
    security: SECURITY,
    params: OneId,
    body: described(Type.Object({})),
    response: answers(WebhooksEnvelope, 'The webhook: webhooks[0], and the test: webhook_deliveries[0].'),
  },
}

export const SEND_AGAIN = {
  schema: {
    operationId: 'sendDeliveryAgain',
    tags: TAGS,
    summary: 'Send again',
    description: `Sends what was sent once more, under its old webhook-id and with all its tries. ${MAY}`,
    consumes: FORMS,
    security: SECURITY,
    headers: IDEMPOTENCY,
    params: Type.Object({
      ...OneId.properties,
      delivery_id: Type.String({ description: 'The id of the delivery.' }),
    }),
    body: described(Type.Object({})),
    response: answers(WebhooksEnvelope, 'The webhook: webhooks[0], and the delivery: webhook_deliveries[0].'),
  },
}

export const ROTATE_WEBHOOK = {
  schema: {
    operationId: 'rotateWebhook',
    tags: TAGS,
    summary: 'Rotate secret',
    description: `Gives the webhook a new secret, told this once. Until the old one ends, both sign. ${MAY}`,
    consumes: FORMS,
    security: SECURITY,
    headers: IDEMPOTENCY,
    params: OneId,
    body: described(RotationParams),
    response: answers(WebhooksEnvelope, 'The webhook with its new secret: webhooks[0].'),
  },
}
