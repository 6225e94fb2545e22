import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { numberIn, tellIgnored } from '../api/exchange.ts'
import { type Act, change, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { refuse } from '../errors.ts'
import { type PresentedKey, ROTATION_OVERLAP_HOURS } from '../groups/keys/api-key.ts'
import { bodyOf } from '../http/credentials.ts'
import { readChanges, readFields } from '../http/fields.ts'
import { answerOnce, answerOnceFinished } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { addTest } from '../webhooks/add-test.ts'
import { createWebhook, type MadeWebhook } from '../webhooks/create-webhook.ts'
import { editWebhook } from '../webhooks/edit-webhook.ts'
import { loadOwnWebhook, type OwnWebhook } from '../webhooks/load-own-webhook.ts'
import { loadDeliveries, loadDelivery, loadGroupWebhooks } from '../webhooks/load-webhooks.ts'
import { removeWebhook } from '../webhooks/remove-webhook.ts'
import { rotateWebhook } from '../webhooks/rotate-webhook.ts'
import { sendAgain } from '../webhooks/send-again.ts'
import { sendAddedTest } from '../webhooks/send-test.ts'
import { admit, commandOf } from './authorize-key.ts'
import {
  CHANGE_WEBHOOK,
  CREATE_WEBHOOK,
  LIST_WEBHOOKS,
  REMOVE_WEBHOOK,
  ROTATE_WEBHOOK,
  SEND_AGAIN,
  SHOW_WEBHOOK,
  TEST_WEBHOOK,
} from './describe/describe-webhooks.ts'
import { requireMatch, tellVersion, webhookVersion } from './etags.ts'
import { namedSettings, RotationParams, settingsOf, WebhookChanges, WebhookParams } from './webhook-params.ts'
import { webhooksEnvelope, withoutSecrets } from './webhook-records.ts'

/** Deliveries shown beside a webhook. */
const SHOWN_DELIVERIES = 50

/** The webhooks of the key's group: made, listed, shown, changed, tested, removed. */
export function webhookRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services
  const allowed = config.outbound_allow

  app.get('/webhooks', LIST_WEBHOOKS, async (request) => {
    const key = await enter(services, request)
    const loaded = await loadGroupWebhooks(db.pool, key.group_id)
    return webhooksEnvelope(loaded, { total: loaded.webhooks.length })
  })

  app.post('/webhooks', CREATE_WEBHOOK, async (request, reply) => {
    const key = await enter(services, request)
    const { values, problems, ignored } = readFields(WebhookParams, bodyOf(request))
    tellIgnored(reply, ignored)
    const wish = { group_id: key.group_id, settings: settingsOf(values), allowed, problems }
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      { run: (act) => createWebhook(act, wish), ...showing(reply, key) },
    )
  })

  app.get('/webhooks/:id', SHOW_WEBHOOK, async (request, reply) => {
    const key = await enter(services, request)
    const { id } = ownOf(request, key)
    const loaded = await loadOne(db.pool, reply, { group_id: key.group_id, id })
    const page = await loadDeliveries(db.pool, { webhook_id: id, per: SHOWN_DELIVERIES, from: 0 })
    return webhooksEnvelope(loaded, { deliveries: page.items })
  })

  app.patch('/webhooks/:id', CHANGE_WEBHOOK, async (request, reply) => {
    const key = await enter(services, request)
    const own = ownOf(request, key)
    const { values, problems, ignored } = readChanges(WebhookChanges, bodyOf(request))
    tellIgnored(reply, ignored)
    const wish = { settings: namedSettings(values), active: values.active, allowed, problems }
    return change(db, commandOf(db, key).actor, async (act) => {
      await requireOwnMatch(act, request, own)
      await editWebhook(act, own, wish)
      return webhooksEnvelope(await loadOne(act.tx, reply, own))
    })
  })

  app.delete('/webhooks/:id', REMOVE_WEBHOOK, async (request) => {
    const key = await enter(services, request)
    const own = ownOf(request, key)
    return change(db, commandOf(db, key).actor, async (act) => {
      await requireOwnMatch(act, request, own)
      const answer = webhooksEnvelope(await loadGroupWebhooks(act.tx, key.group_id, own.id))
      await removeWebhook(act, own)
      return answer
    })
  })

  app.post('/webhooks/:id/test', TEST_WEBHOOK, async (request, reply) => {
    const key = await enter(services, request)
    const own = ownOf(request, key)
    return answerOnceFinished(
      commandOf(db, key),
      { request, reply },
      {
        run: (act) => addTest(act, own, config.public_url),
        finish: async (id) => (await sendAddedTest({ db, config }, own, id)).status !== 'waiting',
        show: showDelivery(reply, own),
      },
    )
  })

  app.post('/webhooks/:id/deliveries/:delivery_id/again', SEND_AGAIN, async (request, reply) => {
    const key = await enter(services, request)
    const own = ownOf(request, key)
    const delivery_id = numberIn(request, 'delivery_id')
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        run: (act) => sendAgain(act, own, delivery_id),
        show: (on) => showDelivery(reply, own)(on, delivery_id),
      },
    )
  })

  app.post('/webhooks/:id/rotate', ROTATE_WEBHOOK, async (request, reply) => {
    const key = await enter(services, request)
    const own = ownOf(request, key)
    const { values, problems, ignored } = readFields(RotationParams, bodyOf(request))
    tellIgnored(reply, ignored)
    refuse(problems)
    const hours = values.overlap_hours ?? ROTATION_OVERLAP_HOURS
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        run: async (act) => {
          await requireOwnMatch(act, request, own)
          return rotateWebhook(act, own, hours)
        },
        ...showing(reply, key),
      },
    )
  })
}

type Own = OwnWebhook & { group_id: number }

/** A webhook and its group; the answer's version is told. */
async function loadOne(db: Queryable, reply: FastifyReply, { group_id, id }: Own) {
  const loaded = await loadGroupWebhooks(db, group_id, id)
  for (const webhook of loaded.webhooks) tellVersion(reply, webhookVersion(webhook))
  return loaded
}

/** The webhook is locked, and as If-Match wants it. */
async function requireOwnMatch({ tx }: Act, request: FastifyRequest, own: Own): Promise<void> {
  requireMatch(request, webhookVersion(await loadOwnWebhook(tx, own)))
}

/** The key of the request, which may do all of this or none. */
function enter({ db }: Services, request: FastifyRequest): Promise<PresentedKey> {
  return admit(db, request, 'manage_webhooks')
}

/** The answer that tells a secret, and how it is kept. */
function showing(reply: FastifyReply, { group_id }: PresentedKey) {
  return {
    show: async (on: Parameters<typeof poolOf>[0], { id, secret }: MadeWebhook) =>
      webhooksEnvelope(await loadOne(poolOf(on), reply, { group_id, id }), { secret }),
    keep: withoutSecrets,
  }
}

/** The answer about one delivery, with its webhook beside it. */
function showDelivery(reply: FastifyReply, own: Own) {
  return async (on: Parameters<typeof poolOf>[0], id: number) => {
    const loaded = await loadOne(poolOf(on), reply, own)
    return webhooksEnvelope(loaded, { deliveries: [await loadDelivery(poolOf(on), own.id, id)] })
  }
}

/** The webhook of the path. NotFound: it names none. */
function ownOf(request: FastifyRequest, { group_id }: PresentedKey): Own {
  return { group_id, id: numberIn(request, 'id') }
}
