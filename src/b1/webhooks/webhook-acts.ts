import { DELIVERY, WEBHOOK } from '../../api/definition.ts'
import { numberIn, tellIgnored } from '../../api/exchange.ts'
import { IDEMPOTENCY } from '../../api/operations.ts'
import { refuse } from '../../errors.ts'
import { bodyOf } from '../../http/credentials.ts'
import { readFields } from '../../http/fields.ts'
import { answerOnce, answerOnceFinished } from '../../http/idempotency.ts'
import { ROTATION_OVERLAP_HOURS } from '../../keys/api-key.ts'
import { addTest } from '../../webhooks/add-test.ts'
import { rotateWebhook } from '../../webhooks/rotate-webhook.ts'
import { sendAgain } from '../../webhooks/send-again.ts'
import { sendAddedTest } from '../../webhooks/send-test.ts'
import { commandOf } from '../authorize-key.ts'
import { route } from '../route.ts'
import { ownOf, requireOwnMatch, showDelivery, telling } from './webhook-answers.ts'
import { RotationParams } from './webhook-params.ts'
import { WebhooksEnvelope } from './webhook-records.ts'

const may = { permission: 'manage_webhooks', answer: WebhooksEnvelope } as const

const test = route({
  ...may,
  method: 'POST',
  path: '/webhooks/:id/test',
  params: { id: WEBHOOK },
  headers: IDEMPOTENCY,
  does: {
    id: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Test webhook',
    description:
      'Sends a body of the kind "test", once, and returns the result within 15 seconds. Also works for webhooks that are off.',
    says: 'The webhook: webhooks[0], and the test: webhook_deliveries[0].',
  },
  run: async (asked) => {
    const { db, config, reply } = asked
    const own = ownOf(asked)
    return answerOnceFinished(commandOf(asked), asked, {
      run: (act) => addTest(act, own, config.public_url),
      finish: async (id) => (await sendAddedTest({ db, config }, own, id)).status !== 'waiting',
      show: showDelivery(reply, own),
    })
  },
})

const again = route({
  ...may,
  method: 'POST',
  path: '/webhooks/:id/deliveries/:delivery_id/again',
  params: { id: WEBHOOK, delivery_id: DELIVERY },
  headers: IDEMPOTENCY,
  does: {
    id: 'sendDeliveryAgain',
    tag: 'Webhooks',
    summary: 'Send again',
    description: 'Sends a delivery again, with its original webhook-id and all retries.',
    says: 'The webhook: webhooks[0], and the delivery: webhook_deliveries[0].',
  },
  run: async (asked) => {
    const own = ownOf(asked)
    const delivery_id = numberIn(asked.request, 'delivery_id')
    return answerOnce(commandOf(asked), asked, {
      run: (act) => sendAgain(act, own, delivery_id),
      show: (on) => showDelivery(asked.reply, own)(on, delivery_id),
    })
  },
})

const rotate = route({
  ...may,
  method: 'POST',
  path: '/webhooks/:id/rotate',
  params: { id: WEBHOOK },
  body: RotationParams,
  does: {
    id: 'rotateWebhook',
    tag: 'Webhooks',
    summary: 'Rotate secret',
    description:
      'Replaces the secret of a webhook and returns the new one, once. Until the old one expires, both secrets sign.',
    says: 'The webhook with its new secret: webhooks[0].',
  },
  run: async (asked) => {
    const { request, reply } = asked
    const own = ownOf(asked)
    const { values, problems, ignored } = readFields(RotationParams, bodyOf(request))
    tellIgnored(reply, ignored)
    refuse(problems)
    const hours = values.overlap_hours ?? ROTATION_OVERLAP_HOURS
    return answerOnce(commandOf(asked), asked, {
      run: async (act) => {
        await requireOwnMatch(act, request, own)
        return rotateWebhook(act, own, hours)
      },
      ...telling(asked),
    })
  },
})

export const webhookActRoutes = [test, again, rotate]
