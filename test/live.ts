import { afterEach } from 'vitest'
import { change } from '../src/db/db.ts'
import { addComment } from '../src/discussions/comments/add-comment.ts'
import { dispatchEvents } from '../src/jobs/dispatch-events.ts'
import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import { sessionOf } from './sign-in.ts'
import { MAIL_CONFIG, makePoll, type PollWish } from './tell.ts'
import { keyOf, openWeb, type Web } from './web.ts'
import { addMembers, createWorld, type World } from './world.ts'

/** Long enough for two checks. */
const QUIET_MS = 2_200

export type Following = {
  answer: Response
  text: () => string
  ended: () => boolean
  changes: () => number
}

/** A group whose pages are followed over real connections, which end with the test. */
export type LiveWorld = {
  world: World
  web: Web
  base: string
  people: number[]
  /** Ada's session: the default follower. */
  cookie: string
  /** Aborts each stream, oldest first. */
  streams: AbortController[]
  /** `seen`: the fingerprint of the follower's page. */
  follow(path: string, how?: { at?: string; as?: string; seen?: string }): Promise<Following>
  /** The fingerprint in the page at this path, as Ada sees it. */
  seen(path: string): Promise<string>
  poll(wish?: PollWish): Promise<{ id: number; path: string }>
  vote(poll_id: number, voter?: number, choice?: string): Promise<void>
  comment(discussion_id: number, body: string): Promise<void>
  /** Dispatches all events. */
  dispatch(): Promise<unknown>
}

export const pause = () => new Promise((resolve) => setTimeout(resolve, QUIET_MS))

export async function openLiveWorld(): Promise<LiveWorld> {
  const world = await createWorld()
  const people = await addMembers(world)
  const web = await openWeb(world)
  const base = await web.app.listen({ port: 0, host: '127.0.0.1' })
  const streams: AbortController[] = []
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.abort()
  })
  const dispatch = () => dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const live: LiveWorld = {
    world,
    web,
    base,
    people,
    cookie: await sessionOf(world, world.ada.id),
    streams,
    follow: (path, { at = base, as = live.cookie, seen } = {}) => {
      const stream = new AbortController()
      streams.push(stream)
      const query = seen === undefined ? '' : `?seen=${encodeURIComponent(seen)}`
      return followed(`${at}${path}/live${query}`, as, stream.signal)
    },
    seen: async (path) => {
      const page = await fetch(`${base}${path}`, { headers: { cookie: live.cookie } })
      return /data-seen="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    },
    poll: async (wish = {}) => {
      const id = await makePoll(world, { options: ['agree', 'disagree'], ...wish })
      await dispatch()
      return { id, path: `/p/${await keyOf(world, 'polls', id)}` }
    },
    vote: async (poll_id, voter = 0, choice = 'agree') => {
      const user_id = people[voter] ?? 0
      await castBallot(world.db, { poll_id, user_id, choices: { [choice]: 1 }, reason: null })
      await dispatch()
    },
    comment: async (discussion_id, body) => {
      await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
        addComment(act, { discussion_id, parent_id: null, body, mentioned_ids: [] }),
      )
      await dispatch()
    },
    dispatch,
  }
  return live
}

async function followed(url: string, cookie: string, signal: AbortSignal): Promise<Following> {
  const answer = await fetch(url, { headers: { cookie }, signal })
  let text = ''
  let ended = false
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true })
    ended = true
  }
  read().catch(() => undefined)
  return {
    answer,
    text: () => text,
    ended: () => ended,
    changes: () => text.split('data: changed\n\n').length - 1,
  }
}
