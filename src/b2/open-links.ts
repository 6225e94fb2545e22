import { type Static, Type } from 'typebox'
import { POLL } from '../api/definition.ts'
import { fieldsOf, numberIn, refOf } from '../api/exchange.ts'
import {
  Count,
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
import type { Queryable } from '../db/sql.ts'
import { Forbidden } from '../errors.ts'
import { answerOnce } from '../http/idempotency.ts'
import { loadPollOfPerson } from '../members/visits/load-visit.ts'
import { mayFacilitate } from '../polls/facilitation.ts'
import { endOpenLink } from '../polls/open/end-open-link.ts'
import { loadOpenLinks } from '../polls/open/load-open-link.ts'
import { makeOpenLink } from '../polls/open/make-open-link.ts'
import {
  MOST_OPEN_LINKS,
  MOST_OPEN_VOTES,
  type OpenLink,
  openAddress,
  stateOfOpenLink,
} from '../polls/open/vote-link.ts'
import type { Poll } from '../polls/poll.ts'
import { commandOf } from './authorize-person.ts'
import { type Asked, route } from './route.ts'

const LinkRecord = Record('Open link', {
  id: Id('The link.'),
  state: OneOf(['open', 'ended', 'used_up'], 'Whether new people can vote with it.'),
  most: NullableInteger('The number of people who can vote with it. Null: as many as the poll accepts.'),
  voted: Count('The number of people who have voted with it.'),
  ended_at: MaybeTime('When it was ended.'),
  created_at: Time('When it was created.'),
})

const LinksEnvelope = Record('Open links envelope', {
  open_links: ListOf(LinkRecord, 'All links of the poll, newest first, also those that have ended.'),
})

const MadeEnvelope = Record('New open link', {
  id: Id('The link.'),
  url: MaybeText(
    'The link, returned only once. Null if the request is repeated, because the token is not stored.',
  ),
})

const NewLink = Record('New open link fields', {
  most: Type.Optional(
    NullableInteger(`The number of people who can vote with it, between 1 and ${MOST_OPEN_VOTES}.`, {
      default: null,
    }),
  ),
})

const DoneRecord = Record('Ended open link', { id: Id('The link.') })

const list = route({
  method: 'GET',
  path: '/polls/:ref/open_links',
  params: { ref: POLL },
  answer: LinksEnvelope,
  does: {
    id: 'listOpenLinks',
    tag: 'Polls',
    summary: 'List open links',
    description:
      'The links with which anyone can vote in a poll created with open_link. For its author and admins of the group.',
    says: 'The links, without their tokens, which are not stored.',
  },
  run: async (asked) => {
    const poll = await facilitated(asked.db.pool, asked)
    const links = await loadOpenLinks(asked.db.pool, poll.id, MOST_OPEN_LINKS)
    return { open_links: links.map(presentLink) }
  },
})

const make = route({
  method: 'POST',
  path: '/polls/:ref/open_links',
  params: { ref: POLL },
  body: NewLink,
  answer: MadeEnvelope,
  does: {
    id: 'createOpenLink',
    tag: 'Polls',
    summary: 'Create open link',
    description:
      'Creates a link with which anyone can vote in an open poll that was created with open_link. For its author and admins of the group.',
    says: 'The link with its token, returned only once.',
  },
  run: (asked) =>
    answerOnce(commandOf(asked), asked, {
      enter: async (act) => {
        const { most = null } = fieldsOf(asked, NewLink)
        return { poll: await facilitated(act.tx, asked), most, made_by: asked.key.user_id }
      },
      run: makeOpenLink,
      show: async (_, { id, token }): Promise<Static<typeof MadeEnvelope>> => ({
        id,
        url: openAddress(asked.config.public_url, token),
      }),
      keep: (answer) => ({ ...answer, url: null }),
    }),
})

const end = route({
  method: 'POST',
  path: '/polls/:ref/open_links/:id/end',
  params: { ref: POLL, id: { to: 'open_link', about: 'The id of the link.' } },
  answer: DoneRecord,
  does: {
    id: 'endOpenLink',
    tag: 'Polls',
    summary: 'End open link',
    description:
      'Ends a link immediately. People who have voted with it can still change their vote. For the author of the poll and admins of the group.',
    says: 'The id of the link.',
  },
  run: (asked) =>
    answerOnce(commandOf(asked), asked, {
      enter: (act) => facilitated(act.tx, asked),
      run: async (act, poll) => {
        const id = numberIn(asked.request, 'id')
        await endOpenLink(act, { poll_id: poll.id, id })
        return id
      },
      show: async (_, id): Promise<Static<typeof DoneRecord>> => ({ id }),
    }),
})

/** Links with which anyone can vote, for the people who manage the poll. */
export const openLinkRoutes = [list, make, end]

/** The poll of the path. NotFound: they may not see it; Forbidden `not_facilitator`: they do not run it. */
async function facilitated(db: Queryable, { key, request }: Asked): Promise<Poll> {
  const { visitor, loaded } = await loadPollOfPerson(db, key.user_id, refOf(request))
  if (!mayFacilitate(loaded.poll, { ...visitor, holds_ballot: false }))
    throw new Forbidden('not_facilitator.change')
  return loaded.poll
}

function presentLink(link: OpenLink): Static<typeof LinkRecord> {
  const { id, most, voted, ended_at, created_at } = link
  const state = stateOfOpenLink(link)
  return { id, state, most, voted, ended_at: maybeTime(ended_at), created_at: time(created_at) }
}
