import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { type ListedThread, loadThreadList } from '../../discussions/load-thread-list.ts'
import type { Page } from '../../groups/load-people.ts'
import { loadOfferedTags, loadTagFilter } from '../../groups/tags/load-tags.ts'
import { inTagOrder, type Tag, type TagFilter } from '../../groups/tags/tag.ts'
import { queryOf } from '../../http/credentials.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { type Decided, loadDecided } from '../../polls/lists/load-decided.ts'
import {
  type ListedPoll,
  loadPollList,
  type PollListPage,
  type PollsIn,
} from '../../polls/lists/load-poll-list.ts'
import { type Decision, loadDecisions } from '../../polls/results/load-decisions.ts'
import { Empty } from '../parts/empty-part.tsx'
import { BegunPolls } from '../poll-forms/begun-polls-part.tsx'
import { type BegunPoll, loadBegunPolls } from '../poll-forms/poll-drafts.ts'
import { fromOf } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { textOf } from '../request/form-text.ts'
import { type Entry, groupPage } from '../visits/group-door.ts'
import { GroupFrame, Pager } from '../visits/group-frame-part.tsx'
import { Tags, tagPath } from '../visits/tags-part.tsx'
import { DecisionList, PollList, ThreadList } from './listed-parts.tsx'
import { Starting } from './starting-part.tsx'

const PER = 30
/** So many tags of a group are shown above its threads. */
const MOST_TAGS = 30

/** `title`: of a list of them; `all`: of the link to a longer one. */
const STATES: Record<PollsIn, { label: PlainKey; none: PlainKey; title: PlainKey; all: PlainKey }> = {
  open: {
    label: 'group.polls_open',
    none: 'group.no_polls_open',
    title: 'group.open_polls',
    all: 'group.all_open_polls',
  },
  draft: {
    label: 'group.polls_draft',
    none: 'group.no_polls_draft',
    title: 'group.polls_draft',
    all: 'group.all_drafts',
  },
  closed: {
    label: 'group.polls_closed',
    none: 'group.no_polls_closed',
    title: 'group.closed_polls',
    all: 'group.all_closed_polls',
  },
}
const POLLS_IN = ['open', 'draft', 'closed'] as const

export const threadsPage = groupPage({
  path: '/g/:handle/threads',
  may: 'read',
  tab: { label: 'group.tab_threads' },
  show: showThreads,
})

export const pollsPage = groupPage({
  path: '/g/:handle/polls',
  may: 'read',
  tab: { label: 'group.tab_polls' },
  show: showPolls,
})

export const decisionsPage = groupPage({
  path: '/g/:handle/decisions',
  may: 'read',
  tab: { label: 'group.tab_decisions' },
  show: showDecisions,
})

/** GET /g/HANDLE/threads; with ?tag=NAME those with this tag, and its polls. */
async function showThreads(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const { pool } = exchange.services.db
  const from = fromOf(exchange)
  const tag = tagIn(exchange)
  const group_id = entry.visit.in_group.group.id
  const tags = await loadTagFilter(pool, group_id, tag)
  const page = await loadThreadList(pool, { group_id, user_id: entry.viewer.id, tags, per: PER, from })
  if (tag === null) {
    const offered = await loadOfferedTags(pool, group_id)
    const used = inTagOrder(offered.slice(0, MOST_TAGS))
    return sendPage(exchange, <ThreadsPage entry={entry} page={page} from={from} tags={used} />)
  }
  const polls = await loadTaggedPolls(exchange, entry, tags)
  return sendPage(exchange, <TaggedPage entry={entry} page={page} from={from} tag={tag} polls={polls} />)
}

type Shown<T> = { entry: Entry; page: Page<T>; from: number }

/** `tags`: those that the group uses most. */
function ThreadsPage({ entry, page, from, tags }: Shown<ListedThread> & { tags: Tag[] }): VNode {
  const { visit, viewer, handle } = entry
  return (
    <GroupFrame entry={entry} title={t('group.tab_threads')} starts>
      <Starting entry={entry} lead="thread" />
      <Tags tags={tags} handle={handle} />
      {page.items.length === 0 ? (
        <Empty>{from === 0 ? t('group.no_thread_start') : t('page.list_ended')}</Empty>
      ) : (
        <ThreadList threads={page.items} at={{ now: visit.now, zone: viewer.time_zone }} handle={handle} />
      )}
      <Pager page={page} from={from} per={PER} address={(to) => `/g/${handle}/threads?from=${to}`} />
    </GroupFrame>
  )
}

/** The tag that a list is limited to. Null: none. */
function tagIn({ request }: Exchange): string | null {
  const tag = textOf(queryOf(request), 'tag').trim()
  return tag === '' ? null : tag
}

type ShownPolls = { page: Page<ListedPoll>; decided: Decided }
type PollsByState = (ShownPolls & { state: PollsIn })[]

async function loadPolls(
  { services: { db } }: Exchange,
  { visit: { in_group }, viewer }: Entry,
  ask: Pick<PollListPage, 'state' | 'tags' | 'from'>,
): Promise<ShownPolls> {
  const group_id = in_group.group.id
  const page = await loadPollList(db.pool, { ...ask, group_id, user_id: viewer.id, per: PER })
  const ids = ask.state === 'closed' ? page.items.map(({ poll }) => poll.id) : []
  return { page, decided: await loadDecided(db.pool, { in_group, ids }) }
}

