import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { NotFound } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { removeGuest } from '../../members/remove-guest.ts'
import { loadThreadPeople } from '../../members/visits/load-thread-people.ts'
import { seesAddresses } from '../../members/visits/visit.ts'
import { listedNames } from '../../users/shown-names.ts'
import { idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import {
  changeInThread,
  goToThread,
  type ThreadEntry,
  type ThreadExchange,
  threadPage,
  threadPath,
} from '../visits/thread-door.ts'
import { ThreadFrame } from '../visits/thread-frame-part.tsx'

export const guestPage = threadPage({
  path: '/d/:key/people/:id/remove',
  may: 'edit',
  refusal: 'not_yours.remove_guests_page',
  show: showGuestRemoval,
  acts: { '/d/:key/people/:id/remove': postGuestRemoval },
})

/** GET /d/KEY/people/ID/remove: asks before removing a guest. NotFound: not a guest of the thread. */
async function showGuestRemoval(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  const people = await loadThreadPeople(exchange.services.db.pool, entry.visit)
  const guest = people.find(({ user, as }) => as === 'guest' && user.id === idInPath(exchange))
  if (guest === undefined) throw new NotFound()
  const { id } = guest.user
  const names = listedNames(
    people.map(({ user }) => user),
    seesAddresses(entry.visit),
  )
  const page = <RemovalPage entry={entry} id={id} name={names.get(id) ?? ''} path={threadPath(exchange)} />
  return sendPage(exchange, page)
}

/** POST /d/KEY/people/ID/remove. */
async function postGuestRemoval(exchange: ThreadExchange): Promise<FastifyReply> {
  await changeInThread(exchange, (act, { thread, reader, in_group }) =>
    removeGuest(act, {
      discussion_id: thread.discussion.id,
      group_id: in_group.group.id,
      user_id: idInPath(exchange),
      reader,
    }),
  )
  return goToThread(exchange, '/people?removed=1')
}

function RemovalPage({
  entry,
  id,
  name,
  path,
}: {
  entry: ThreadEntry
  id: number
  name: string
  path: string
}): VNode {
  return (
    <ThreadFrame entry={entry} title={t('thread.remove_guest_title', { name })} path={path}>
      <p>{t('thread.remove_guest_about', { name })}</p>
      <p class="quiet">{t('thread.remove_guest_note')}</p>
      <PostForm action={`${path}/people/${id}/remove`} class="row">
        <button class="button" type="submit">
          {t('thread.remove_guest')}
        </button>
        <a href={`${path}/people`}>{t('thread.keep_guest')}</a>
      </PostForm>
    </ThreadFrame>
  )
}
