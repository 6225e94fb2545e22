import type { LightMyRequestResponse } from 'fastify'
import { change } from '../src/db/db.ts'
import type { Event } from '../src/events/event.ts'
import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import type { Poll } from '../src/polls/poll.ts'
import { sessionOf } from './sign-in.ts'
import { makePoll, type PollWish } from './tell.ts'
import { keyOf, openWeb, SAME_ORIGIN, type SentFields, tokenFor, visitPoll, type Web } from './web.ts'
import { addMembers, createWorld, type World } from './world.ts'

/** A world with its pages, invited people, and helpers for polls. Voters are numbered by position. */
export type PollWorld = {
  world: World
  web: Web
  people: number[]
  vote(poll_id: number, voter: number, choice?: string, reason?: string | null): Promise<unknown>
  close(poll_id: number): Promise<unknown>
  /** A poll, and its page as the first or the given voter sees it by a new link. */
  visit(
    wish: PollWish,
    by?: { who?: number; before?: (poll_id: number) => Promise<unknown> },
  ): ReturnType<typeof visitPoll>
  /** A poll, and a voter who came by a personal link. */
  come(wish: PollWish, voter?: number): Promise<Come>
  /** The scores of a voter's ballot in a named poll. */
  scoresOf(poll_id: number, voter?: number): Promise<(number | null)[] | undefined>
}

type Come = {
  poll_id: number
  path: string
  token: string
  cookie: string
  send(fields: Record<string, string>): Promise<LightMyRequestResponse>
  page(): Promise<string>
}

export async function openPollWorld(): Promise<PollWorld> {
  const world = await createWorld()
  const people = await addMembers(world)
  const web = await openWeb(world)
  const at = (voter: number) => people[voter] ?? 0
  return {
    world,
    web,
    people,
    vote: (poll_id, voter, choice = 'agree', reason = null) =>
      castBallot(world.db, {
        ...{ poll_id, user_id: at(voter), choices: { [choice]: 1 } },
        reason: reason === null ? null : { text: reason, format: 'md' },
      }),
    close: (poll_id) =>
      change(world.db, { kind: 'person', user_id: world.ada.id }, (act) => closePoll(act, poll_id)),
    visit: (wish, { who = at(0), before = async () => null } = {}) =>
      visitPoll({ world, web }, wish, { who, before }),
    come: async (wish, voter = 0) => {
      const poll_id = await makePoll(world, wish)
      const path = `/p/${await keyOf(world, 'polls', poll_id)}`
      const token = await tokenFor(world, 'ballot', { user_id: at(voter), poll_id })
      const { cookie } = await web.follow(path, token)
      const send: Come['send'] = (fields) => web.post(`${path}/ballot`, fields, { ...SAME_ORIGIN, cookie })
      return { poll_id, path, token, cookie, send, page: async () => (await web.get(path, cookie)).body }
    },
    scoresOf: async (poll_id, voter = 0) => {
      const { rows } = await world.db.pool.query<{ scores: (number | null)[] }>(
        'select scores from ballots where poll_id = $1 and user_id = $2',
        [poll_id, at(voter)],
      )
      return rows[0]?.scores
    },
  }
}

/** The same for polls of the whole group, started by Ada, who is signed in as `ada`. */
export async function openGroupPolls() {
  const at = await openPollWorld()
  const { world, web } = at
  return {
    ...at,
    ada: await sessionOf(world, world.ada.id),
    make: async (wish: PollWish = {}) => {
      const poll_id = await makePoll(world, { recipients: { audience: 'group' }, ...wish })
      return { poll_id, path: `/p/${await keyOf(world, 'polls', poll_id)}` }
    },
    /** The cookie of someone who came by a personal link to a poll. */
    linked: async (path: string, subject: { user_id: number; poll_id: number }) =>
      (await web.follow(path, await tokenFor(world, 'ballot', subject))).cookie,
  }
}

/** The same for managing polls: Cleo owns them, Ada is the group's admin, and Ben a member. */
export type ToolWorld = PollWorld & {
  sessions: { ada: string; ben: string; cleo: string }
  make(wish?: PollWish): Promise<Made>
  /** The events of a poll since it was made. */
  eventsOf(poll_id: number): Promise<Event[]>
  /** A poll as it is stored. */
  storedPoll(poll_id: number): Promise<Poll>
}

type Made = {
  poll_id: number
  path: string
  /** Submits the form of a tool, by default as Ada. */
  send(tool: string, fields?: SentFields, cookie?: string): Promise<LightMyRequestResponse>
}

export async function openToolWorld(): Promise<ToolWorld> {
  const poll_world = await openPollWorld()
  const { world, web, people } = poll_world
  const [ben = 0, cleo = 0] = people
  const sessions = {
    ada: await sessionOf(world, world.ada.id),
    ben: await sessionOf(world, ben),
    cleo: await sessionOf(world, cleo),
  }
  return {
    ...poll_world,
    sessions,
    make: async (wish = {}) => {
      const poll_id = await makePoll(world, { actor: { kind: 'person', user_id: cleo }, ...wish })
      const path = `/p/${await keyOf(world, 'polls', poll_id)}`
      const send: Made['send'] = (tool, fields = {}, cookie = sessions.ada) =>
        web.post(`${path}/${tool}`, fields, { ...SAME_ORIGIN, cookie })
      return { poll_id, path, send }
    },
    eventsOf: async (poll_id) => {
      const { rows } = await world.db.pool.query<Event>(
        "select * from events where poll_id = $1 and kind <> 'poll_created' order by id",
        [poll_id],
      )
      return rows
    },
    storedPoll: async (poll_id) => {
      const { rows } = await world.db.pool.query<Poll>('select * from polls where id = $1', [poll_id])
      return rows[0]!
    },
  }
}
