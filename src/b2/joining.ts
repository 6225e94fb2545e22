import { type Static, Type } from 'typebox'
import { fieldsOf, numberIn } from '../api/exchange.ts'
import {
  Count,
  Flag,
  Id,
  ListOf,
  MaybeText,
  MaybeTime,
  maybeTime,
  NullableInteger,
  OneOf,
  Record,
  Time,
  time,
} from '../api/wire.ts'
import type { Act } from '../db/db.ts'
import { NotFound, problem, refuse } from '../errors.ts'
import { bodyOf } from '../http/credentials.ts'
import { answerOnce } from '../http/idempotency.ts'
import { acceptRequest } from '../members/joining/accept-request.ts'
import { discardRequest } from '../members/joining/discard-request.ts'
import { endJoinLink } from '../members/joining/end-join-link.ts'
import { joinAddress, MOST_PEOPLE, type NewJoinLink, stateOfLink } from '../members/joining/join-link.ts'
import { loadGroupOfLink, loadGroupOfRequest } from '../members/joining/load-group-of-joining.ts'
import { type ListedJoinLink, loadJoinLinks } from '../members/joining/load-join-links.ts'
import { type ListedRequest, loadJoinRequests } from '../members/joining/load-join-requests.ts'
import { makeJoinLink } from '../members/joining/make-join-link.ts'
import { readInstant } from '../polls/poll-option.ts'
import { commandOf, enterGroup } from './authorize-person.ts'
import { groupIn, JoinRequestQuery, MemberQuery, queried } from './params.ts'
import { type Asked, route } from './route.ts'

const LinkRecord = Record('Join link', {
  id: Id('The link.'),
  asks: Flag('People who use it ask first, and an admin answers; false: they join immediately.'),
  state: OneOf(['open', 'ended', 'over', 'used_up'], 'Whether people can use it. over: it has expired.'),
  most: NullableInteger('The number of people who can join with it. Null: no limit.'),
  joined: Count('The number of people who have joined with it.'),
  waiting: Count('The number of requests from it that are waiting for an answer.'),
  made_by_id: Id('The person who created it.'),
  ends_at: MaybeTime('When it expires.'),
  ended_at: MaybeTime('When an admin ended it.'),
  created_at: Time('When it was created.'),
})

const LinksEnvelope = Record('Join links envelope', {
  join_links: ListOf(LinkRecord, 'The newest 200 links, also those that have ended, newest first.'),
})

const MadeEnvelope = Record('New join link', {
  id: Id('The link.'),
  url: MaybeText(
    'The link, returned only once. Null if the request is repeated, because the token is not stored.',
  ),
})

const NewLink = Record('New join link fields', {
  ...MemberQuery.properties,
  asks: Type.Optional(Flag('Whether people ask first and an admin answers.', { default: true })),
  most: Type.Optional(
    NullableInteger(`The number of people who can join with it, between 1 and ${MOST_PEOPLE}.`, {
      default: null,
    }),
  ),
  ends_at: Type.Optional(
    MaybeText(
      'When it expires: an ISO 8601 date-time (UTC if it has no zone), or a date (00:00 UTC, the start of that day).',
      { default: null },
    ),
  ),
})

const RequestRecord = Record('Join request', {
  id: Id('The request.'),
  user_id: Id('Who asks.'),
  name: MaybeText('Their name.'),
  email: MaybeText('Their confirmed address.'),
  similar_name: MaybeText("A member's name that is similar to theirs. Null: none."),
  was_removed: Flag('Whether an admin removed this person from the group before.'),
  created_at: Time('When they asked.'),
})

const RequestsEnvelope = Record('Join requests envelope', {
  join_requests: ListOf(RequestRecord, 'Requests waiting for an answer, oldest first.'),
  meta: Type.Object({
    next: NullableInteger('Send it as `after` for the next page. Null: there is none.'),
  }),
})

const DoneRecord = Record('Done', { id: Id('The id of the link or request.') })

const listLinks = route({
  method: 'GET',
  path: '/join_links',
  query: MemberQuery,
  answer: LinksEnvelope,
  does: {
    id: 'listJoinLinks',
    tag: 'Joining',
    summary: 'List join links',
    description: 'The links to join one of your groups. For admins.',
    says: 'The links, without their tokens, which are not stored.',
  },
  run: async (asked) => {
    const { db, key } = asked
    const { group_id } = queried(asked, MemberQuery)
    const { now } = await enterGroup(db.pool, key, { group_id, ability: 'administer' })
    const links = await loadJoinLinks(db.pool, group_id)
    return { join_links: links.map((link) => presentLink(link, now)) }
  },
})

