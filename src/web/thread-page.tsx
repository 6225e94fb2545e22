import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { DiscussionFacts } from '../discussions/load-discussion.ts'
import { fullName } from '../groups/group.ts'
import { loadThreadVisit, type ThreadVisit } from '../members/load-visit.ts'
import { visitorName } from '../members/visit.ts'
import { Time } from './date-part.tsx'
import { Empty } from './empty-part.tsx'
import { type Exchange, sendPage } from './exchange.ts'
import { Flash } from './flash-part.tsx'
import { Layout } from './layout.tsx'
import { keepToken, keptToken, linkToken } from './link-cookie.ts'
import { Person } from './person-part.tsx'
import { RichText } from './rich-text-part.tsx'

/** GET /d/KEY, also with ?k=TOKEN. NotFound alike for what is not there and what this link does not open. */
export async function showThread(exchange: Exchange): Promise<FastifyReply> {
  const { key } = exchange.request.params as { key: string }
  const token = linkToken(exchange.request)
  const visit = await loadThreadVisit(exchange.services.db.pool, token ?? keptToken(exchange), key)
  if (token !== null) return keepToken(exchange, `/d/${key}`, token)
  return sendPage(exchange, <ThreadPage visit={visit} />)
}

function ThreadPage({ visit: { visitor, thread, in_group } }: { visit: ThreadVisit }): VNode {
  const { discussion } = thread
  const group_name = fullName(in_group.group, in_group.parent)
  return (
    <Layout
      title={discussion.title}
      group_name={group_name}
      side={<ThreadFacts thread={thread} zone={visitor.time_zone} />}
    >
      <header>
        <p class="kicker">{`Thread in ${group_name}`}</p>
        <h1>{discussion.title}</h1>
      </header>
      {discussion.description === null || discussion.description.trim() === '' ? (
        <Empty>This thread was started with its title alone.</Empty>
      ) : (
        <RichText text={discussion.description} format={discussion.description_format} />
      )}
      <Flash title="Your link was received." tone="plain">
        <p class="small quiet">
          {`This link is personal: it was made for ${visitorName(visitor)}, and lets you read this thread${visitor.member ? '' : ' as a guest'}.`}
        </p>
      </Flash>
    </Layout>
  )
}

function ThreadFacts({
  thread: { discussion, author },
  zone,
}: {
  thread: DiscussionFacts
  zone: string
}): VNode {
  return (
    <dl class="facts">
      <dt>Started by</dt>
      <dd>
        <Person user={author} />
      </dd>
      <dt>Started</dt>
      <dd>
        <Time at={discussion.created_at} zone={zone} />
      </dd>
      {discussion.closed_at !== null && (
        <>
          <dt>Closed</dt>
          <dd>
            <Time at={discussion.closed_at} zone={zone} />
          </dd>
        </>
      )}
    </dl>
  )
}
