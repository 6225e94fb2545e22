import type { VNode } from 'preact'
import type { ListedFeed } from '../../feeds/feed.ts'
import { t } from '../../locales/say.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { CopyButton } from '../parts/copied-text-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { rich } from '../words/rich.tsx'

type Props = { feeds: ListedFeed[]; zone: string }

/** The feed URLs that a person made, and a form for a new calendar URL. */
export function FeedsPart({ feeds, zone }: Props): VNode {
  const has = feeds.some(({ group }) => group === null)
  return (
    <section class="stack" aria-labelledby="feeds">
      <h2 id="feeds">{t('account.calendar_and_feeds')}</h2>
      <p>{t('account.calendar_about')} </p>
      {feeds.length > 0 && (
        <ul class="list bare">
          {feeds.map((feed) => (
            <Listed key={feed.id} feed={feed} zone={zone} />
          ))}
        </ul>
      )}
      <PostForm action="/account/calendar">
        <Once />
        <button class="button plain" type="submit">
          {has ? t('account.make_new_calendar') : t('account.make_calendar')}
        </button>
      </PostForm>
      {has && <p class="small quiet">{t('account.old_address_ends')}</p>}
    </section>
  )
}

function Listed({ feed, zone }: { feed: ListedFeed; zone: string }): VNode {
  const name = feed.group === null ? t('account.calendar') : t('account.feed_of', { group: feed.group.name })
  return (
    <li class="row">
      <div>
        <p>
          <FeedName feed={feed} name={name} />
        </p>
        <Since feed={feed} zone={zone} />
      </div>
      <EndFeed feed={feed} name={name} />
    </li>
  )
}

function FeedName({ feed: { group }, name }: { feed: ListedFeed; name: string }): VNode {
  if (group === null) return <>{name}</>
  if (group.suspended)
    return (
      <>
        {name}
        <SuspendedNote />
      </>
    )
  return <a href={`/g/${group.handle}/feed`}>{name}</a>
}

/** After the name of a group that nobody can open for now. */
export function SuspendedNote(): VNode {
  return (
    <>
      {' · '}
      <strong>{t('service.suspended')}</strong>
    </>
  )
}

/** When a feed URL was made. */
export function Since({ feed, zone }: { feed: ListedFeed; zone: string }): VNode {
  return (
    <p class="small quiet">
      {rich('account.address_made', { when: <Time at={feed.created_at} zone={zone} /> })}
    </p>
  )
}

/** The button that revokes a feed URL. */
export function EndFeed({ feed, name }: { feed: ListedFeed; name: string }): VNode {
  return (
    <PostForm action="/account/feeds/end">
      <button
        class="link"
        type="submit"
        name="feed"
        value={feed.id}
        aria-label={t('account.end_address_of', { name })}
      >
        {t('account.end_address')}
      </button>
    </PostForm>
  )
}

/** A new feed URL, shown only once; `about`: how to use it. */
export function MadeAddress({ address, about }: { address: string; about: string }): VNode {
  return (
    <>
      <Flash title={t('account.address_ready')} tone="good">
        <p>{about}</p>
      </Flash>
      <div class="whole stack">
        <Example label={t('account.address')} text={address} id="address" />
        <CopyButton of="address" label={t('account.copy_address')} plain />
      </div>
    </>
  )
}
