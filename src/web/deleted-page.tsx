import type { ComponentChildren, VNode } from 'preact'
import { bodyOf } from '../http/credentials.ts'
import { type PlainKey, t } from '../locales/say.ts'
import { mayKnowWhoDeleted, type Remains } from '../members/visits/discarded.ts'
import {
  loadDeletedGroup,
  loadDiscardedOpenPoll,
  loadDiscardedPoll,
  loadDiscardedThread,
} from '../members/visits/load-discarded.ts'
import { displayName } from '../users/user.ts'
import { Time } from './parts/date-part.tsx'
import { Layout, type Viewer } from './parts/layout.tsx'
import { type Unsent, WrittenTexts } from './parts/unsent-part.tsx'
import { queryText } from './request/address.ts'
import { inToldZone, STRANGER } from './request/browser-zone.ts'
import type { Exchange } from './request/exchange.ts'
import { textOf } from './request/form-text.ts'
import { keptToken, linkToken } from './request/link-cookie.ts'
import { rich } from './words/rich.tsx'

const OF_SUBJECT = /^\/(?:([pd])\/([A-Za-z0-9]{8})|g\/([a-z0-9-]{1,50}))(?:\/|$)/
const OF_OPEN_LINK = /^\/vote(?:\/|$)/

/**
 * What remains of the deleted poll, thread or group whose page was requested, at this path, for its reader.
 * Null: it never was one, or this reader could not see it, and learns nothing.
 */
export async function remainsAt(exchange: Exchange, path: string, viewer: Viewer): Promise<Remains | null> {
  const { request, services } = exchange
  const { pool } = services.db
  // No page has this path: nobody has read its query and its form.
  if (request.is404) return null
  if (OF_OPEN_LINK.test(path)) {
    const sent = request.method === 'POST' ? textOf(bodyOf(request).fields, 'k') : queryText(exchange, 'k')
    return loadDiscardedOpenPoll(pool, sent)
  }
  const [, place = 'g', subject, handle] = OF_SUBJECT.exec(path) ?? []
  const key = subject ?? handle
  if (key === undefined) return null
  const user_id = viewer === null || viewer === 'unknown' ? null : viewer.id
  const comer = { token: linkToken(request) ?? keptToken(exchange), user_id, key }
  if (place === 'p') return (await loadDiscardedPoll(pool, comer)) ?? loadDeletedGroup(pool, 'poll', comer)
  if (place === 'd')
    return (await loadDiscardedThread(pool, comer)) ?? loadDeletedGroup(pool, 'thread', comer)
  return loadDeletedGroup(pool, 'group', comer)
}

/** The zone of its page: the reader's, or else that of the group. */
export async function zoneOfRemains(exchange: Exchange, { visitor, group }: Remains): Promise<string> {
  const about = { group_id: group.id, author_ids: [] }
  return (await inToldZone(exchange, visitor ?? STRANGER, about)).time_zone
}

const TITLES = { poll: 'deleted.poll', thread: 'deleted.thread', group: 'deleted.group' } as const
const SENTENCES = {
  poll: 'deleted.poll_at',
  thread: 'deleted.thread_at',
  group: 'deleted.group_at',
} as const

type Props = {
  remains: Remains
  zone: string
  viewer: Viewer
  request: Exchange['request']
  unsent: Unsent | null
}

/** `unsent`: the texts of a form that came too late. */
export function DeletedPage({ remains, zone, viewer, request, unsent }: Props): VNode {
  const title = t(TITLES[remains.what])
  const { group } = remains
  // A form that came too late.
  const late = request.method === 'POST'
  const is_own = remains.visitor?.member === true && remains.came_by === 'session'
  const [href, back]: [string, PlainKey] =
    remains.what === 'group' ? ['/', 'problem_page.to_groups'] : [`/g/${group.handle}`, 'page.back_to_group']
  return (
    <Layout title={title} group_name={group.name} names_group viewer={viewer}>
      <p class="kicker" dir="auto">
        {group.name}
      </p>
      <h1>{late ? t('problem_page.not_recorded') : title}</h1>
      {late && <h2>{title}</h2>}
      <p>{sentence(remains, zone)}</p>
      {is_own && (
        <p>
          <a class="button" href={href}>
            {t(back)}
          </a>
        </p>
      )}
      {unsent !== null && <WrittenTexts fields={unsent.fields} />}
    </Layout>
  )
}

function sentence(remains: Remains, zone: string): ComponentChildren {
  const { what, at, by } = remains
  const time = <Time at={at} zone={zone} />
  // The people who run the service delete groups.
  if (by === null || what === 'group' || !mayKnowWhoDeleted(remains)) return rich(SENTENCES[what], { time })
  const name = <bdi>{displayName(by)}</bdi>
  return rich(what === 'poll' ? 'deleted.poll_by' : 'deleted.thread_by', { name, time })
}
