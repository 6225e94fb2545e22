import { dated } from '../db/json-rows.ts'
import type { Queryable } from '../db/sql.ts'
import type { Discussion } from '../discussions/discussion.ts'
import { fullName } from '../groups/group.ts'
import type { Poll } from '../polls/poll.ts'
import type { User } from '../users/user.ts'
import { type HomeThreadJson, readHome } from './home-reads.ts'

/** `news`: items since the reader was last there; null: never was. */
export type HomeThread = { thread: Discussion; author: User; news: number | null }

export type HomeGroup = {
  handle: string
  name: string
  /** Has joined; otherwise the person was invited. */
  accepted: boolean
  memberships: number
  pending_memberships: number
  /** The last touched of the open ones. */
  threads: HomeThread[]
}

/** What concerns a person: polls that wait for their vote, soonest first, and the threads of their groups. */
export type Home = {
  now: Date
  waiting: { poll: Poll; group_name: string }[]
  /** More polls wait than are named. */
  more_waiting: boolean
  groups: HomeGroup[]
  /** Threads of other groups, to which the person was invited. */
  guest_threads: HomeThread[]
}

const MOST_POLLS = 20
const MOST_GROUPS = 50
const MOST_THREADS = 5

/** The first page of whoever is signed in. */
export async function loadHome(db: Queryable, user_id: number): Promise<Home> {
  const limits = { most_polls: MOST_POLLS + 1, most_groups: MOST_GROUPS, most_threads: MOST_THREADS }
  const row = await readHome(db, user_id, limits)
  return {
    now: row.now,
    waiting: row.waiting.slice(0, MOST_POLLS).map(({ poll, group, parent }) => {
      return { poll: dated<Poll>(poll), group_name: fullName(group, parent) }
    }),
    more_waiting: row.waiting.length > MOST_POLLS,
    groups: row.groups.map(({ parent, threads, ...group }) => {
      return { ...group, name: fullName(group, parent), threads: threads.map(homeThread) }
    }),
    guest_threads: row.guest_threads.map(homeThread),
  }
}

function homeThread({ thread, author, news }: HomeThreadJson): HomeThread {
  return { thread: dated<Discussion>(thread), author: dated<User>(author), news }
}
