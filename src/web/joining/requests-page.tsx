import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { queryOf } from '../../http/credentials.ts'
import { sentences, t } from '../../locales/say.ts'
import { acceptRequest } from '../../members/joining/accept-request.ts'
import { discardRequest } from '../../members/joining/discard-request.ts'
import { ASK_AGAIN_DAYS } from '../../members/joining/join-link.ts'
import { type ListedRequest, loadJoinRequests } from '../../members/joining/load-join-requests.ts'
import { loadRequestState } from '../../members/joining/load-request-state.ts'
import { displayName } from '../../users/user.ts'
import { Ago } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { idInPath } from '../request/address.ts'
import { SendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { type Done, doneAddress } from '../visits/done-part.tsx'
import {
  changeInGroup,
  type DoneBefore,
  type Entry,
  type GroupExchange,
  groupPage,
  toDoneBefore,
  unlessDoneBefore,
} from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'

const AT = '/g/:handle/requests'
const PER = 50

type Answer = (act: Act, to: { group_id: number; id: number }) => Promise<void>

export const joinRequestsPage = groupPage({
  path: AT,
  may: 'administer',
  tab: { under: '/g/:handle/members' },
  show: showRequests,
  acts: { [`${AT}/:id/approve`]: answering(acceptRequest, 'approved') },
})

export const declineRequestPage = groupPage({
  path: `${AT}/:id/decline`,
  may: 'administer',
  tab: { under: '/g/:handle/members' },
  show: showDeclining,
  acts: { [`${AT}/:id/decline`]: answering(discardRequest, 'declined') },
})

/** GET /g/HANDLE/requests: who asks to join. For admins. */
async function showRequests(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const query = queryOf(exchange.request)
  const text = textOf(query, 'after')
  const after = /^\d{1,15}$/.test(text) ? Number(text) : 0
  const group_id = entry.visit.in_group.group.id
  const requests = await loadJoinRequests(exchange.services.db.pool, { group_id, after, per: PER })
  return sendPage(exchange, <RequestsPage entry={entry} {...requests} />)
}

/** How a request was answered before. Null: the group has no such request, or it was not. */
async function answeredBefore(exchange: Exchange, entry: Entry): Promise<DoneBefore | null> {
  const of = { group_id: entry.visit.in_group.group.id, id: idInPath(exchange) }
  const state = await loadRequestState(exchange.services.db.pool, of)
  if (state !== 'approved' && state !== 'declined' && state !== 'joined') return null
  return { done: `${state}_before`, list: 'requests' }
}

/**
 * GET …/ID/decline: asks before declining, or says how the request was answered. NotFound: the group has no
 * such request.
 */
async function showDeclining(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const id = idInPath(exchange)
  const group_id = entry.visit.in_group.group.id
  const { items } = await loadJoinRequests(exchange.services.db.pool, { group_id, after: id - 1, per: 1 })
  const request = items.find((one) => one.id === id)
  if (request === undefined) {
    const before = await answeredBefore(exchange, entry)
    if (before === null) throw new NotFound()
    return toDoneBefore(exchange, entry, before)
  }
  return sendPage(exchange, <DecliningPage entry={entry} request={request} />)
}

/** POST …/approve, …/decline: answers a request; its person gets a mail. */
function answering(answer: Answer, done: Done) {
  const run = async (exchange: GroupExchange): Promise<FastifyReply> => {
    const handle = await changeInGroup(exchange, async (act, entry) => {
      await answer(act, { group_id: entry.visit.in_group.group.id, id: idInPath(exchange) })
      return entry.handle
    })
    return exchange.reply.redirect(doneAddress(`/g/${handle}/requests`, done), 303)
  }
  return unlessDoneBefore(run, answeredBefore)
}

type Props = { entry: Entry; items: ListedRequest[]; more: boolean }

function RequestsPage({ entry, items, more }: Props): VNode {
  const { handle } = entry
  const about = t(useContext(SendsMail) ? 'join_request.about' : 'join_request.about_unsent')
  return (
    <GroupFrame entry={entry} title={t('join_request.title')}>
      {items.length === 0 ? (
        <Empty>{t('join_request.none')}</Empty>
      ) : (
        <>
          <p>{about}</p>
          <ul class="list people bare">
            {items.map((request) => (
              <Request key={request.id} request={request} entry={entry} />
            ))}
          </ul>
        </>
      )}
      <p class="row">
        {more && <a href={`/g/${handle}/requests?after=${items.at(-1)?.id}`}>{t('join_request.more')}</a>}
        <a href={`/g/${handle}/members`}>{t('group.tab_members')}</a>
        <a href={`/g/${handle}/links`}>{t('join_link.title')}</a>
      </p>
    </GroupFrame>
  )
}

function Request({ request, entry }: { request: ListedRequest; entry: Entry }): VNode {
  const { id, email, like, removed, asked_at } = request
  const { visit, viewer, handle } = entry
  const at = { now: visit.now, zone: viewer.time_zone }
  const person = displayName(request)
  return (
    <li>
      <div>
        <strong dir="auto">{person}</strong>
        <p class="small quiet">
          <span {...AS_IS}>{email}</span>
          {' · '}
          {rich('join_request.asked', { when: <Ago at={asked_at} on={at} /> })}
        </p>
        {like !== null && <p class="note">{rich('join_request.like', { name: <bdi>{like}</bdi> })}</p>}
        {removed && <p class="note">{t('join_request.removed')}</p>}
      </div>
      <PostForm action={`/g/${handle}/requests/${id}/approve`} class="row">
        <Once />
        <button class="button" type="submit" aria-label={t('join_request.approve_person', { person })}>
          {t('join_request.approve')}
        </button>
        <a
          class="button plain"
          href={`/g/${handle}/requests/${id}/decline`}
          aria-label={t('join_request.decline_person', { person })}
        >
          {t('join_request.decline')}
        </a>
      </PostForm>
    </li>
  )
}

function DecliningPage({ request, entry }: { request: ListedRequest; entry: Entry }): VNode {
  const at = `/g/${entry.handle}/requests`
  const person = displayName(request)
  const mails = useContext(SendsMail)
  return (
    <GroupFrame entry={entry} title={t('join_request.decline_title', { person })}>
      <p>
        {sentences([
          t('join_request.decline_about', { person, days: ASK_AGAIN_DAYS }),
          mails ? t('join_request.decline_mail') : '',
        ])}
      </p>
      <PostForm action={`${at}/${request.id}/decline`} class="row">
        <Once />
        <button class="button" type="submit">
          {t('join_request.decline_request')}
        </button>
        <a href={at}>{t('join_request.keep')}</a>
      </PostForm>
    </GroupFrame>
  )
}
