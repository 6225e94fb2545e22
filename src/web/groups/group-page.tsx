import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { DEMO } from '../../demo/make-demo.ts'
import { type ListedThread, loadThreadList } from '../../discussions/load-thread-list.ts'
import { NotFound } from '../../errors.ts'
import { findGroupVisit, type GroupVisit } from '../../groups/load-group-visit.ts'
import { loadOwnGroup } from '../../groups/load-own-group.ts'
import { type GroupPerson, loadPeople, type Page } from '../../groups/load-people.ts'
import { queryOf } from '../../http/credentials.ts'
import { t } from '../../locales/say.ts'
import type { GroupRefusal } from '../../mail/refusals/load-refusals.ts'
import { countJoinRequests } from '../../members/joining/load-join-requests.ts'
import { type Decided, loadDecided } from '../../polls/lists/load-decided.ts'
import { type ListedPoll, loadPollList, type PollsIn } from '../../polls/lists/load-poll-list.ts'
import { type Decision, loadDecidedPolls, loadDecisions } from '../../polls/results/load-decisions.ts'
import { Empty } from '../parts/empty-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { withPublic } from '../public/or-public.ts'
import { showPublicGroup } from '../public/public-group-page.tsx'
import { inGroupZone } from '../request/browser-zone.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { linkToken } from '../request/link-cookie.ts'
import { noteReader } from '../request/reader-language.ts'
import { signedIn } from '../request/session.ts'
import { loadRefusal, RefusalLine } from '../visits/email-note-part.tsx'
import { type Entry, groupTabs } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { openPage, type PageExchange } from '../visits/page.ts'
import { rich } from '../words/rich.tsx'
import { Checklist, loadMailsDone, type MailsDone } from './checklist-part.tsx'
import { GroupSide } from './group-side-part.tsx'
import {
  joinGroup,
  showInvitation,
  showInvitationOfOther,
  showOwnInvitation,
} from './invitation/invitation-page.tsx'
import { hasJustJoined, JoinedNote, type JustJoined, loadJustJoined } from './invitation/joined-part.tsx'
import { DecisionList, Listed, PollList, ThreadList } from './listed-parts.tsx'
import { mailsDoneDespite } from './refusal-part.tsx'
import { sendIfWaiting } from './request-waits-part.tsx'
import { RequestsNote } from './requests-note-part.tsx'
import { Starting } from './starting-part.tsx'

const THREADS = 8
const POLLS = 8
const DECISIONS = 5
/** Among so many, the newest, those without an outcome are looked for. */
const CLOSED = 30
const PEOPLE = 24

export const groupHomePage = withPublic(
  openPage({
    path: '/g/:handle',
    who: { group: 'see' },
    tab: { label: 'group.tab_overview' },
    show: showGroup,
    acts: { '/g/:handle/join': joinGroup },
  }),
  showPublicGroup,
)

/**
 * GET /g/HANDLE: the group for its members; the invitation for invited people who come by the link in their
 * mail or are signed in; for people who asked to join, that their request waits. NotFound for everyone else.
 */
async function showGroup(exchange: PageExchange): Promise<FastifyReply> {
  const { handle } = exchange.request.params as { handle: string }
  const comer = linkToken(exchange.request) === null ? await signedIn(exchange) : null
  const visit = comer === null ? null : await findGroupVisit(exchange.services.db.pool, handle, comer.id)
  if (comer === null) return showInvitation(exchange).catch((refusal) => leadMember(exchange, refusal))
  if (visit === null)
    return showInvitation(exchange).catch((refusal) => sendIfWaiting(exchange, comer, refusal))
  noteReader(exchange.request, { group: visit.in_group.group.locale })
  const of_other = await showInvitationOfOther(exchange, comer)
  if (of_other !== null) return of_other
  if (!visit.abilities.includes('read')) return showOwnInvitation(exchange, { viewer: comer, visit })
  const viewer = await inGroupZone(exchange, comer, visit.in_group.group.id)
  const lists = await loadLists(exchange, visit)
  const mails = await loadMailsDone(exchange, visit, lists.draft.items.length)
  const news = await newsIn(exchange, visit)
  const entry = { viewer, visit, handle, tabs: groupTabs(exchange, handle, visit.abilities), done: null }
  const joined = news === 'joined' ? await loadJustJoined(exchange, entry) : null
  return sendPage(
    exchange,
    <GroupPage entry={entry} lists={lists} mails={mails} news={news} joined={joined} />,
  )
}

