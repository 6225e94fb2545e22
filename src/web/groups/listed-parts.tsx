import type { ComponentChildren, VNode } from 'preact'
import type { ListedThread } from '../../discussions/load-thread-list.ts'
import type { GroupPerson } from '../../groups/load-people.ts'
import { t } from '../../locales/say.ts'
import { waitsFor } from '../../polls/facilitation.ts'
import type { Decided } from '../../polls/lists/load-decided.ts'
import type { ListedPoll } from '../../polls/lists/load-poll-list.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { pollState } from '../../polls/poll.ts'
import { kindName } from '../../polls/poll-words.ts'
import type { Decision } from '../../polls/results/load-decisions.ts'
import { plainLine } from '../../text/excerpt.ts'
import { displayName } from '../../users/user.ts'
import { Ago } from '../parts/date-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { DecidedLine } from '../results/decided-part.tsx'
import { Review } from '../results/outcome-part.tsx'
import { ownPollPath } from '../visits/poll-visit.ts'
import { Tags } from '../visits/tags-part.tsx'
import { rich } from '../words/rich.tsx'

// Entries in the lists of a group: one thread, poll or person per line.

type At = { now: Date; zone: string }
/** `handle`: of the group. */
type Where = { at: At; handle: string }

/** Threads, the most recently active first. */
export function ThreadList({ threads, at, handle }: Where & { threads: ListedThread[] }): VNode {
  return (
    <ul class="list bare">
      {threads.map((listed) => (
        <ThreadItem key={listed.thread.id} listed={listed} at={at}>
          <Tags tags={listed.thread.tags} handle={handle} />
        </ThreadItem>
      ))}
    </ul>
  )
}

type ItemProps = { listed: ListedThread; at: At; children?: ComponentChildren }

/** A thread, with a mark if the reader has not seen all of it. */
export function ThreadItem({ listed: { thread, author, news }, at, children }: ItemProps): VNode {
  return (
    <li>
      <a href={`/d/${thread.key}`}>
        <bdi>{thread.title}</bdi>
        <News news={news} />
      </a>
      <p class="small quiet">
        <ThreadState thread={thread} author={author} at={at} />
      </p>
      {children}
    </li>
  )
}

function News({ news }: Pick<ListedThread, 'news'>): VNode | null {
  if (news === 0) return null
  return <Mark>{news === null ? t('page.new') : t('page.some_new', { count: news })}</Mark>
}

/** The author of a thread, and when it was last active. */
function ThreadState({
  thread,
  author,
  at,
}: {
  thread: Pick<ListedThread['thread'], 'closed_at' | 'items_count' | 'last_activity_at'>
  author: ListedThread['author']
  at: At
}): ComponentChildren {
  const facts = {
    author: <bdi>{displayName(author)}</bdi>,
    when: <Ago at={thread.last_activity_at} on={at} />,
  }
  const started = thread.items_count === 0
  if (thread.closed_at === null) return rich(started ? 'group.thread_started' : 'group.thread_active', facts)
  return rich(started ? 'group.closed_thread_started' : 'group.closed_thread_active', facts)
}

const NOTHING_DECIDED: Decided = new Map()

/** Polls of one state; `decided`: the closed ones among them. */
export function PollList({
  polls,
  decided = NOTHING_DECIDED,
  at,
  handle,
}: Where & { polls: ListedPoll[]; decided?: Decided }): VNode {
  return (
    <ul class="list bare">
      {polls.map((listed) => (
        <li key={listed.poll.id}>
          <a href={ownPollPath(listed.poll)}>
            <bdi>{listed.poll.title}</bdi>
            <WaitsMark listed={listed} now={at.now} />
          </a>
          <Line of={decided.get(listed.poll.id)} at={at} />
          <p class="small quiet">
            <Voting listed={listed} at={at} />
          </p>
          <Tags tags={listed.poll.tags} handle={handle} />
        </li>
      ))}
    </ul>
  )
}

function Line({ of, at }: { of: LoadedPoll | undefined; at: At }): VNode | null {
  return of === undefined ? null : <DecidedLine loaded={of} zone={at.zone} />
}

function WaitsMark({ listed, now }: { listed: ListedPoll; now: Date }): VNode | null {
  const waits = waitsFor({ ...listed, ballot: listed.own, now })
  if (waits === null) return null
  return <Mark>{t(waits === 'vote' ? 'page.waits_for_vote' : 'page.waiting_for_first_option')}</Mark>
}

/** A wide space: unlike a margin, it does not move a mark that begins a line. */
const EN_SPACE = '\u2002'

/** In the link to what it marks: else it would stand below a title of two lines. */
const Mark = ({ children }: { children: string }) => (
  <>
    {EN_SPACE}
    <strong class="mark">{children}</strong>
  </>
)

function Voting({ listed, at }: { listed: ListedPoll; at: At }): ComponentChildren {
  const { poll, author, voters_count, decided_count } = listed
  const state = pollState(poll, at.now)
  const type = kindName(poll)
  if (state.is === 'draft')
    return rich('group.poll_draft', { type, author: <bdi>{displayName(author)}</bdi> })
  const turnout = { type, voted: decided_count, voters: voters_count }
  if (state.is === 'open')
    return rich('group.poll_open', { ...turnout, when: <Ago at={state.until} on={at} /> })
  return rich('group.poll_closed', { ...turnout, when: <Ago at={state.at} on={at} /> })
}

const SHOWN_CHARACTERS = 240

type Decisions = { decisions: Decision[]; decided: Decided; at: At }

/** Decisions with the first words of each. */
export function DecisionList({ decisions, decided, at }: Decisions): VNode {
  return (
    <ul class="list bare">
      {decisions.map(({ outcome, poll }) => (
        <li key={outcome.id}>
          <a href={ownPollPath(poll)} dir="auto">
            {poll.title}
          </a>
          <Line of={decided.get(outcome.poll_id)} at={at} />
          <p dir="auto">{beginning(plainLine(outcome.statement, outcome.statement_format))}</p>
          <p class="small quiet row">
            <Ago at={outcome.created_at} on={at} />
            {outcome.published_at !== null && <span>{t('result.edited_mark')}</span>}
            <Review outcome={outcome} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function beginning(text: string): string {
  const characters = [...text]
  return characters.length <= SHOWN_CHARACTERS
    ? text
    : `${characters.slice(0, SHOWN_CHARACTERS).join('').trimEnd()}…`
}

/** People of the group, as its members see them. */
export function PeopleList({ people }: { people: GroupPerson[] }): VNode {
  return (
    <ul class="people bare">
      {people.map(({ id, user, admin, title }) => (
        <li key={id}>
          <div>
            <Person user={user} />
            {(admin || title !== null) && (
              <p class="small quiet">
                {[title, admin ? t('member.admin') : null].filter(Boolean).join(' · ')}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A list with its title. `more`: where all of them are. */
export function Listed({
  id,
  title,
  all,
  more,
  children,
}: {
  id: string
  title: string
  /** The label of the link to all of them. */
  all: string
  more: string | null
  children: ComponentChildren
}): VNode {
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {more !== null && (
        <p class="row">
          <a href={more}>{all}</a>
        </p>
      )}
    </section>
  )
}
