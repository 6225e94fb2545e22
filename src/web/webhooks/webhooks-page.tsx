import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { placeOf } from '../../text/web-place.ts'
import { createWebhook } from '../../webhooks/create-webhook.ts'
import { type ListedWebhook, loadWebhooks } from '../../webhooks/load-webhooks.ts'
import { Empty } from '../parts/empty-part.tsx'
import { Faults, type FormState } from '../parts/form-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { changeInGroup, type Entry, enterGroup, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'
import { EMPTY_WEBHOOK, formatWords, kindsWords, readWebhookForm } from './webhook-form.ts'
import { SecretPage, State, WebhookFields, webhookLabels } from './webhook-part.tsx'

const INVALID = 422

export const webhooksPage = groupPage({
  path: '/g/:handle/webhooks',
  may: 'administer',
  tab: { label: 'group.tab_webhooks', within: '/g/:handle/settings' },
  show: showWebhooks,
  acts: { '/g/:handle/webhooks': addWebhook },
})

/** GET /g/HANDLE/webhooks: the group's webhooks, and the form for a new one. For admins. */
async function showWebhooks(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendWebhooks(exchange, entry, { values: EMPTY_WEBHOOK, problems: [] })
}

async function sendWebhooks(exchange: Exchange, entry: Entry, form: FormState): Promise<FastifyReply> {
  const webhooks = await loadWebhooks(exchange.services.db.pool, entry.visit.in_group.group.id)
  const page = <WebhooksPage entry={entry} webhooks={webhooks} form={form} />
  return sendPage(exchange, page, form.problems.length > 0 ? INVALID : 200)
}

/** POST /g/HANDLE/webhooks: makes a webhook, and shows its secret once. */
async function addWebhook(exchange: GroupExchange): Promise<FastifyReply> {
  const fields = formOf(exchange)
  const allowed = exchange.services.config.outbound_allow
  try {
    const { entry, made } = await changeInGroup(exchange, async (act, entry) => {
      const group_id = entry.visit.in_group.group.id
      const wish = readWebhookForm(fields)
      return { entry, made: await createWebhook(act, { ...wish, allowed, group_id }) }
    })
    const { url } = readWebhookForm(fields).settings
    return sendPage(exchange, <SecretPage entry={entry} url={url} made={made} />)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendWebhooks(exchange, await enterGroup(exchange), { values: fields, problems: error.problems })
  }
}

type Props = { entry: Entry; webhooks: ListedWebhook[]; form: FormState }

function WebhooksPage({ entry, webhooks, form }: Props): VNode {
  return (
    <GroupFrame entry={entry} title={t('group.tab_webhooks')}>
      <p>{rich('webhook.about', { link: (text) => <a href="/help/api#webhooks">{text}</a> })} </p>
      {webhooks.length === 0 ? (
        <Empty>{t('webhook.none')}</Empty>
      ) : (
        <ul class="list bare">
          {webhooks.map((webhook) => (
            <li key={webhook.id}>
              <a href={`/g/${entry.handle}/webhooks/${webhook.id}`} {...AS_IS}>
                {placeOf(webhook)}
              </a>{' '}
              <span class="quiet" {...AS_IS}>
                {formatWords(webhook.format)}
              </span>
              <p class="small quiet">
                <State of={webhook} zone={entry.viewer.time_zone} /> · {kindsWords(webhook.kinds)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <section class="stack" aria-labelledby="new">
        <h2 id="new">{t('webhook.new')}</h2>
        <Faults problems={form.problems} labels={webhookLabels()} />
        <PostForm action={`/g/${entry.handle}/webhooks`} class="stack" novalidate>
          <Once />
          <WebhookFields form={form} />
          <button class="button" type="submit">
            {t('webhook.create')}
          </button>
        </PostForm>
      </section>
    </GroupFrame>
  )
}
