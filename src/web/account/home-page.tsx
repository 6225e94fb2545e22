import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { loadSetupAwaited } from '../../groups/load-setup.ts'
import { type Home, type HomeGroup, type HomeThread, loadHome } from '../../members/load-home.ts'
import { typeName } from '../../polls/poll-words.ts'
import { count } from '../../text/counted.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { displayName } from '../../users/user.ts'
import { Ago, membersWords } from '../groups/listed-parts.tsx'
import { fromNow, Time } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { AwaitingSetupPage, WelcomePage } from './welcome-page.tsx'

export const homePage = openPage({
  path: '/',
  show: showHome,
})

/** GET /: what waits for whoever is signed in; what this is, for everybody else. */
async function showHome(exchange: Exchange): Promise<FastifyReply> {
  const { config, db } = exchange.services
  const viewer = await signedIn(exchange)
  if (viewer === null) {
    const page = (await loadSetupAwaited(db.pool)) ? <AwaitingSetupPage /> : null
    return sendPage(exchange, page ?? <WelcomePage host={new URL(config.public_url).host} />)
  }
  return sendPage(exchange, <HomePage viewer={viewer} home={await loadHome(db.pool, viewer.id)} />)
}

type Props = { viewer: SignedIn; home: Home }

function HomePage({ viewer, home }: Props): VNode {
  return (
    <Layout title="Home" viewer={viewer} side={home.groups.length > 0 && <Groups groups={home.groups} />}>
      <h1>Waiting for your vote</h1>
      <Waiting viewer={viewer} home={home} />
      {home.groups
        .filter((group) => group.accepted)
        .map((group) => (
          <GroupThreads key={group.handle} group={group} viewer={viewer} now={home.now} />
        ))}
      {home.guest_threads.length > 0 && (
        <section class="stack" aria-labelledby="guest">
          <h2 id="guest">Where you are a guest</h2>
          <Threads threads={home.guest_threads} viewer={viewer} now={home.now} />
        </section>
      )}
    </Layout>
  )
}

function Waiting({ viewer, home: { waiting, more_waiting, groups, now } }: Props): VNode {
  if (waiting.length === 0) return <NothingWaits groups={groups} />
  return (
    <>
      <ul class="waiting list bare">
        {waiting.map(({ poll, group_name }) => (
          <li key={poll.id}>
            <a href={`/p/${poll.key}`}>{poll.title}</a>
            <p class="small quiet">{`${typeName(poll.poll_type)}${poll.anonymous ? ', anonymous' : ''} in ${group_name}`}</p>
            {poll.closing_at !== null && (
              <p class="small">
                {`Closes ${fromNow(poll.closing_at, now)}: `}
                <Time at={poll.closing_at} zone={viewer.time_zone} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {more_waiting && (
        <p class="small quiet">More polls wait: they move up here as you vote, and stand in their groups.</p>
      )}
    </>
  )
}

function NothingWaits({ groups }: { groups: HomeGroup[] }): VNode {
  const [first] = groups.filter((group) => group.accepted)
  if (first !== undefined)
    return (
      <Empty>
        No open poll waits for your vote. To ask something yourself, start a poll in{' '}
        <a href={`/g/${first.handle}`}>{first.name}</a>.
      </Empty>
    )
  const [invited] = groups
  if (invited !== undefined)
    return (
      <Empty>
        Nothing yet. You are invited to <a href={`/g/${invited.handle}`}>{invited.name}</a>: open it to join.
      </Empty>
    )
  return (
    <Empty>
      Nothing, for you are in no group yet. Ask somebody who is in one to invite you by this mail address; the
      polls of the group then wait for you here.
    </Empty>
  )
}

type Listed = { viewer: SignedIn; now: Date }

function GroupThreads({ group, ...at }: { group: HomeGroup } & Listed): VNode {
  const id = `g-${group.handle}`
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>
        <a href={`/g/${group.handle}`}>{group.name}</a>
      </h2>
      {group.threads.length === 0 ? (
        <Empty>
          No open thread. <a href={`/g/${group.handle}`}>Go to the group</a> to start one.
        </Empty>
      ) : (
        <Threads threads={group.threads} {...at} />
      )}
    </section>
  )
}

function Threads({ threads, viewer, now }: { threads: HomeThread[] } & Listed): VNode {
  const at = { now, zone: viewer.time_zone }
  return (
    <ul class="list bare">
      {threads.map(({ thread, author, news }) => (
        <li key={thread.id}>
          <a href={`/d/${thread.key}`}>{thread.title}</a>
          <News news={news} />
          <p class="small quiet">
            {`${displayName(author)} · ${thread.items_count === 0 ? 'started' : 'last active'} `}
            <Ago at={thread.last_activity_at} on={at} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function News({ news }: { news: number | null }): VNode | null {
  if (news === 0) return null
  return <strong class="mark">{news === null ? 'New' : `${news} new`}</strong>
}

function Groups({ groups }: { groups: HomeGroup[] }): VNode {
  return (
    <nav class="stack" aria-labelledby="groups">
      <h2 id="groups" class="side-title">
        Your {count(groups.length, 'group')}
      </h2>
      <ul class="list bare">
        {groups.map((group) => (
          <li key={group.handle}>
            <a href={`/g/${group.handle}`}>{group.name}</a>
            <p class="small quiet">
              {group.accepted ? membersWords(group) : 'You are invited: open it to join'}
            </p>
          </li>
        ))}
      </ul>
    </nav>
  )
}
