import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { placeOf } from '../../text/web-place.ts'
import { addTest } from '../../webhooks/add-test.ts'
import type { Delivery, ShownDelivery } from '../../webhooks/delivery.ts'
import { type ListedWebhook, loadDelivery, loadWebhook } from '../../webhooks/load-webhooks.ts'
import { sendAgain } from '../../webhooks/send-again.ts'
import { sendThisDelivery } from '../../webhooks/send-delivery.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { Ago, Time } from '../parts/date-part.tsx'
import { idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { changeInGroup, type Entry, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { rich } from '../words/rich.tsx'
import { showUnlessAway, unlessAway } from './unless-removed.ts'
import { kindWords } from './webhook-form.ts'
import { answerWords } from './webhook-part.tsx'

export const deliveryPage = groupPage({
  path: '/g/:handle/webhooks/:id/deliveries/:delivery',
  may: 'administer',
  tab: { under: '/g/:handle/webhooks' },
  show: showUnlessAway(showDelivery),
  acts: {
    '/g/:handle/webhooks/:id/test': unlessAway(testWebhook),
    '/g/:handle/webhooks/:id/deliveries/:delivery/again': unlessAway(sendDeliveryAgain),
  },
})

/** GET /g/HANDLE/webhooks/ID/deliveries/ID: the request and the response. For admins. */
async function showDelivery(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const { pool } = exchange.services.db
  const webhook = await loadWebhook(pool, entry.visit.in_group.group.id, idInPath(exchange))
  const delivery = await loadDelivery(pool, webhook.id, idInPath(exchange, 'delivery'))
  return sendPage(exchange, <DeliveryPage entry={entry} webhook={webhook} of={delivery} />)
}

/** POST /g/HANDLE/webhooks/ID/test: sends a test, and shows the result. */
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

type State = { of: Delivery; webhook: ListedWebhook; on: { now: Date; zone: string } }

/** The state of a delivery, in a few words. */
export function DeliveryState({ of, webhook, on }: State): ComponentChildren {
  const { attempts, due_at } = of
  const answer = answerWords(of)
  if (of.status === 'sent') return t('webhook.taken', { answer })
  if (of.status === 'failed') return t('webhook.failed', { answer })
  const tried = answer !== ''
  if (webhook.disabled_at !== null)
    return tried ? t('webhook.not_taken_off', { answer }) : t('webhook.waits_off')
  if (attempts === 0) return t('webhook.waiting_to_be_sent')
  if (due_at <= on.now) return tried ? t('webhook.not_taken_due', { answer }) : t('webhook.on_its_way_due')
  const when = <Ago at={due_at} on={on} />
  return tried
    ? rich('webhook.not_taken_again', { answer, when })
    : rich('webhook.on_its_way_again', { when })
}

type Props = { entry: Entry; webhook: ListedWebhook; of: ShownDelivery }

function DeliveryPage({ entry, webhook, of }: Props): VNode {
  const zone = entry.viewer.time_zone
  const at = `/g/${entry.handle}/webhooks/${webhook.id}`
  return (
    <GroupFrame
      entry={entry}
      title={t('webhook.delivery', { kind: kindWords(of.kind), host: placeOf(webhook) })}
    >
      <dl class="terms">
        <dt>{t('webhook.state')}</dt>
        <dd>
          <DeliveryState of={of} webhook={webhook} on={{ now: entry.visit.now, zone }} />
        </dd>
        <dt>{t('webhook.tries')}</dt>
        <dd>{of.attempts}</dd>
        {of.tried_at !== null && (
          <>
            <dt>{t('webhook.last_try')}</dt>
            <dd>
              <Time at={of.tried_at} zone={zone} />
              {of.took_ms !== null && t('webhook.took', { duration: of.took_ms })}
            </dd>
          </>
        )}
        <dt>{t('webhook.message_id')}</dt>
        <dd>
          <code>{of.message_id}</code>
        </dd>
      </dl>
      <AgainForm webhook={webhook} of={of} at={at} />
      {of.body === null ? (
        <p>{t('webhook.request_hidden')}</p>
      ) : (
        <Example
          label={t('webhook.request', { address: `POST ${webhook.url}` })}
          text={indented(of.body)}
          tall
        />
      )}
      {of.answer_body !== null && (
        <Example
          label={
            of.answer_status === null
              ? t('webhook.answer')
              : t('webhook.answer_status', { status: of.answer_status })
          }
          text={of.answer_body === '' ? t('webhook.empty_answer') : of.answer_body}
          tall
        />
      )}
      <p>
        <a href={at}>{t('webhook.back')}</a>
      </p>
    </GroupFrame>
  )
}

/** A test is sent as a new delivery; an event is sent again under its old id. */
function AgainForm({ webhook, of, at }: Omit<Props, 'entry'> & { at: string }): VNode | null {
  const is_test = of.event_id === null
  if (!is_test && webhook.disabled_at !== null) return null
  return (
    <PostForm action={is_test ? `${at}/test` : `${at}/deliveries/${of.id}/again`}>
      {is_test && <Once />}
      <button class="button plain" type="submit">
        {is_test
          ? t('webhook.send_another_test')
          : of.status === 'waiting'
            ? t('webhook.send_now')
            : t('page.send_again')}
      </button>
    </PostForm>
  )
}

function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}
