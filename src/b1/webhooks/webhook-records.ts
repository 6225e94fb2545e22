import type { Static } from 'typebox'
import { counted, Envelope, envelope } from '../../api/envelope.ts'
import {
  Count,
  Flag,
  Id,
  ListOf,
  MaybeId,
  MaybeOneOf,
  MaybeText,
  MaybeTime,
  maybeTime,
  NullableInteger,
  OneOf,
  Record,
  Text,
  Time,
  time,
} from '../../api/wire.ts'
import type { GroupFacts } from '../../groups/group-facts.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import { FORMATS, WEBHOOK_KINDS, type Webhook } from '../../webhooks/webhook.ts'

export const Kind = OneOf(WEBHOOK_KINDS, 'A kind of event.')

const WebhookRecord = Record('Webhook', {
  id: Id('The webhook.'),
  group_id: Id('Its group.'),
  author_id: MaybeId('The person who created it; null: the command line.'),
  url: Text('Where events are sent.'),
  kinds: ListOf(Kind, 'The events it receives; empty: all events.'),
  format: OneOf(
    FORMATS,
    'The format of the body: json has the records of this API, the others are for chat services.',
  ),
  active: Flag('Whether it is on. If false, nothing is sent.'),
  secret: MaybeText('Signs deliveries (Standard Webhooks). Returned only when created; null afterwards.'),
  succeeded_at: MaybeTime('When it last accepted a delivery.'),
  failing_since: MaybeTime('The first failure since then; null: none.'),
  disabled_at: MaybeTime('When it was turned off.'),
  disabled_reason: MaybeOneOf(
    ['by_hand', 'gone', 'failing'],
    'Why it is off: turned off manually, because it responded with 410, or because all attempts of a delivery failed.',
  ),
  created_at: Time('When it was created.'),
  updated_at: Time('When its settings last changed.'),
})

const DeliveryRecord = Record('Webhook delivery', {
  id: Id('The delivery.'),
  webhook_id: Id('Its webhook.'),
  event_id: MaybeId('The event it reports; null: a test.'),
  kind: Text('The kind of the event, or "test".'),
  message_id: Text('Sent as webhook-id, the same for every attempt.'),
  status: OneOf(
    ['waiting', 'sent', 'failed'],
    'sent: the receiver responded with 2xx. failed: it will not be tried again.',
  ),
  attempts: Count('The number of attempts.'),
  due_at: MaybeTime('When the next attempt is due; null: none.'),
  tried_at: MaybeTime('When the last attempt was made.'),
  answer_status: NullableInteger('The status of the last response; null: there was none.'),
  error: MaybeText('Why there was no response.'),
  took_ms: NullableInteger('The duration of the last attempt, in milliseconds.'),
  created_at: Time('When it was created.'),
})

export const WebhooksEnvelope = Record('Webhooks envelope', {
  ...Envelope.properties,
  webhooks: ListOf(WebhookRecord, 'Webhooks.'),
  webhook_deliveries: ListOf(DeliveryRecord, 'The deliveries, newest first.'),
})

export type WebhooksEnvelope = Static<typeof WebhooksEnvelope>

/** Additions to the webhooks: a new secret, and deliveries. */
type Beside = { secret?: string; deliveries?: Delivery[]; total?: number }

/** The response about webhooks. */
export function webhooksEnvelope(
  { in_group, webhooks }: { in_group: GroupFacts; webhooks: Webhook[] },
  { secret, deliveries = [], total }: Beside = {},
): WebhooksEnvelope {
  return {
    ...counted(envelope('webhooks', in_group, {}), total ?? null),
    webhooks: webhooks.map((webhook) => presentWebhook(webhook, secret ?? null)),
    webhook_deliveries: deliveries.map(presentDelivery),
  }
}

/** The same response for storing: without its secrets. */
export function withoutSecrets(answer: WebhooksEnvelope): WebhooksEnvelope {
  return { ...answer, webhooks: answer.webhooks.map((webhook) => ({ ...webhook, secret: null })) }
}

function presentWebhook(webhook: Webhook, secret: string | null): Static<typeof WebhookRecord> {
  return {
    id: webhook.id,
    group_id: webhook.group_id,
    author_id: webhook.author_id,
    url: webhook.url,
    kinds: webhook.kinds,
    format: webhook.format,
    active: webhook.disabled_at === null,
    secret,
    succeeded_at: maybeTime(webhook.succeeded_at),
    failing_since: maybeTime(webhook.failing_since),
    disabled_at: maybeTime(webhook.disabled_at),
    disabled_reason: webhook.disabled_reason,
    created_at: time(webhook.created_at),
    updated_at: time(webhook.updated_at),
  }
}

function presentDelivery(delivery: Delivery): Static<typeof DeliveryRecord> {
  return {
    id: delivery.id,
    webhook_id: delivery.webhook_id,
    event_id: delivery.event_id,
    kind: delivery.kind,
    message_id: delivery.message_id,
    status: delivery.status,
    attempts: delivery.attempts,
    due_at: delivery.status === 'waiting' ? time(delivery.due_at) : null,
    tried_at: maybeTime(delivery.tried_at),
    answer_status: delivery.answer_status,
    error: delivery.error,
    took_ms: delivery.took_ms,
    created_at: time(delivery.created_at),
  }
}
