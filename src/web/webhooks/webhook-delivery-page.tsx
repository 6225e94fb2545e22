import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { addTest } from '../../webhooks/add-test.ts'
import type { Delivery, ShownDelivery } from '../../webhooks/delivery.ts'
import { type ListedWebhook, loadDelivery, loadWebhook } from '../../webhooks/load-webhooks.ts'
import { sendAgain } from '../../webhooks/send-again.ts'
import { sendThisDelivery } from '../../webhooks/send-delivery.ts'
import { hostOf } from '../../webhooks/webhook.ts'
import { Ago } from '../groups/listed-parts.tsx'
import { Example } from '../parts/api-endpoint-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { Once } from '../request/once-part.tsx'
import { changeInGroup, type Entry, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { kindWords } from './webhook-form.ts'

export const deliveryPage = groupPage({
  path: '/g/:handle/webhooks/:id/deliveries/:delivery',
  may: 'administer',
  tab: { under: '/g/:handle/webhooks' },
  show: showDelivery,
  acts: {
    '/g/:handle/webhooks/:id/test': testWebhook,
    '/g/:handle/webhooks/:id/deliveries/:delivery/again': sendDeliveryAgain,
  },
})

/** GET /g/HANDLE/webhooks/ID/deliveries/ID: what was sent, and what came back. For admins. */
async function showDelivery(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const { pool } = exchange.services.db
  const webhook = await loadWebhook(pool, entry.visit.in_group.group.id, idInPath(exchange))
  const delivery = await loadDelivery(pool, webhook.id, idInPath(exchange, 'delivery'))
  return sendPage(exchange, <DeliveryPage entry={entry} webhook={webhook} of={delivery} />)
}

/** POST /g/HANDLE/webhooks/ID/test: sends a test, and shows what came of it. */
async function testWebhook(exchange: GroupExchange): Promise<FastifyReply> {
  const { db, config } = exchange.services
  const id = idInPath(exchange)
  const { handle, test } = await changeInGroup(exchange, async (act, entry) => {
    const own = { group_id: entry.visit.in_group.group.id, id }
    return { handle: entry.handle, test: await addTest(act, own, config.public_url) }
  })
  await sendThisDelivery({ db, config }, test)
  return exchange.reply.redirect(`/g/${handle}/webhooks/${id}/deliveries/${test}`, 303)
}

/** POST /g/HANDLE/webhooks/ID/deliveries/ID/again: puts a delivery into the queue again. */
async function sendDeliveryAgain(exchange: GroupExchange): Promise<FastifyReply> {
  const [id, delivery] = [idInPath(exchange), idInPath(exchange, 'delivery')]
  const handle = await changeInGroup(exchange, async (act, entry) => {
    await sendAgain(act, { group_id: entry.visit.in_group.group.id, id }, delivery)
    return entry.handle
  })
  return exchange.reply.redirect(`/g/${handle}/webhooks/${id}/deliveries/${delivery}`, 303)
}

/** What became of a delivery, in a few words. */
export function DeliveryState({ of, on }: { of: Delivery; on: { now: Date; zone: string } }): VNode {
  const came = of.answer_status === null ? of.error : `answered with ${of.answer_status}`
  if (of.status === 'sent') return <>{`Taken: ${came}`}</>
  if (of.status === 'failed') return <>{`Failed: ${came}`}</>
  if (of.attempts === 0) return <>Waiting to be sent</>
  const words = came === null ? 'On its way' : `Not taken: ${came}`
  if (of.due_at <= on.now) return <>{`${words}; the next try is due`}</>
  return (
    <>
      {words}; tried again <Ago at={of.due_at} on={on} />
    </>
  )
}

type Props = { entry: Entry; webhook: ListedWebhook; of: ShownDelivery }

function DeliveryPage({ entry, webhook, of }: Props): VNode {
  const zone = entry.viewer.time_zone
  const at = `/g/${entry.handle}/webhooks/${webhook.id}`
  return (
    <GroupFrame entry={entry} title={`${kindWords(of.kind)}, to ${hostOf(webhook)}`}>
      <dl class="terms">
        <dt>State</dt>
        <dd>
          <DeliveryState of={of} on={{ now: entry.visit.now, zone }} />
        </dd>
        <dt>Tries</dt>
        <dd>{of.attempts}</dd>
        {of.tried_at !== null && (
          <>
            <dt>Last try</dt>
            <dd>
              <Time at={of.tried_at} zone={zone} />
              {of.took_ms !== null && `, ${of.took_ms} ms`}
            </dd>
          </>
        )}
        <dt>Its id</dt>
        <dd>
          <code>{of.message_id}</code>
        </dd>
      </dl>
      <AgainForm webhook={webhook} of={of} at={at} />
      <Example label={`Request: POST ${webhook.url}`} text={indented(of.body)} tall />
      {of.answer_body !== null && (
        <Example
          label={`Answer${of.answer_status === null ? '' : `: ${of.answer_status}`}`}
          text={of.answer_body === '' ? '(nothing)' : of.answer_body}
          tall
        />
      )}
      <p>
        <a href={at}>Back to the webhook</a>
      </p>
    </GroupFrame>
  )
}

/** A test is made anew; what happened is sent again under its old id. */
function AgainForm({ webhook, of, at }: Omit<Props, 'entry'> & { at: string }): VNode | null {
  const is_test = of.event_id === null
  if (!is_test && webhook.disabled_at !== null) return null
  return (
    <form method="post" action={is_test ? `${at}/test` : `${at}/deliveries/${of.id}/again`}>
      {is_test && <Once />}
      <button class="button plain" type="submit">
        {is_test ? 'Send another test' : of.status === 'waiting' ? 'Send now' : 'Send again'}
      </button>
    </form>
  )
}

function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}
