import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { loadSetupAwaited } from '../../groups/load-setup.ts'
import { t } from '../../locales/say.ts'
import { type Home, type HomeGroup, type HomePoll, loadHome } from '../../members/load-home.ts'
import { kindName } from '../../polls/poll-words.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { ThreadItem } from '../groups/listed-parts.tsx'
import { RequestsNote } from '../groups/requests-note-part.tsx'
import { fromNow, Time } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { StandingOnPaper } from '../public/standing-part.tsx'
import { inHomeZone } from '../request/browser-zone.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { type Done, DoneNote, doneIn } from '../visits/done-part.tsx'
import { membersWords } from '../visits/members-words.ts'
import { openPage } from '../visits/page.ts'
import { ownPollPath } from '../visits/poll-visit.ts'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'
import { AwaitingSetupPage, WelcomePage } from './welcome-page.tsx'

export const homePage = openPage({
  path: '/',
  show: showHome,
})

/** GET /: a signed-in person's home page; the welcome page for everyone else. */
async function showHome(exchange: Exchange): Promise<FastifyReply> {
  const { config, db } = exchange.services
  const viewer = await signedIn(exchange)
  if (viewer === null) {
    const page = (await loadSetupAwaited(db.pool)) ? (
      <AwaitingSetupPage public_url={config.public_url} />
    ) : null
    return sendPage(exchange, page ?? <WelcomePage host={new URL(config.public_url).host} />)
  }
  const home = await loadHome(db.pool, viewer.id)
  const reader = await inHomeZone(exchange, viewer, home)
  return sendPage(exchange, <HomePage viewer={reader} home={home} done={doneIn(exchange)} />)
}

type Props = { viewer: SignedIn; home: Home }

function HomePage({ viewer, home, done }: Props & { done: Done | null }): VNode {
  return (
    <Layout
      title={t('page.home')}
      viewer={viewer}
      side={home.groups.length > 0 && <Groups groups={home.groups} />}
    >
      <DoneNote done={done} />
      <h1 data-waiting={home.waiting.length}>{heading(home)}</h1>
      <Waiting viewer={viewer} home={home} />
      <NoOptions viewer={viewer} home={home} />
      <Grown viewer={viewer} home={home} />
      {home.requested.map((group) => (
        <Empty key={group}>{rich('page.request_waits', { group: <bdi>{group}</bdi> })}</Empty>
      ))}
      {home.groups
        .filter((group) => group.accepted && !group.suspended)
        .map((group) => (
          <GroupThreads key={group.handle} group={group} viewer={viewer} now={home.now} />
        ))}
      <AsGuest viewer={viewer} home={home} />
    </Layout>
  )
}

/** Nothing can wait for the vote of a person who is still to be let in. */
function heading(home: Home): string {
  const { waiting, groups, requested } = home
  if (waiting.length > 0) return t('page.waiting_for_vote')
  const joined = groups.some(({ accepted, suspended }) => accepted && !suspended)
  if (joined || (groups.length === 0 && takesPart(home))) return t('page.nothing_to_vote_on')
  if (groups.length > 0 || requested.length === 0) return t('page.home')
  return t('page.your_requests', { count: requested.length })
}

/** Whether they are a guest of a thread, or has a ballot that does not wait for their vote. */
function isGuest({ guest_polls, guest_threads }: Home): boolean {
  return guest_polls.length + guest_threads.length > 0
}

/** Whether they find something here without being in a group. */
function takesPart(home: Home): boolean {
  return isGuest(home) || home.empty.length > 0
}

function Waiting({ viewer, home }: Props): VNode {
  const { waiting, more_waiting, now } = home
  if (waiting.length === 0) return <NothingWaits home={home} viewer={viewer} />
  return (
    <>
      <ul class="waiting list bare">
        {waiting.map((listed) => (
          <PollItem key={listed.poll.id} listed={listed} viewer={viewer} now={now} />
        ))}
      </ul>
      {more_waiting && <p class="small quiet">{t('page.more_waiting')}</p>}
    </>
  )
}

/** Polls in which nobody can vote until somebody has added an option. */
function NoOptions({ viewer, home: { empty, now } }: Props): VNode | null {
  if (empty.length === 0) return null
  return (
    <Section id="empty" title={t('page.waiting_for_first_option')}>
      {empty.map((listed) => (
        <PollItem key={listed.poll.id} listed={listed} viewer={viewer} now={now} />
      ))}
    </Section>
  )
}

/** A list of polls below those that wait for a vote. */
function Section({ id, title, children }: { id: string; title: string; children: ComponentChildren }): VNode {
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="list bare">{children}</ul>
    </section>
  )
}

