import type { Queryable } from '../db/sql.ts'
import type { ListedThread } from '../discussions/thread-list-reads.ts'
import { fullName } from '../groups/group.ts'
import { inAlphabet } from '../locales/alphabet.ts'
import type { Poll } from '../polls/poll.ts'
import {
  grownFromJson,
  guestPollFromJson,
  type HomeRow,
  homeGroupFromJson,
  listedThreadFromJson,
  readHome,
  readWaitingCount,
  requestedGroupFromJson,
  waitingFromJson,
} from './home-reads.ts'

export type HomeGroup = {
  id: number
  handle: string
  name: string
  /** Has joined; false: only invited. */
  accepted: boolean
  /** Nobody can open it: it comes without its threads. */
  suspended: boolean
  memberships: number
  pending_memberships: number
  /** Requests to join that wait for this person's answer. */
  requests: number
  /** The open threads with the latest activity. */
  threads: ListedThread[]
}

export type HomePoll = { poll: Poll; group_name: string }

/** A person's home page: polls that wait for their vote, soonest first, and the threads of their groups. */
export type Home = {
  now: Date
  waiting: HomePoll[]
  /** More polls wait than are listed. */
  more_waiting: boolean
  /** Open polls that wait for an option that this person can add, soonest first. */
  empty: HomePoll[]
  /** Open polls to which options were added after the person's vote, soonest first. */
  grown: (HomePoll & { added: number })[]
  groups: HomeGroup[]
  /** The names of groups that the person has asked to join, and got no answer from. */
  requested: string[]
  /** Polls of other groups that do not wait for this person's vote: open ones, then closed ones. */
  guest_polls: (HomePoll & { is_open: boolean })[]
  /** Threads of other groups that this person may read: as a guest, or as a voter in one of their polls. */
  guest_threads: ListedThread[]
}

const MOST_POLLS = 20
/** Options added after a vote are a remark: only polls that close soon are looked at. */
const MOST_LOOKED = 200
const MOST_COUNTED = 99
const MOST_GROUPS = 50
const MOST_THREADS = 5
/** Members find the others in their group, but guests have no other list. */
const MOST_GUEST_THREADS = 20

/** The home page of a signed-in person. */
export async function loadHome(db: Queryable, user_id: number): Promise<Home> {
  const limits = {
    most_polls: MOST_POLLS + 1,
    most_looked: MOST_LOOKED,
    most_groups: MOST_GROUPS,
    most_threads: MOST_THREADS,
    most_guest_threads: MOST_GUEST_THREADS,
  }
  const row = await readHome(db, user_id, limits)
  return {
    now: row.now,
    waiting: row.waiting.slice(0, MOST_POLLS).map(homePoll),
    more_waiting: row.waiting.length > MOST_POLLS,
    empty: row.empty.slice(0, MOST_POLLS).map(homePoll),
    grown: row.grown.slice(0, MOST_POLLS).map((json) => {
      const { poll, group, parent, added } = grownFromJson(json)
      return { poll, group_name: fullName(group, parent), added }
    }),
    groups: sorted(
      row.groups.map((json) => {
        const { parent, ...group } = homeGroupFromJson(json)
        return { ...group, name: fullName(group, parent) }
      }),
    ),
    requested: row.requests.map((json) => {
      const { parent, ...group } = requestedGroupFromJson(json)
      return fullName(group, parent)
    }),
    guest_polls: guestPolls(row),
    guest_threads: row.guest_threads.map(listedThreadFromJson),
  }
}

function homePoll(json: HomeRow['waiting'][number]): HomePoll {
  const { poll, group, parent } = waitingFromJson(json)
  return { poll, group_name: fullName(group, parent) }
}

/** Without those that are listed because options were added. */
function guestPolls({ grown, guest_polls }: HomeRow): Home['guest_polls'] {
  const listed = new Set(grown.map((json) => grownFromJson(json).poll.id))
  return guest_polls.slice(0, MOST_POLLS).flatMap((json) => {
    const { poll, group, parent, is_open } = guestPollFromJson(json)
    return listed.has(poll.id) ? [] : [{ poll, group_name: fullName(group, parent), is_open }]
  })
}

/** Groups that the person has joined come first. */
function sorted(groups: HomeGroup[]): HomeGroup[] {
  const some = (accepted: boolean) =>
    inAlphabet(
      groups.filter((group) => group.accepted === accepted),
      ({ name }) => name,
    )
  return [...some(true), ...some(false)]
}

/** How many polls wait for a person's vote; 99: or more. */
export function loadWaitingCount(db: Queryable, user_id: number): Promise<number> {
  return readWaitingCount(db, user_id, MOST_COUNTED)
}
