import type { Request } from 'autocannon'
import type { FloorPart } from './floor.ts'
import { NEW_POLL } from './new-poll.ts'
import { castScript, createScript, membersScript, showScript } from './scripts.ts'
import type { SeededPoll } from './seed.ts'
import type { Stage } from './stage.ts'

/** One measured case: requests over HTTP, and what limits their rate. */
export type Case = {
  name: string
  target: string
  requests: (stage: Stage) => Request[]
  /** The statements behind the request, for pgbench; or the empty route; null: no known limit. */
  limit: ((stage: Stage) => string) | 'empty_route' | null
  /** The part of the floor that it is compared with. */
  floor: FloorPart
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const posting = (key: string, path: string, body: object): Request => ({
  method: 'POST',
  path: `/api/b1/${path}`,
  headers: { ...bearer(key), 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const opening = (path: string, cookie = ''): Request => ({
  method: 'GET',
  path,
  headers: { accept: 'text/html', 'accept-encoding': 'gzip', cookie },
})

// So many that old ones have expired from the caches when their turn comes again.
const MOST_CASTS = 6_400
const OPTIONS = 4
const PASSES = 2
let passes = 0

type Voter = { poll: SeededPoll; user_id: number }

const votersOf = (polls: SeededPoll[], voter_ids: number[]) =>
  polls.flatMap((poll) => voter_ids.map((user_id) => ({ poll, user_id }))).slice(0, MOST_CASTS)

/**
 * Votes by every voter, and then by all of them again; the next list continues there. Each choice differs
 * from the last one, so every ballot must be recorded.
 */
function repeated<T>(voters: T[], request: (voter: T, place: number) => Request): Request[] {
  const from = passes
  passes += PASSES
  return Array.from({ length: PASSES }, (_, pass) =>
    voters.map((voter, index) => request(voter, (index + from + pass) % OPTIONS)),
  ).flat()
}

export function casts(key: string, voters: Voter[]): Request[] {
  return repeated(voters, ({ poll, user_id }, place) =>
    posting(key, `polls/${poll.id}/ballots`, {
      user_id,
      choices: { [`Number ${place + 1} of the proposals`]: 1 },
    }),
  )
}

/** The form on a poll's page, submitted by its voter. */
function sentForm({ key, cookie }: { key: string; cookie: string }, place: number): Request {
  return {
    method: 'POST',
    path: `/p/${key}/ballot`,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: `choice=${place + 1}`,
  }
}

export const shows = (key: string, polls: SeededPoll[], of = ''): Request[] =>
  polls.map((poll) => ({ method: 'GET', path: `/api/b1/polls/${poll.key}${of}`, headers: bearer(key) }))

const PLAIN_POLL = { ...NEW_POLL, specified_voters_only: true }
export const plainPoll = (key: string) => posting(key, 'polls', PLAIN_POLL)

/** Per hundred requests: 90 reads, 8 votes and 2 new polls, evenly mixed. */
function mix({ shown, open, voter_ids, key }: Stage): Request[] {
  const votes = casts(key, votersOf(open, voter_ids))
  const reads = shows(key, shown)
  return votes.flatMap((vote, index) => {
    const around = Array.from(
      { length: 11 },
      (_, turn) => reads[(index * 11 + turn) % reads.length] as Request,
    )
    return [...around, vote, ...(index % 4 === 3 ? [plainPoll(key)] : [])]
  })
}

export const CASES: Case[] = [
  {
    name: 'empty_route',
    target: 'what the framework does',
    requests: () => [opening('/healthz')],
    limit: null,
    floor: 'select',
  },
  {
    name: 'show_poll',
    target: '>= 70%, >= 5 000/s, p99 < 15 ms',
    requests: ({ shown, key }) => shows(key, shown),
    limit: showScript,
    floor: 'select',
  },
  {
    name: 'create_poll',
    target: '>= 80%',
    requests: ({ keys }) => keys.map((key) => posting(key, 'polls', NEW_POLL)),
    limit: createScript,
    floor: 'insert',
  },
  {
    // All of them in one group, without ballots.
    name: 'create_poll_plain',
    target: '',
    requests: ({ key }) => [plainPoll(key)],
    limit: null,
    floor: 'insert',
  },
  {
    name: 'poll_results',
    target: '',
    requests: ({ paged_key, paged }) => shows(paged_key, paged, '/results'),
    limit: null,
    floor: 'select',
  },
  {
    name: 'list_polls',
    target: '50 polls a page',
    requests: ({ key }) => [{ method: 'GET', path: '/api/b1/polls?per=50', headers: bearer(key) }],
    limit: null,
    floor: 'select',
  },
  {
    name: 'list_memberships',
    target: '1 000 members, 560 kB',
    requests: ({ large_key }) => [
      { method: 'GET', path: '/api/b1/memberships?per=1000', headers: bearer(large_key) },
    ],
    limit: membersScript,
    floor: 'select',
  },
  {
    name: 'poll_page',
    target: '>= 20%, >= 2 700/s',
    requests: ({ paged: [poll], cookies }) => [opening(`/p/${poll?.key}`, cookies[0])],
    limit: 'empty_route',
    floor: 'select',
  },
  {
    // Each for another reader, and evicted from the cache before it is requested again.
    name: 'poll_page_changed',
    target: '>= 1 000/s',
    requests: ({ paged, cookies }) =>
      paged.flatMap((poll) => cookies.map((cookie) => opening(`/p/${poll.key}`, cookie))),
    limit: 'empty_route',
    floor: 'select',
  },
  {
    name: 'sign_in_page',
    target: '',
    requests: () => [opening('/sign-in')],
    limit: 'empty_route',
    floor: 'select',
  },
  // Last: the mails they cause keep the service busy for a while.
  {
    name: 'cast_many',
    target: '>= 75%, >= 1 800/s',
    requests: ({ key, open, voter_ids }) => casts(key, votersOf(open, voter_ids)),
    limit: ({ open, voter_ids, api_key_id }) => castScript({ polls: open, voter_ids, api_key_id }),
    floor: 'insert',
  },
  {
    name: 'cast_form',
    target: '',
    requests: ({ linked }) => repeated(linked, sentForm),
    limit: null,
    floor: 'insert',
  },
  { name: 'mixed', target: '', requests: mix, limit: null, floor: 'select' },
  {
    name: 'cast_anonymous',
    target: '',
    requests: ({ secret, secret_a_round }) =>
      secret.splice(0, secret_a_round).map((ballot, index) => sentForm(ballot, index % 3)),
    limit: null,
    floor: 'insert',
  },
  {
    name: 'cast_hot',
    target: '>= 250%, >= 2 000/s',
    requests: ({ hot_key, hot, hot_voter_ids }) => casts(hot_key, votersOf([hot], hot_voter_ids)),
    limit: ({ hot, hot_voter_ids, hot_api_key_id }) =>
      castScript({ polls: [hot], voter_ids: hot_voter_ids, api_key_id: hot_api_key_id }),
    floor: 'insert',
  },
]
