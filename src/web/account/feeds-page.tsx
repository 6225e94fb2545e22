import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { feedAddress, type ListedFeed } from '../../feeds/feed.ts'
import { loadFeeds } from '../../feeds/load-feeds.ts'
import { mintFeed } from '../../feeds/mint-feed.ts'
import { revokeFeed } from '../../feeds/revoke-feed.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, idIn } from '../request/form-text.ts'
import { once } from '../request/once.ts'
import { Once } from '../request/once-part.tsx'
import { changeInGroup, type Entry, enterGroup, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame, nameOf } from '../visits/group-frame-part.tsx'
import { signedInPage } from '../visits/signed-in-page.ts'
import { goBack } from './account-page.tsx'
import { EndFeed, MadeAddress, Since } from './feeds-part.tsx'

export const groupFeedPage = groupPage({
  path: '/g/:handle/feed',
  may: 'read',
  tab: { under: '/g/:handle' },
  show: showGroupFeed,
  acts: { '/g/:handle/feed': makeGroupFeed },
})

export const ownFeedsPage = signedInPage({
  path: '/account/calendar',
  acts: {
    '/account/calendar': makeCalendar,
    '/account/feeds/end': endFeed,
  },
})

/** POST /account/calendar: makes the address of one's calendar, and shows it this once. */
async function makeCalendar(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const token = await actAs(exchange.services, viewer.id, (act) =>
    once(exchange, act, () => mintFeed(act, { user_id: viewer.id, group_id: null })),
  )
  const address = feedAddress(exchange.services.config.public_url, 'calendar', token)
  return sendPage(exchange, <CalendarPage viewer={viewer} address={address} />)
}

/** POST /account/feeds/end: ends one of one's addresses. */
async function endFeed(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const id = idIn(formOf(exchange), 'feed')
  await actAs(exchange.services, viewer.id, (act) => revokeFeed(act, { id, user_id: viewer.id }))
  return goBack(exchange, 'feed')
}

/** GET /g/HANDLE/feed: how to follow the group in a feed reader. For members. */
async function showGroupFeed(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const feeds = await loadFeeds(exchange.services.db.pool, entry.viewer.id)
  const own = feeds.find(({ group }) => group?.handle === entry.handle) ?? null
  return sendPage(exchange, <GroupFeedPage entry={entry} own={own} />)
}

/** POST /g/HANDLE/feed: makes the address of the group's feed for one member, and shows it this once. */
async function makeGroupFeed(exchange: GroupExchange): Promise<FastifyReply> {
  const made = await changeInGroup(exchange, async (act, { viewer, visit }) =>
    mintFeed(act, { user_id: viewer.id, group_id: visit.in_group.group.id }),
  )
  const entry = await enterGroup(exchange)
  const address = feedAddress(exchange.services.config.public_url, 'group', made)
  return sendPage(
    exchange,
    <GroupFrame entry={entry} title="Feed">
      <MadeAddress address={address} program="your feed reader" />
    </GroupFrame>,
  )
}

function CalendarPage({ viewer, address }: { viewer: SignedIn; address: string }): VNode {
  return (
    <Layout title="Your calendar" viewer={viewer}>
      <h1>Your calendar</h1>
      <MadeAddress address={address} program="your calendar program, as a calendar to subscribe to" />
      <p>
        <a class="button" href={address.replace(/^https?:/, 'webcal:')}>
          Open it in your calendar program
        </a>
      </p>
      <p>
        <a href="/account">Back to your account</a>
      </p>
    </Layout>
  )
}

function GroupFeedPage({ entry, own }: { entry: Entry; own: ListedFeed | null }): VNode {
  const name = `Feed of ${nameOf(entry.visit)}`
  return (
    <GroupFrame entry={entry} title="Feed">
      <p>
        A feed reader can tell you of new threads and of outcomes in this group. It follows an address made
        for you alone, for as long as you are a member.
      </p>
      {own !== null && (
        <div class="row">
          <Since feed={own} zone={entry.viewer.time_zone} />
          <EndFeed feed={own} name={name} />
        </div>
      )}
      <form method="post" action={`/g/${entry.handle}/feed`}>
        <Once />
        <button class="button" type="submit">
          {own === null ? 'Make an address' : 'Make a new address'}
        </button>
      </form>
      {own !== null && <p class="small quiet">The address you have now ends with that.</p>}
    </GroupFrame>
  )
}
