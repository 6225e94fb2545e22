import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid } from '../../errors.ts'
import { createWebhook } from '../../webhooks/create-webhook.ts'
import { type ListedWebhook, loadWebhooks } from '../../webhooks/load-webhooks.ts'
import { hostOf } from '../../webhooks/webhook.ts'
import { Empty } from '../parts/empty-part.tsx'
import { Faults, type FormState } from '../parts/form-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { changeInGroup, type Entry, enterGroup, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { EMPTY_WEBHOOK, formatWords, kindsWords, readWebhookForm } from './webhook-form.ts'
import { SecretPage, State, WEBHOOK_LABELS, WebhookFields } from './webhook-part.tsx'

const INVALID = 422

export const webhooksPage = groupPage({
  path: '/g/:handle/webhooks',
  may: 'administer',
  tab: { label: 'group.tab_webhooks', within: '/g/:handle/settings' },
  show: showWebhooks,
  acts: { '/g/:handle/webhooks': addWebhook },
})

/** GET /g/HANDLE/webhooks: where the group's events are sent, and the form for one more. For admins. */
async function showWebhooks(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendWebhooks(exchange, entry, { values: EMPTY_WEBHOOK, problems: [] })
}

async function sendWebhooks(exchange: Exchange, entry: Entry, form: FormState): Promise<FastifyReply> {
  const webhooks = await loadWebhooks(exchange.services.db.pool, entry.visit.in_group.group.id)
  const page = <WebhooksPage entry={entry} webhooks={webhooks} form={form} />
  return sendPage(exchange, page, form.problems.length > 0 ? INVALID : 200)
}

/** POST /g/HANDLE/webhooks: makes a webhook, and shows its secret this once. */
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
    <GroupFrame entry={entry} title="Webhooks">
      <p>
        A webhook tells a program or a chat what happens in this group, as it happens.{' '}
        <a href="/help/api#webhooks">What it is sent</a>
      </p>
      {webhooks.length === 0 ? (
        <Empty>Nothing is told to anybody yet. Make a webhook below.</Empty>
      ) : (
        <ul class="list bare">
          {webhooks.map((webhook) => (
            <li key={webhook.id}>
              <a href={`/g/${entry.handle}/webhooks/${webhook.id}`}>{hostOf(webhook)}</a>{' '}
              <span class="quiet">{formatWords(webhook.format)}</span>
              <p class="small quiet">
                <State of={webhook} zone={entry.viewer.time_zone} /> · {kindsWords(webhook.kinds)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <section class="stack" aria-labelledby="new">
        <h2 id="new">New webhook</h2>
        <Faults problems={form.problems} labels={WEBHOOK_LABELS} />
        <form method="post" action={`/g/${entry.handle}/webhooks`} class="stack" novalidate>
          <Once />
          <WebhookFields form={form} />
          <button class="button" type="submit">
            Make webhook
          </button>
        </form>
      </section>
    </GroupFrame>
  )
}
