import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { NotFound } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { loadRequestedGroup } from '../../members/joining/load-requested-group.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Layout } from '../parts/layout.tsx'
import { SendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'

/**
 * The page of a group for somebody who has asked to join it: that their request waits. Rethrows `refusal` for
 * all others, and where everyone sees the group: its page says so.
 */
export async function sendIfWaiting(
  exchange: Exchange,
  viewer: SignedIn,
  refusal: unknown,
): Promise<FastifyReply> {
  const { handle } = exchange.request.params as { handle: string }
  const who = { handle, user_id: viewer.id }
  if (!(refusal instanceof NotFound)) throw refusal
  const group = await loadRequestedGroup(exchange.services.db.pool, who)
  if (group === null || group.public) throw refusal
  return sendPage(exchange, <WaitingPage group={group.name} viewer={viewer} />)
}

/** Names the group: the link by which they asked named it. */
function WaitingPage({ group, viewer }: { group: string; viewer: SignedIn }): VNode {
  const title = t('join.waiting')
  return (
    <Layout title={title} group_name={group} names_group viewer={viewer}>
      <p class="kicker" dir="auto">
        {group}
      </p>
      <h1>{title}</h1>
      <p>{t(useContext(SendsMail) ? 'join.waiting_text' : 'join.waiting_text_unsent')}</p>
    </Layout>
  )
}
