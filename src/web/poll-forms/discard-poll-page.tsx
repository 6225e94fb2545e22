import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import { discardDraftPoll } from '../../polls/discard-poll.ts'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { pollToolPage, requireAbility } from '../visits/poll-tools.ts'
import { type PollView, viewPoll } from '../visits/poll-view.ts'

/** GET /p/KEY/discard: asks whether to discard the draft. */
export const discardPollPage = pollToolPage({
  path: '/p/:key/discard',
  may: 'discard',
  tool: { label: 'poll_tool.discard' },
  show: async (exchange, view) => sendPage(exchange, <DiscardPage view={view} />),
  acts: { '/p/:key/discard': discard },
})

/** POST /p/KEY/discard: discards the draft, and shows those that its group still has. */
async function discard(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const { visit } = await viewPoll(exchange)
  requireAbility(visit, 'discard')
  await actAs(services, visit.visitor.id, (act) => discardDraftPoll(act, visit.loaded.poll.id))
  return reply.redirect(`/g/${visit.loaded.in_group.group.handle}/polls?state=draft`, 303)
}

function DiscardPage({ view: { visit, viewer } }: { view: PollView }): VNode {
  const { poll, in_group } = visit.loaded
  const back = `/p/${poll.key}`
  const label = t('poll_tool.discard')
  return (
    <Layout
      title={t('poll.page_title', { page: label, title: poll.title })}
      group_name={fullName(in_group.group, in_group.parent)}
      crumbs={[{ label: poll.title, href: back }]}
      viewer={viewer}
    >
      <h1>{label}</h1>
      <form class="stack" method="post" action={`${back}/discard`}>
        <p>{t('poll_tool.discard_about')}</p>
        <p class="row">
          <button class="button" type="submit">
            {label}
          </button>
          <a href={back}>{t('poll_tool.back')}</a>
        </p>
      </form>
    </Layout>
  )
}
