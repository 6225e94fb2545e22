import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid } from '../../errors.ts'
import type { Page } from '../../groups/load-people.ts'
import { t } from '../../locales/say.ts'
import { oneLine } from '../../text/one-line.ts'
import { placeOf } from '../../text/web-place.ts'
import { editWebhook } from '../../webhooks/edit-webhook.ts'
import type { OwnWebhook } from '../../webhooks/load-own-webhook.ts'
import {
  type ListedDelivery,
  type ListedWebhook,
  loadDeliveries,
  loadWebhook,
} from '../../webhooks/load-webhooks.ts'
import { removeWebhook } from '../../webhooks/remove-webhook.ts'
import { rotateWebhook } from '../../webhooks/rotate-webhook.ts'
import type { WebhookSettings } from '../../webhooks/webhook.ts'
import { readOverlap } from '../keys/key-form.ts'
import { RotateForm } from '../keys/rotate-form-part.tsx'
import { Ago } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Faults, type FormState } from '../parts/form-part.tsx'
import { fromOf, idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { ConfirmField, requireConfirmed } from '../visits/confirm-part.tsx'
import { doneAddress, savedIf } from '../visits/done-part.tsx'
import {
  changeInGroup,
  type Entry,
  editInGroup,
  enterGroup,
  type GroupExchange,
  groupPage,
} from '../visits/group-door.ts'
import { GroupFrame, Pager } from '../visits/group-frame-part.tsx'
import { AS_IS } from '../words/as-is.ts'
import { showUnlessAway, unlessRemoved } from './unless-removed.ts'
import { DeliveryState } from './webhook-delivery-page.tsx'
import { formatWords, kindsWords, kindWords, readWebhookForm } from './webhook-form.ts'
import { SecretPage, State, WebhookFields, webhookLabels } from './webhook-part.tsx'

const PER = 20
const INVALID = 422

export const webhookPage = groupPage({
  path: '/g/:handle/webhooks/:id',
  may: 'administer',
  tab: { under: '/g/:handle/webhooks' },
  show: showUnlessAway(showWebhook),
  acts: {
    '/g/:handle/webhooks/:id': unlessRemoved(saveWebhook),
    '/g/:handle/webhooks/:id/switch': unlessRemoved(switchWebhook),
    '/g/:handle/webhooks/:id/rotate': unlessRemoved(renewSecret),
    '/g/:handle/webhooks/:id/remove': unlessRemoved(deleteWebhook),
  },
})

/** GET /g/HANDLE/webhooks/ID: one webhook, its deliveries, and the available actions. For admins. */
async function showWebhook(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendWebhook(exchange, entry, null)
}

/** `form`: submitted values with errors. */
async function sendWebhook(exchange: Exchange, entry: Entry, form: FormState | null): Promise<FastifyReply> {
  const { pool } = exchange.services.db
  const webhook = await loadWebhook(pool, entry.visit.in_group.group.id, idInPath(exchange))
  const from = fromOf(exchange)
  const log = await loadDeliveries(pool, { webhook_id: webhook.id, per: PER, from })
  const page = <WebhookPage entry={entry} of={webhook} log={log} from={from} form={form} />
  return sendPage(exchange, page, form === null ? 200 : INVALID)
}

/** The webhook in the URL. NotFound: not one of this group. */
function ownOf(exchange: Exchange, { visit }: Entry): OwnWebhook {
  return { group_id: visit.in_group.group.id, id: idInPath(exchange) }
}

type Change = { settings?: WebhookSettings; active?: boolean }

async function edit(
  exchange: GroupExchange,
  read: () => Change & Partial<ReturnType<typeof readWebhookForm>>,
) {
  const allowed = exchange.services.config.outbound_allow
  const to = await editInGroup(exchange, async (act, entry) => {
    const { settings = {}, active, problems = [] } = read()
    const own = ownOf(exchange, entry)
    const edited = await editWebhook(act, own, { settings, active, problems, allowed })
    return doneAddress(`/g/${entry.handle}/webhooks/${own.id}`, await savedIf(exchange, act, edited))
  })
  return exchange.reply.redirect(to, 303)
}

/** POST /g/HANDLE/webhooks/ID: saves its settings. */
async function saveWebhook(exchange: GroupExchange): Promise<FastifyReply> {
  const values = formOf(exchange)
  try {
    return await edit(exchange, () => readWebhookForm(values))
  } catch (error) {
    return sendFaults(exchange, error)
  }
}

/** The page with what is wrong in the form. Rethrows other errors. */
async function sendFaults(exchange: GroupExchange, error: unknown): Promise<FastifyReply> {
  if (!(error instanceof Invalid)) throw error
  const form = { values: formOf(exchange), problems: error.problems }
  return sendWebhook(exchange, await enterGroup(exchange), form)
}

/** POST /g/HANDLE/webhooks/ID/switch: turns it on or off. */
function switchWebhook(exchange: GroupExchange): Promise<FastifyReply> {
  return edit(exchange, () => ({ active: textOf(formOf(exchange), 'active') === 'true' }))
}

/** POST /g/HANDLE/webhooks/ID/rotate: gives it a new secret, shown once. */
async function renewSecret(exchange: GroupExchange): Promise<FastifyReply> {
  const { entry, url, made } = await changeInGroup(exchange, async (act, entry) => {
    const own = ownOf(exchange, entry)
    const made = await rotateWebhook(act, own, readOverlap(formOf(exchange)))
    const { url } = await loadWebhook(act.tx, entry.visit.in_group.group.id, own.id)
    return { entry, url, made }
  })
  return sendPage(exchange, <SecretPage entry={entry} url={url} made={made} />)
}

/** POST /g/HANDLE/webhooks/ID/remove: deletes it if the box is ticked. */
async function deleteWebhook(exchange: GroupExchange): Promise<FastifyReply> {
  try {
    const handle = await changeInGroup(exchange, async (act, entry) => {
      requireConfirmed(exchange)
      await removeWebhook(act, ownOf(exchange, entry))
      return entry.handle
    })
    return exchange.reply.redirect(doneAddress(`/g/${handle}/webhooks`, 'webhook_removed'), 303)
  } catch (error) {
    return sendFaults(exchange, error)
  }
}

type Props = {
  entry: Entry
  of: ListedWebhook
  log: Page<ListedDelivery>
  from: number
  form: FormState | null
}

function WebhookPage({ entry, of, log, from, form }: Props): VNode {
  const zone = entry.viewer.time_zone
  const on = { now: entry.visit.now, zone }
  const at = `/g/${entry.handle}/webhooks/${of.id}`
  return (
    <GroupFrame entry={entry} title={placeOf(of)} dir="auto">
      <Faults problems={form?.problems ?? []} labels={webhookLabels()} />
      <dl class="terms">
        <dt>{t('webhook.state')}</dt>
        <dd>
          <State of={of} zone={zone} />
        </dd>
        <dt>{t('webhook.address')}</dt>
        <dd>
          <code>{of.url}</code>
        </dd>
        <dt>{t('webhook.format')}</dt>
        <dd {...AS_IS}>{formatWords(of.format)}</dd>
        <dt>{t('webhook.kinds')}</dt>
        <dd>{kindsWords(of.kinds)}</dd>
        <dt>{t('webhook.waiting')}</dt>
        <dd>{of.waiting}</dd>
      </dl>
      <Switches of={of} at={at} />
      <section class="stack" aria-labelledby="log">
        <h2 id="log">{t('webhook.log')}</h2>
        {log.items.length === 0 ? (
          <Empty>{t('webhook.log_empty')}</Empty>
        ) : (
          <ul class="list bare">
            {log.items.map((delivery) => (
              <li key={delivery.id}>
                <a href={`${at}/deliveries/${delivery.id}`}>
                  {kindWords(delivery.kind)}
                  {delivery.title !== null && (
                    <>
                      {' · '}
                      <bdi>{oneLine(delivery.title)}</bdi>
                    </>
                  )}
                </a>
                <p class="small quiet">
                  <DeliveryState of={delivery} webhook={of} on={on} /> ·{' '}
                  <Ago at={delivery.created_at} on={on} />
                </p>
              </li>
            ))}
          </ul>
        )}
        <Pager page={log} from={from} per={PER} address={(to) => `${at}?from=${to}`} />
      </section>
      <SettingsForm of={of} at={at} form={form} />
      <SecretForm at={at} />
      <RemoveForm of={of} at={at} form={form} />
    </GroupFrame>
  )
}

function Switches({ of, at }: { of: ListedWebhook; at: string }): VNode {
  const is_on = of.disabled_at === null
  return (
    <div class="row">
      <PostForm action={`${at}/test`}>
        <Once />
        <button class="button" type="submit">
          {t('webhook.send_test')}
        </button>
      </PostForm>
      <PostForm action={`${at}/switch`}>
        <Once />
        <input type="hidden" name="active" value={String(!is_on)} />
        <button class="button plain" type="submit">
          {is_on ? t('webhook.turn_off') : t('webhook.turn_on', { waiting: of.waiting })}
        </button>
      </PostForm>
    </div>
  )
}

type FormProps = { of: ListedWebhook; at: string; form: FormState | null }

function SettingsForm({ of: { url, kinds, format }, at, form }: FormProps): VNode {
  const failed = form?.problems.some(({ field }) => field !== 'confirm') ? form : null
  return (
    <details open={failed !== null}>
      <summary>{t('webhook.change')}</summary>
      <PostForm action={at} class="stack" novalidate>
        <Once />
        <WebhookFields form={failed ?? { values: { url, kinds, format }, problems: [] }} />
        <button class="button" type="submit">
          {t('form.save')}
        </button>
      </PostForm>
    </details>
  )
}

function SecretForm({ at }: { at: string }): VNode {
  return (
    <details>
      <summary>{t('webhook.new_secret')}</summary>
      <RotateForm at={at} label={t('webhook.how_long_old')} button={t('webhook.new_secret')} />
    </details>
  )
}

function RemoveForm({ of, at, form }: FormProps): VNode {
  const failed = form?.problems.some(({ field }) => field === 'confirm') ? form : null
  return (
    <details open={failed !== null}>
      <summary>{t('webhook.remove_heading')}</summary>
      <PostForm action={`${at}/remove`} class="stack">
        <p>{t('webhook.remove_about')}</p>
        <ConfirmField form={failed ?? { values: {}, problems: [] }} />
        <button class="button plain" type="submit">
          {t('webhook.remove', { host: placeOf(of) })}
        </button>
      </PostForm>
    </details>
  )
}
