import { WEBHOOK } from '../../api/definition.ts'
import { tellIgnored } from '../../api/exchange.ts'
import { IDEMPOTENCY, IF_MATCHING, OTHERWISE } from '../../api/operations.ts'
import { change } from '../../db/db.ts'
import { bodyOf } from '../../http/credentials.ts'
import { readChanges, readFields } from '../../http/fields.ts'
import { answerOnce } from '../../http/idempotency.ts'
import { createWebhook } from '../../webhooks/create-webhook.ts'
import { editWebhook } from '../../webhooks/edit-webhook.ts'
import { loadDeliveries, loadGroupWebhooks } from '../../webhooks/load-webhooks.ts'
import { removeWebhook } from '../../webhooks/remove-webhook.ts'
import { commandOf } from '../authorize-key.ts'
import { type Asked, route } from '../route.ts'
import { loadOne, ownOf, requireOwnMatch, telling } from './webhook-answers.ts'
import { namedSettings, settingsOf, WebhookChanges, WebhookParams } from './webhook-params.ts'
import { WebhooksEnvelope, webhooksEnvelope } from './webhook-records.ts'

/** Deliveries shown with a webhook. */
const SHOWN_DELIVERIES = 50

const all = { path: '/webhooks', permission: 'manage_webhooks', answer: WebhooksEnvelope } as const
const ofOne = { ...all, path: '/webhooks/:id', params: { id: WEBHOOK } } as const

const list = route({
  ...all,
  method: 'GET',
  does: {
    id: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: "The webhooks of the key's group, without their secrets.",
    says: 'The webhooks; meta.total counts them.',
  },
  run: async ({ db, key }) => {
    const loaded = await loadGroupWebhooks(db.pool, key.group_id)
    return webhooksEnvelope(loaded, { total: loaded.webhooks.length })
  },
})

const create = route({
  ...all,
  method: 'POST',
  headers: IDEMPOTENCY,
  body: WebhookParams,
  does: {
    id: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Create webhook',
    description: "Sends the group's events to a URL. Only this response contains the secret.",
    says: 'The webhook with its secret: webhooks[0].',
  },
  run: async (asked) => {
    const { values, problems, ignored } = readFields(WebhookParams, bodyOf(asked.request))
    tellIgnored(asked.reply, ignored)
    const settings = settingsOf(values)
    const wish = { group_id: asked.key.group_id, settings, allowed: allowedBy(asked), problems }
    return answerOnce(commandOf(asked), asked, {
      run: (act) => createWebhook(act, wish),
      ...telling(asked),
    })
  },
})

const show = route({
  ...ofOne,
  method: 'GET',
  does: {
    id: 'showWebhook',
    tag: 'Webhooks',
    summary: 'Show webhook',
    description: 'A webhook and its last 50 deliveries. Only admins can see its responses, on its page.',
    says: 'The webhook: webhooks[0], and webhook_deliveries.',
  },
  run: async (asked) => {
    const own = ownOf(asked)
    const loaded = await loadOne(asked.db.pool, asked.reply, own)
    const ask = { webhook_id: own.id, per: SHOWN_DELIVERIES, from: 0 }
    const page = await loadDeliveries(asked.db.pool, ask)
    return webhooksEnvelope(loaded, { deliveries: page.items })
  },
})

const edit = route({
  ...ofOne,
  method: 'PATCH',
  headers: IF_MATCHING,
  body: WebhookChanges,
  does: {
    id: 'changeWebhook',
    tag: 'Webhooks',
    summary: 'Change webhook',
    description: `Changes the given fields, and turns the webhook off or on. ${OTHERWISE}`,
    says: 'The updated webhook: webhooks[0].',
  },
  run: async (asked) => {
    const { request, reply } = asked
    const own = ownOf(asked)
    const { values, problems, ignored } = readChanges(WebhookChanges, bodyOf(request))
    tellIgnored(reply, ignored)
    const wish = {
      settings: namedSettings(values),
      active: values.active,
      allowed: allowedBy(asked),
      problems,
    }
    return change(asked.db, commandOf(asked).actor, async (act) => {
      await requireOwnMatch(act, request, own)
      await editWebhook(act, own, wish)
      return webhooksEnvelope(await loadOne(act.tx, reply, own))
    })
  },
})

const remove = route({
  ...ofOne,
  method: 'DELETE',
  does: {
    id: 'removeWebhook',
    tag: 'Webhooks',
    summary: 'Remove webhook',
    description: 'Deletes a webhook with its secrets and log.',
    says: 'The deleted webhook: webhooks[0].',
  },
  run: async (asked) => {
    const own = ownOf(asked)
    return change(asked.db, commandOf(asked).actor, async (act) => {
      await requireOwnMatch(act, asked.request, own)
      const answer = webhooksEnvelope(await loadGroupWebhooks(act.tx, own.group_id, own.id))
      await removeWebhook(act, own)
      return answer
    })
  },
})

export const webhookRoutes = [list, create, show, edit, remove]

/** Private networks that webhooks may call. */
const allowedBy = ({ config }: Asked) => config.outbound_allow
