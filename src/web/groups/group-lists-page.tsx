import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { type ListedThread, loadThreadList } from '../../discussions/load-thread-list.ts'
import type { Page } from '../../groups/load-people.ts'
import { queryOf } from '../../http/credentials.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { type ListedPoll, loadPollList, type PollsIn } from '../../polls/lists/load-poll-list.ts'
import { type Decision, loadDecisions } from '../../polls/results/load-decisions.ts'
import { Empty } from '../parts/empty-part.tsx'
import { fromOf } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { textOf } from '../request/form-text.ts'
import { type Entry, groupPage } from '../visits/group-door.ts'
import { GroupFrame, Pager } from '../visits/group-frame-part.tsx'
import { DecisionList, PollList, ThreadList } from './listed-parts.tsx'

const PER = 30

const STATES: Record<PollsIn, { label: PlainKey; none: PlainKey }> = {
  open: { label: 'group.polls_open', none: 'group.no_polls_open' },
  draft: { label: 'group.polls_draft', none: 'group.no_polls_draft' },
  closed: { label: 'group.polls_closed', none: 'group.no_polls_closed' },
}

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

/** GET /g/HANDLE/threads */
async function showThreads(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const from = fromOf(exchange)
  const group_id = entry.visit.in_group.group.id
  const page = await loadThreadList(exchange.services.db.pool, { group_id, per: PER, from })
  return sendPage(exchange, <ThreadsPage entry={entry} page={page} from={from} />)
}

type Shown<T> = { entry: Entry; page: Page<T>; from: number }

function ThreadsPage({ entry, page, from }: Shown<ListedThread>): VNode {
  const { visit, viewer, handle } = entry
  return (
    <GroupFrame entry={entry} title={t('group.tab_threads')}>
      <p>
        <a class="button" href={`/g/${handle}/new-thread`}>
          {t('group.new_thread')}
        </a>
      </p>
      {page.items.length === 0 ? (
        <Empty>{from === 0 ? t('group.no_thread_start') : t('page.list_ended')}</Empty>
      ) : (
        <ThreadList threads={page.items} at={{ now: visit.now, zone: viewer.time_zone }} />
      )}
      <Pager page={page} from={from} per={PER} address={(to) => `/g/${handle}/threads?from=${to}`} />
    </GroupFrame>
  )
}

/** GET /g/HANDLE/polls, of one state by ?state=. */
async function showPolls(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const asked = textOf(queryOf(exchange.request), 'state')
  const state = Object.hasOwn(STATES, asked) ? (asked as PollsIn) : 'open'
  const from = fromOf(exchange)
  const group_id = entry.visit.in_group.group.id
  const page = await loadPollList(exchange.services.db.pool, {
    group_id,
    user_id: entry.viewer.id,
    state,
    per: PER,
    from,
  })
  return sendPage(exchange, <PollsPage entry={entry} page={page} from={from} state={state} />)
}

function PollsPage({ entry, page, from, state }: Shown<ListedPoll> & { state: PollsIn }): VNode {
  const { visit, viewer, handle } = entry
  const at = `/g/${handle}/polls`
  return (
    <GroupFrame entry={entry} title={t('group.tab_polls')}>
      <p>
        <a class="button" href={`/new-poll?group=${handle}`}>
          {t('group.new_poll')}
        </a>
      </p>
      <nav class="row" aria-label={t('group.which_polls')}>
        {Object.entries(STATES).map(([name, { label }]) => (
          <a key={name} href={`${at}?state=${name}`} aria-current={name === state ? 'page' : undefined}>
            {t(label)}
          </a>
        ))}
      </nav>
      {page.items.length === 0 ? (
        <Empty>{from === 0 ? t(STATES[state].none) : t('page.list_ended')}</Empty>
      ) : (
        <PollList polls={page.items} at={{ now: visit.now, zone: viewer.time_zone }} />
      )}
      <Pager page={page} from={from} per={PER} address={(to) => `${at}?state=${state}&from=${to}`} />
    </GroupFrame>
  )
}

/** GET /g/HANDLE/decisions */
async function showDecisions(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const from = fromOf(exchange)
  const group_id = entry.visit.in_group.group.id
  const page = await loadDecisions(exchange.services.db.pool, { group_id, per: PER, from })
  return sendPage(exchange, <DecisionsPage entry={entry} page={page} from={from} />)
}

function DecisionsPage({ entry, page, from }: Shown<Decision>): VNode {
  const { visit, viewer, handle } = entry
  return (
    <GroupFrame entry={entry} title={t('group.tab_decisions')}>
      {page.items.length === 0 ? (
        <Empty>{t('group.no_decisions')} </Empty>
      ) : (
        <DecisionList decisions={page.items} at={{ now: visit.now, zone: viewer.time_zone }} />
      )}
      <Pager page={page} from={from} per={PER} address={(to) => `/g/${handle}/decisions?from=${to}`} />
    </GroupFrame>
  )
}