/** Leads members to their group, also by a link that does not work. Rethrows `refusal` for all others. */
async function leadMember(exchange: Exchange, refusal: unknown): Promise<FastifyReply> {
  const { handle } = exchange.request.params as { handle: string }
  const viewer = refusal instanceof NotFound ? await signedIn(exchange) : null
  const visit = viewer && (await findGroupVisit(exchange.services.db.pool, handle, viewer.id))
  if (visit === null) throw refusal
  return exchange.reply.redirect(`/g/${handle}`, 303)
}

type Lists = {
  threads: Page<ListedThread>
  open: Page<ListedPoll>
  draft: Page<ListedPoll>
  closed: Page<ListedPoll>
  decisions: Page<Decision>
  decided: Decided
  people: Page<GroupPerson>
  /** Requests to join that wait; 0 for people who do not answer them. */
  requests: number
  refusal: GroupRefusal | null
}

async function loadLists(exchange: Exchange, visit: GroupVisit): Promise<Lists> {
  const { in_group, abilities } = visit
  const db = exchange.services.db.pool
  const [group_id, user_id] = [in_group.group.id, visit.membership.user_id]
  const polls = (state: PollsIn, per = POLLS) =>
    loadPollList(db, { group_id, user_id, state, tags: null, per, from: 0 })
  const [threads, open, draft, all_closed, decisions, people, requests, refusal] = await Promise.all([
    loadThreadList(db, { group_id, user_id, tags: null, per: THREADS, from: 0 }),
    polls('open'),
    polls('draft'),
    polls('closed', CLOSED),
    loadDecisions(db, { group_id, per: DECISIONS, from: 0 }),
    loadPeople(db, { group_id, which: 'joined', per: PEOPLE, from: 0 }),
    abilities.includes('administer') ? countJoinRequests(db, group_id) : 0,
    loadRefusal(exchange, visit),
  ])
  const closed = await withoutOutcome(exchange, all_closed)
  const ids = [
    ...closed.items.map(({ poll }) => poll.id),
    ...decisions.items.map(({ outcome }) => outcome.poll_id),
  ]
  const decided = await loadDecided(db, { in_group, ids })
  return { threads, open, draft, closed, decisions, decided, people, requests, refusal }
}

/** Those of these polls that are not among the group's decisions. */
async function withoutOutcome({ services }: Exchange, { items, more }: Page<ListedPoll>) {
  const ids = items.map(({ poll }) => poll.id)
  const decided = await loadDecidedPolls(services.db.pool, ids)
  const left = items.filter(({ poll }) => !decided.has(poll.id))
  return { items: left.slice(0, POLLS), more: more || left.length > POLLS }
}

/** What led here: joining the group, or creating it with the demo group beside it. */
type News = 'joined' | 'demo' | null

async function newsIn(exchange: Exchange, visit: GroupVisit): Promise<News> {
  if (hasJustJoined(exchange)) return 'joined'
  if (queryOf(exchange.request)['demo'] === undefined) return null
  return (await isDemoBeside(exchange, visit)) ? 'demo' : null
}

/** Whether the visitor is an admin here and in a demo group beside this one. */
async function isDemoBeside({ services }: Exchange, { in_group, membership }: GroupVisit): Promise<boolean> {
  if (!membership.admin || in_group.group.handle === DEMO.handle) return false
  const demo = await loadOwnGroup(services.db.pool, membership.user_id, DEMO.handle)
  return demo?.handle === DEMO.handle && demo.admin
}

