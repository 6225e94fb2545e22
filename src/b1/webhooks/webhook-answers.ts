import type { FastifyReply, FastifyRequest } from 'fastify'
import { numberIn } from '../../api/exchange.ts'
import { type Act, type Db, poolOf } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import type { MadeWebhook } from '../../webhooks/create-webhook.ts'
import { loadOwnWebhook, type OwnWebhook } from '../../webhooks/load-own-webhook.ts'
import { loadDelivery, loadGroupWebhooks } from '../../webhooks/load-webhooks.ts'
import { requireMatch, tellVersion, webhookVersion } from '../etags.ts'
import type { Asked } from '../route.ts'
import { webhooksEnvelope, withoutSecrets } from './webhook-records.ts'

export type Own = OwnWebhook & { group_id: number }

/** The webhook in the path. NotFound: not an id. */
export function ownOf({ request, key }: Asked): Own {
  return { group_id: key.group_id, id: numberIn(request, 'id') }
}

/** A webhook and its group; also sets the response's version. */
export async function loadOne(db: Queryable, reply: FastifyReply, { group_id, id }: Own) {
  const loaded = await loadGroupWebhooks(db, group_id, id)
  for (const webhook of loaded.webhooks) tellVersion(reply, webhookVersion(webhook))
  return loaded
}

/** Locks the webhook, and checks If-Match. */
export async function requireOwnMatch({ tx }: Act, request: FastifyRequest, own: Own): Promise<void> {
  requireMatch(request, webhookVersion(await loadOwnWebhook(tx, own)))
}

/** The response with a secret, and its stored form. */
export function telling({ reply, key: { group_id } }: Asked) {
  return {
    show: async (on: Db | Queryable, { id, secret }: MadeWebhook) =>
      webhooksEnvelope(await loadOne(poolOf(on), reply, { group_id, id }), { secret }),
    keep: withoutSecrets,
  }
}

/** The response about one delivery, with its webhook. */
export function showDelivery(reply: FastifyReply, own: Own) {
  return async (on: Db | Queryable, id: number) => {
    const loaded = await loadOne(poolOf(on), reply, own)
    return webhooksEnvelope(loaded, { deliveries: [await loadDelivery(poolOf(on), own.id, id)] })
  }
}