/** Polls whose voters may want to look again. */
function Grown({ viewer, home: { grown, now } }: Props): VNode | null {
  if (grown.length === 0) return null
  return (
    <Section id="grown" title={t('page.options_added')}>
      {grown.map((listed) => (
        <PollItem key={listed.poll.id} listed={listed} place="#ballot" viewer={viewer} now={now}>
          <p class="small">{t('ballot.options_added', { options: listed.added })}</p>
        </PollItem>
      ))}
    </Section>
  )
}

/** Guests have no other list of these. */
function AsGuest({ viewer, home }: Props): VNode | null {
  const { guest_polls, guest_threads, now } = home
  if (!isGuest(home)) return null
  return (
    <section class="stack" aria-labelledby="guest">
      <h2 id="guest">{t('page.as_guest')}</h2>
      <ul class="list bare">
        {guest_polls.map((listed) => (
          <PollItem
            key={`poll ${listed.poll.id}`}
            listed={listed}
            is_open={listed.is_open}
            viewer={viewer}
            now={now}
          />
        ))}
        {guest_threads.map((listed) => (
          <ThreadItem
            key={`thread ${listed.thread.id}`}
            listed={listed}
            at={{ now, zone: viewer.time_zone }}
          />
        ))}
      </ul>
    </section>
  )
}

/** `place`: on the poll's page. */
type ItemProps = Listed & {
  listed: HomePoll
  is_open?: boolean
  place?: string
  children?: ComponentChildren
}

function PollItem({ listed, is_open = true, place = '', viewer, now, children }: ItemProps): VNode {
  const { poll, group_name } = listed
  const until = is_open ? poll.closing_at : (poll.closed_at ?? poll.closing_at)
  return (
    <li>
      <a href={`${ownPollPath(poll)}${place}`} dir="auto">
        {poll.title}
      </a>
      <p class="small quiet">
        {t('page.poll_in', {
          type: kindName(poll),
          group: group_name,
        })}
      </p>
      {children}
      {until !== null && (
        <p class="small">
          <span class="on-screen">
            {rich(is_open ? 'page.closes' : 'page.closed', {
              distance: fromNow(until, { now, zone: viewer.time_zone }),
              when: <Time at={until} zone={viewer.time_zone} />,
            })}
          </span>
          <StandingOnPaper is_open={is_open} at={until} zone={viewer.time_zone} />
        </p>
      )}
    </li>
  )
}

function NothingWaits({ home, viewer }: Props): VNode | null {
  const { groups, requested } = home
  const active = groups.filter((group) => !group.suspended)
  const [first] = active.filter((group) => group.accepted)
  if (first !== undefined) return <Empty>{rich('page.nothing_waits', { group: linkTo(first) })} </Empty>
  const [invited] = active
  if (invited !== undefined) return <Empty>{rich('page.only_invited', { group: linkTo(invited) })} </Empty>
  if (groups.length > 0) return <Empty>{t('page.only_suspended')} </Empty>
  if (requested.length > 0 || takesPart(home)) return null
  return <Empty>{rich('page.no_group', { address: <bdi {...AS_IS}>{viewer.email}</bdi> })} </Empty>
}

/** No component: a sentence that ends with the name has to know the name. */
function linkTo({ handle, name }: Pick<HomeGroup, 'handle' | 'name'>): VNode {
  return (
    <a href={`/g/${handle}`} dir="auto">
      {name}
    </a>
  )
}

type Listed = { viewer: SignedIn; now: Date }

function GroupThreads({ group, viewer, now }: { group: HomeGroup } & Listed): VNode {
  const id = `g-${group.handle}`
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{linkTo(group)}</h2>
      <RequestsNote handle={group.handle} waiting={group.requests} />
      {group.threads.length === 0 ? (
        <Empty>
          {rich('page.no_open_thread', { link: (text) => <a href={`/g/${group.handle}`}>{text}</a> })}
        </Empty>
      ) : (
        <ul class="list bare">
          {group.threads.map((listed) => (
            <ThreadItem key={listed.thread.id} listed={listed} at={{ now, zone: viewer.time_zone }} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Groups({ groups }: { groups: HomeGroup[] }): VNode {
  return (
    <nav class="stack" aria-labelledby="groups">
      <h2 id="groups" class="side-title">
        {t('page.your_groups', { count: groups.length })}
      </h2>
      <ul class="list bare">
        {groups.map((group) => (
          <li key={group.handle}>
            {group.suspended ? <bdi>{group.name}</bdi> : linkTo(group)}
            <p class="small quiet">{groupWords(group)}</p>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function groupWords(group: HomeGroup): string {
  if (group.suspended) return t('page.group_suspended')
  return group.accepted ? membersWords(group) : t('page.open_to_join')
}
