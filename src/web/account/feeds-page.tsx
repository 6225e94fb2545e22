import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { feedAddress, type ListedFeed } from '../../feeds/feed.ts'
import { loadFeeds } from '../../feeds/load-feeds.ts'
import { mintFeed } from '../../feeds/mint-feed.ts'
import { revokeFeed } from '../../feeds/revoke-feed.ts'
import { t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { accountCrumb } from '../parts/crumbs-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, idIn } from '../request/form-text.ts'
import { once } from '../request/once.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { changeInGroup, type Entry, enterGroup, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame, nameOf } from '../visits/group-frame-part.tsx'
import { actWhileSignedIn, signedInPage } from '../visits/signed-in-page.ts'
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

/** POST /account/calendar: makes the secret URL of a person's calendar, and shows it once. */
async function makeCalendar(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const token = await actWhileSignedIn(exchange, viewer, (act) =>
    once(exchange, act, () => mintFeed(act, { user_id: viewer.id, group_id: null })),
  )
  const address = feedAddress(exchange.services.config.public_url, 'calendar', token)
  return sendPage(exchange, <CalendarPage viewer={viewer} address={address} />)
}

/** POST /account/feeds/end: revokes one of a person's feed URLs. */
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

/** POST /g/HANDLE/feed: makes a member's URL of the group's feed, and shows it once. */
async function makeGroupFeed(exchange: GroupExchange): Promise<FastifyReply> {
  const made = await changeInGroup(exchange, async (act, { viewer, visit }) =>
    mintFeed(act, { user_id: viewer.id, group_id: visit.in_group.group.id }),
  )
  const entry = await enterGroup(exchange)
  const address = feedAddress(exchange.services.config.public_url, 'group', made)
  return sendPage(exchange, <MadeFeedPage entry={entry} address={address} />)
}

function MadeFeedPage({ entry, address }: { entry: Entry; address: string }): VNode {
  return (
    <GroupFrame entry={entry} title={t('account.feed')}>
      <MadeAddress address={address} about={t('account.feed_secret')} />
    </GroupFrame>
  )
}

function CalendarPage({ viewer, address }: { viewer: SignedIn; address: string }): VNode {
  return (
    <Layout title={t('account.calendar')} viewer={viewer} crumbs={[accountCrumb()]}>
      <h1>{t('account.calendar')}</h1>
      <MadeAddress address={address} about={t('account.calendar_secret')} />
      <p>
        <a class="button" href={address.replace(/^https?:/, 'webcal:')}>
          {t('account.open_calendar')}
        </a>
      </p>
    </Layout>
  )
}

function GroupFeedPage({ entry, own }: { entry: Entry; own: ListedFeed | null }): VNode {
  const name = t('account.feed_of', { group: nameOf(entry.visit) })
  return (
    <GroupFrame entry={entry} title={t('account.feed')}>
      <p>{t('account.feed_about')} </p>
      {own !== null && (
        <div class="row">
          <Since feed={own} zone={entry.viewer.time_zone} />
          <EndFeed feed={own} name={name} />
        </div>
      )}
      <PostForm action={`/g/${entry.handle}/feed`}>
        <Once />
        <button class="button" type="submit">
          {own === null ? t('account.make_address') : t('account.make_new_address')}
        </button>
      </PostForm>
      {own !== null && <p class="small quiet">{t('account.old_address_ends')}</p>}
    </GroupFrame>
  )
}
