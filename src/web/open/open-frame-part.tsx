import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import type { OpenVisit } from '../../polls/open/load-open-link.ts'
import { typeName } from '../../polls/poll-words.ts'
import { pageOf } from '../ballots/index.ts'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { rich } from '../words/rich.tsx'

const CONFLICT_STATUS = 409
const GONE_STATUS = 410

/** Why someone cannot vote by this link. */
export type Hindrance = 'ended' | 'used_up' | 'no_cookies'

const TOLD: Record<Hindrance, { title: PlainKey; text: PlainKey; status: number }> = {
  ended: { title: 'join.ended', text: 'join.new_link', status: GONE_STATUS },
  used_up: { title: 'join.used_up', text: 'join.new_link', status: GONE_STATUS },
  no_cookies: {
    title: 'open_link.no_cookies',
    text: 'open_link.no_cookies_text',
    status: CONFLICT_STATUS,
  },
}

/** Says why someone cannot vote by this link. */
export function sendNotice(exchange: Exchange, visit: OpenVisit, why: Hindrance): FastifyReply {
  const { title, text, status } = TOLD[why]
  const page = (
    <OpenFrame visit={visit} heading={t(title)}>
      <p>{t(text)}</p>
    </OpenFrame>
  )
  return sendPage(exchange, page, status)
}

/** The layout of the pages behind a link: the poll and its group, nothing else of theirs. */
export function OpenFrame({
  visit: { loaded },
  heading,
  children,
}: {
  visit: OpenVisit
  heading?: string
  children: ComponentChildren
}): VNode {
  const { poll, in_group } = loaded
  const group_name = fullName(in_group.group, in_group.parent)
  return (
    <Layout
      title={poll.title}
      group_name={group_name}
      names_group
      sheets={['results', ...(pageOf(poll.poll_type).sheets ?? [])]}
      viewer="unknown"
    >
      <header>
        <p class="kicker">
          {rich('poll.kind_in_group', {
            type: typeName(poll.poll_type),
            group: <bdi>{group_name}</bdi>,
          })}
        </p>
        <h1 dir="auto" lang={poll.content_locale ?? undefined}>
          {poll.title}
        </h1>
      </header>
      {heading !== undefined && <h2>{heading}</h2>}
      {children}
    </Layout>
  )
}
