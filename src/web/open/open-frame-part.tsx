import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import type { OpenVisit } from '../../polls/open/load-open-link.ts'
import { typeName } from '../../polls/poll-words.ts'
import type { Sheet } from '../assets/stylesheet.ts'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { sheetsOfResults } from '../results/results-part.tsx'
import { rich } from '../words/rich.tsx'

export const GONE_STATUS = 410

/** Why someone cannot vote by this link. */
export const HINDRANCES = { ended: 'join.ended', used_up: 'join.used_up' } satisfies Record<string, PlainKey>

/** Says why someone cannot vote by this link. */
export function sendNotice(exchange: Exchange, visit: OpenVisit, why: keyof typeof HINDRANCES): FastifyReply {
  const page = (
    <OpenFrame visit={visit} heading={t(HINDRANCES[why])}>
      <p>{t('join.new_link')}</p>
    </OpenFrame>
  )
  return sendPage(exchange, page, GONE_STATUS)
}

/** The layout of the pages behind a link: the poll and its group, nothing else of theirs. */
export function OpenFrame({
  visit: { loaded, counted },
  heading,
  sheets = [],
  children,
}: {
  visit: OpenVisit
  heading?: string
  /** Styles besides those of the poll. */
  sheets?: readonly Sheet[]
  children: ComponentChildren
}): VNode {
  const { poll, in_group } = loaded
  const group_name = fullName(in_group.group, in_group.parent)
  return (
    <Layout
      title={poll.title}
      group_name={group_name}
      names_group
      sheets={[...sheets, 'ballot', 'poll', ...sheetsOfResults({ poll, counted })]}
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