/** `joined`: for somebody who has just joined. */
type GroupProps = { entry: Entry; lists: Lists; mails: MailsDone; news: News; joined: JustJoined | null }

function GroupPage({ entry, lists, mails, news, joined }: GroupProps): VNode {
  const { viewer, visit, handle } = entry
  const { group } = visit.in_group
  const at = { now: visit.now, zone: viewer.time_zone }
  const polls = `/g/${handle}/polls`
  const drafts = lists.draft.items.length
  return (
    <GroupFrame entry={entry} title={null} starts side={<GroupSide entry={entry} people={lists.people} />}>
      {joined !== null && <JoinedNote entry={entry} {...joined} />}
      {news === 'demo' && <DemoNote />}
      <RequestsNote handle={handle} waiting={lists.requests} />
      {lists.refusal !== null && mails !== 'refused' && (
        <RefusalLine refusal={lists.refusal} handle={handle} />
      )}
      {group.description !== null && group.description.trim() !== '' && (
        <RichText text={group.description} format={group.description_format} />
      )}
      <Starting entry={entry} lead="poll" />
      {visit.abilities.includes('administer') && (
        <Checklist entry={entry} drafts={drafts} mails={mailsDoneDespite(lists.refusal, mails)} />
      )}
      <Polls
        id="open"
        title={t('group.open_polls')}
        all={t('group.all_open_polls')}
        page={lists.open}
        path={polls}
        at={at}
        handle={handle}
      />
      <ThreadsAndDecisions handle={handle} lists={lists} at={at} />
      <Polls
        id="drafts"
        title={t('group.polls_draft')}
        all={t('group.all_drafts')}
        page={lists.draft}
        path={`${polls}?state=draft`}
        at={at}
        handle={handle}
      />
      <Polls
        id="closed"
        title={t(lists.decisions.items.length > 0 ? 'group.other_closed_polls' : 'group.closed_polls')}
        all={t('group.all_closed_polls')}
        page={lists.closed}
        decided={lists.decided}
        path={`${polls}?state=closed`}
        at={at}
        handle={handle}
      />
    </GroupFrame>
  )
}

function DemoNote(): VNode {
  const link = (
    <a href={`/g/${DEMO.handle}`} dir="auto">
      {DEMO.name}
    </a>
  )
  return <p class="note">{rich('group.demo_made', { group: link })}</p>
}

type At = { now: Date; zone: string }

function ThreadsAndDecisions({ handle, lists, at }: { handle: string; lists: Lists; at: At }): VNode {
  const { threads, decisions, decided } = lists
  return (
    <>
      <Listed
        id="threads"
        title={t('group.tab_threads')}
        all={t('group.all_threads')}
        more={threads.more ? `/g/${handle}/threads` : null}
      >
        {threads.items.length === 0 ? (
          <Empty>{t('group.no_thread')}</Empty>
        ) : (
          <ThreadList threads={threads.items} at={at} handle={handle} />
        )}
      </Listed>
      {decisions.items.length > 0 && (
        <Listed
          id="decisions"
          title={t('group.tab_decisions')}
          all={t('group.all_decisions')}
          more={decisions.more ? `/g/${handle}/decisions` : null}
        >
          <DecisionList decisions={decisions.items} decided={decided} at={at} />
        </Listed>
      )}
    </>
  )
}

type PollsProps = {
  id: string
  title: string
  all: string
  page: Page<ListedPoll>
  decided?: Decided
  path: string
  at: At
  handle: string
}

/** Polls of one state, if there are any; `path` leads to all of them. */
function Polls({ page, decided, path, at, handle, ...named }: PollsProps): VNode | null {
  if (page.items.length === 0) return null
  return (
    <Listed {...named} more={page.more ? path : null}>
      <PollList polls={page.items} {...(decided && { decided })} at={at} handle={handle} />
    </Listed>
  )
}
