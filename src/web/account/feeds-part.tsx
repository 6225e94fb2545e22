import type { VNode } from 'preact'
import type { ListedFeed } from '../../feeds/feed.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Once } from '../request/once-part.tsx'

type Props = { feeds: ListedFeed[]; zone: string }

/** What a person follows without signing in: the addresses they made, and a new one for their calendar. */
export function FeedsPart({ feeds, zone }: Props): VNode {
  const has = feeds.some(({ group }) => group === null)
  return (
    <section class="stack" aria-labelledby="feeds">
      <h2 id="feeds">Calendar and feeds</h2>
      <p>
        Your calendar program can show when polls close, and the days on which outcomes are looked at again.
        It follows an address made for you alone. The feed of a group is made on the page of the group.
      </p>
      {feeds.length > 0 && (
        <ul class="list bare">
          {feeds.map((feed) => (
            <Listed key={feed.id} feed={feed} zone={zone} />
          ))}
        </ul>
      )}
      <form method="post" action="/account/calendar">
        <Once />
        <button class="button plain" type="submit">
          {has ? 'Make a new calendar address' : 'Make a calendar address'}
        </button>
      </form>
      {has && <p class="small quiet">The address you have now ends with that.</p>}
    </section>
  )
}

function Listed({ feed, zone }: { feed: ListedFeed; zone: string }): VNode {
  const name = feed.group === null ? 'Your calendar' : `Feed of ${feed.group.name}`
  return (
    <li class="row">
      <div>
        <p>{feed.group === null ? name : <a href={`/g/${feed.group.handle}/feed`}>{name}</a>}</p>
        <Since feed={feed} zone={zone} />
      </div>
      <EndFeed feed={feed} name={name} />
    </li>
  )
}

/** When an address was made. */
export function Since({ feed, zone }: { feed: ListedFeed; zone: string }): VNode {
  return (
    <p class="small quiet">
      {'address made '}
      <Time at={feed.created_at} zone={zone} />
    </p>
  )
}

/** The button that ends an address. */
export function EndFeed({ feed, name }: { feed: ListedFeed; name: string }): VNode {
  return (
    <form method="post" action="/account/feeds/end">
      <button class="link" type="submit" name="feed" value={feed.id} aria-label={`End address: ${name}`}>
        End address
      </button>
    </form>
  )
}

/** An address that was just made, shown this once; `program`: what to give it to. */
export function MadeAddress({ address, program }: { address: string; program: string }): VNode {
  return (
    <>
      <Flash title="The address is made." tone="good">
        <p>
          {`Copy it now: it is shown this once, and cannot be read again. Give it to ${program}. Whoever has it can follow it without signing in, until you end it. It never tells how anybody voted, or a result.`}
        </p>
      </Flash>
      <div class="whole">
        <Example label="Address" text={address} />
      </div>
    </>
  )
}