const makeLink = route({
  method: 'POST',
  path: '/join_links',
  body: NewLink,
  answer: MadeEnvelope,
  does: {
    id: 'createJoinLink',
    tag: 'Joining',
    summary: 'Create join link',
    description: 'Creates a link with which anyone can join the group, or ask to join. For admins.',
    says: 'The link with its token, returned only once.',
  },
  run: async (asked) => {
    const group_id = groupIn(bodyOf(asked.request), NewLink)
    return answerOnce(commandOf(asked), asked, {
      enter: async (act) => {
        await enterGroup(act.tx, asked.key, { group_id, ability: 'administer' })
        return readLink(fieldsOf(asked, NewLink))
      },
      run: (act, link) => makeJoinLink(act, { ...link, group_id, made_by: asked.key.user_id }),
      show: async (_, { id, token }): Promise<Static<typeof MadeEnvelope>> => ({
        id,
        url: joinAddress(asked.config.public_url, token),
      }),
      keep: (answer) => ({ ...answer, url: null }),
    })
  },
})

const endLink = route({
  method: 'POST',
  path: '/join_links/:id/end',
  params: { id: { to: 'join_link', about: 'The id of the link.' } },
  answer: DoneRecord,
  does: {
    id: 'endJoinLink',
    tag: 'Joining',
    summary: 'End join link',
    description: 'Ends a link immediately. Requests made with it keep waiting. For admins.',
    says: 'The id of the link.',
  },
  run: (asked) => doing(asked, loadGroupOfLink, endJoinLink),
})

const listRequests = route({
  method: 'GET',
  path: '/join_requests',
  query: JoinRequestQuery,
  answer: RequestsEnvelope,
  does: {
    id: 'listJoinRequests',
    tag: 'Joining',
    summary: 'List join requests',
    description: 'The people who have asked to join one of your groups. For admins.',
    says: 'The requests waiting for an answer.',
  },
  run: async (asked) => {
    const { db, key } = asked
    const { group_id, per, after } = queried(asked, JoinRequestQuery)
    await enterGroup(db.pool, key, { group_id, ability: 'administer' })
    const { items, more } = await loadJoinRequests(db.pool, { group_id, after: after ?? 0, per })
    const next = more ? (items.at(-1)?.id ?? null) : null
    return { join_requests: items.map(presentRequest), meta: { next } }
  },
})

const ofRequest = { id: { to: 'join_request', about: 'The id of the request.' } } as const

const approve = route({
  method: 'POST',
  path: '/join_requests/:id/approve',
  params: ofRequest,
  answer: DoneRecord,
  does: {
    id: 'approveJoinRequest',
    tag: 'Joining',
    summary: 'Approve join request',
    description: 'Makes the person a member and notifies them by email. For admins.',
    says: 'The id of the request.',
  },
  run: (asked) => doing(asked, loadGroupOfRequest, acceptRequest),
})

const decline = route({
  method: 'POST',
  path: '/join_requests/:id/decline',
  params: ofRequest,
  answer: DoneRecord,
  does: {
    id: 'declineJoinRequest',
    tag: 'Joining',
    summary: 'Decline join request',
    description: 'Declines the request and notifies the person by email. For admins.',
    says: 'The id of the request.',
  },
  run: (asked) => doing(asked, loadGroupOfRequest, discardRequest),
})

/** Joining groups by links, for their admins. */
export const joiningRoutes = [listLinks, makeLink, endLink, listRequests, approve, decline]

type GroupOf = (db: Act['tx'], id: number) => Promise<number>
type Doing = (act: Act, to: { group_id: number; id: number }) => Promise<void>

/** Runs a change of a link or request in its group. NotFound: none with this id in a group of the person. */
function doing(asked: Asked, groupOf: GroupOf, run: Doing): Promise<object | Buffer> {
  const id = numberIn(asked.request, 'id')
  return answerOnce(commandOf(asked), asked, {
    enter: async (act) => {
      const group_id = await groupOf(act.tx, id)
      if (group_id === 0) throw new NotFound()
      await enterGroup(act.tx, asked.key, { group_id, ability: 'administer' })
      return group_id
    },
    run: async (act, group_id) => {
      await run(act, { group_id, id })
      return id
    },
    show: async (): Promise<Static<typeof DoneRecord>> => ({ id }),
  })
}

function readLink({ asks = true, most = null, ends_at = null }: Static<typeof NewLink>): NewJoinLink {
  const at = ends_at === null ? null : readInstant(ends_at.trim())
  if (ends_at !== null && at === null) refuse([problem('ends_at', 'no_date_time')])
  return { asks, most, ends_at: at === null ? null : new Date(at) }
}

function presentLink(link: ListedJoinLink, now: Date): Static<typeof LinkRecord> {
  const { id, asks, most, joined, waiting, made_by } = link
  return {
    ...{ id, asks, most, joined, waiting, made_by_id: made_by },
    state: stateOfLink(link, now),
    ends_at: maybeTime(link.ends_at),
    ended_at: maybeTime(link.ended_at),
    created_at: time(link.created_at),
  }
}

function presentRequest(request: ListedRequest): Static<typeof RequestRecord> {
  const { id, user_id, name, email, like, removed, asked_at } = request
  return { id, user_id, name, email, similar_name: like, was_removed: removed, created_at: time(asked_at) }
}