async function loadTaggedPolls(exchange: Exchange, entry: Entry, tags: TagFilter): Promise<PollsByState> {
  return Promise.all(
    POLLS_IN.map(async (state) => ({
      state,
      ...(await loadPolls(exchange, entry, { state, tags, from: 0 })),
    })),
  )
}

type TaggedProps = Shown<ListedThread> & { tag: string; polls: PollsByState }

/** The threads of a tag, then its polls by state. */
function TaggedPage({ entry, page, from, tag, polls }: TaggedProps): VNode {
  const { visit, viewer, handle } = entry
  const at = { now: visit.now, zone: viewer.time_zone }
  const found = polls.filter((one) => one.page.items.length > 0)
  return (
    <GroupFrame entry={entry} title={t('tags.tagged', { tag })}>
      <p>
        <a href={`/g/${handle}/threads`}>{t('tags.all_threads')}</a>
      </p>
      {page.items.length === 0 && found.length === 0 && <Empty>{t('tags.nothing')}</Empty>}
      {page.items.length > 0 && <ThreadList threads={page.items} at={at} handle={handle} />}
      <Pager page={page} from={from} per={PER} address={(to) => `${tagPath(handle, tag)}&from=${to}`} />
      {found.map((one) => (
        <section key={one.state} class="stack" aria-labelledby={one.state}>
          <h2 id={one.state}>{t(STATES[one.state].title)}</h2>
          <PollList polls={one.page.items} decided={one.decided} at={at} handle={handle} />
          {one.page.more && (
            <p>
              <a href={pollsPath(handle, one.state, tag)}>{t(STATES[one.state].all)}</a>
            </p>
          )}
        </section>
      ))}
    </GroupFrame>
  )
}

function pollsPath(handle: string, state: PollsIn, tag: string | null): string {
  const of_tag = tag === null ? '' : `&tag=${encodeURIComponent(tag)}`
  return `/g/${handle}/polls?state=${state}${of_tag}`
}

/** GET /g/HANDLE/polls, of one state by ?state=, with one tag by ?tag=. */
async function showPolls(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const asked = textOf(queryOf(exchange.request), 'state')
  const state = Object.hasOwn(STATES, asked) ? (asked as PollsIn) : 'open'
  const from = fromOf(exchange)
  const tag = tagIn(exchange)
  const tags = await loadTagFilter(exchange.services.db.pool, entry.visit.in_group.group.id, tag)
  const polls = await loadPolls(exchange, entry, { state, tags, from })
  const begun = state === 'draft' && tag === null && from === 0 ? await loadBegunPolls(exchange, entry) : []
  return sendPage(
    exchange,
    <PollsPage entry={entry} {...polls} from={from} state={state} tag={tag} begun={begun} />,
  )
}

/** `begun`: by the visitor, in forms not sent yet. */
type PollsProps = Shown<ListedPoll> & {
  decided: Decided
  state: PollsIn
  tag: string | null
  begun: BegunPoll[]
}

function PollsPage({ entry, page, decided, from, state, tag, begun }: PollsProps): VNode {
  const { visit, viewer, handle } = entry
  const at = { now: visit.now, zone: viewer.time_zone }
  const address = (of: PollsIn) => pollsPath(handle, of, tag)
  return (
    <GroupFrame
      entry={entry}
      title={tag === null ? t('group.tab_polls') : t('tags.tagged', { tag })}
      starts={tag === null}
    >
      {tag === null ? (
        <Starting entry={entry} lead="poll" />
      ) : (
        <p>
          <a href={`/g/${handle}/polls`}>{t('tags.all_polls')}</a>
        </p>
      )}
      <nav class="row" aria-label={t('group.which_polls')}>
        {POLLS_IN.map((name) => (
          <a key={name} href={address(name)} aria-current={name === state ? 'page' : undefined}>
            {t(STATES[name].label)}
          </a>
        ))}
      </nav>
      {page.items.length === 0 && begun.length === 0 && (
        <Empty>
          {from > 0 ? t('page.list_ended') : t(tag === null ? STATES[state].none : 'tags.nothing')}
        </Empty>
      )}
      {page.items.length > 0 && <PollList polls={page.items} decided={decided} at={at} handle={handle} />}
      <BegunPolls polls={begun} at={at} />
      <Pager page={page} from={from} per={PER} address={(to) => `${address(state)}&from=${to}`} />
    </GroupFrame>
  )
}

/** GET /g/HANDLE/decisions */
async function showDecisions(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const from = fromOf(exchange)
  const { pool } = exchange.services.db
  const { in_group } = entry.visit
  const page = await loadDecisions(pool, { group_id: in_group.group.id, per: PER, from })
  const decided = await loadDecided(pool, { in_group, ids: page.items.map(({ outcome }) => outcome.poll_id) })
  return sendPage(exchange, <DecisionsPage entry={entry} page={page} decided={decided} from={from} />)
}

function DecisionsPage({ entry, page, decided, from }: Shown<Decision> & Pick<PollsProps, 'decided'>): VNode {
  const { visit, viewer, handle } = entry
  return (
    <GroupFrame entry={entry} title={t('group.tab_decisions')}>
      {page.items.length === 0 ? (
        <Empty>{t('group.no_decisions')} </Empty>
      ) : (
        <DecisionList
          decisions={page.items}
          decided={decided}
          at={{ now: visit.now, zone: viewer.time_zone }}
        />
      )}
      <Pager page={page} from={from} per={PER} address={(to) => `/g/${handle}/decisions?from=${to}`} />
    </GroupFrame>
  )
}
