import type { Request } from 'autocannon'
import { NEW_POLL } from './new-poll.ts'
import { castScript, createScript, membersScript, showScript } from './scripts.ts'
import type { SeededPoll } from './seed.ts'
import type { Stage } from './stage.ts'

/** One thing measured: requests over HTTP, and what limits their rate. */
export type Case = {
  name: string
  target: string
  requests: (stage: Stage) => Request[]
  /**
   * The statements they run, for pgbench; or the case that does nothing else than they must; null: no limit
   * is known.
   */
  limit: ((stage: Stage) => string) | 'empty_route' | null
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

// As many as are not all still there, made, when their turn comes again.
const MOST_CASTS = 6_400
const OPTIONS = 4

/** Each voter's vote, and then all of them again with another choice: every ballot is one to be recorded. */
function casts(key: string, ballots: { poll: SeededPoll; user_id: number }[]): Request[] {
  const few = ballots.slice(0, MOST_CASTS)
  return [0, 1].flatMap((round) =>
    few.map(({ poll, user_id }, index) => {
      const choice = `Number ${((index + round) % OPTIONS) + 1} of the proposals`
      return posting(key, `polls/${poll.id}/ballots`, { user_id, choices: { [choice]: 1 } })
    }),
  )
}

/** The page's form: programs cast no anonymous ballots. */
function castsInUrn({ key, cookie }: { key: string; cookie: string }, index: number): Request {
  return {
    method: 'POST',
    path: `/p/${key}/ballot`,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: `choice=${(index % 3) + 1}`,
  }
}

export const CASES: Case[] = [
  {
    name: 'empty_route',
    target: 'what the framework does',
    requests: () => [opening('/healthz')],
    limit: null,
  },
  {
    name: 'show_poll',
    target: '>= 70%, >= 5 000/s, p99 < 15 ms',
    requests: ({ shown, key }) =>
      shown.map((poll) => ({ method: 'GET', path: `/api/b1/polls/${poll.key}`, headers: bearer(key) })),
    limit: showScript,
  },
  {
    name: 'create_poll',
    target: '>= 80%',
    requests: ({ keys }) => keys.map((key) => posting(key, 'polls', NEW_POLL)),
    limit: createScript,
  },
  {
    name: 'list_polls',
    target: '50 polls a page',
    requests: ({ key }) => [{ method: 'GET', path: '/api/b1/polls?per=50', headers: bearer(key) }],
    limit: null,
  },
  {
    name: 'list_memberships',
    target: '1 000 members, 560 kB',
    requests: ({ large_key }) => [
      { method: 'GET', path: '/api/b1/memberships?per=1000', headers: bearer(large_key) },
    ],
    limit: membersScript,
  },
  {
    name: 'poll_page',
    target: '>= 20%, >= 2 700/s',
    requests: ({ paged: [poll], cookies }) => [opening(`/p/${poll?.key}`, cookies[0])],
    limit: 'empty_route',
  },
  {
    // Each for another reader, and by the time it is asked for again it is no longer kept.
    name: 'poll_page_changed',
    target: '>= 1 000/s',
    requests: ({ paged, cookies }) =>
      paged.flatMap((poll) => cookies.map((cookie) => opening(`/p/${poll.key}`, cookie))),
    limit: 'empty_route',
  },
  { name: 'sign_in_page', target: '', requests: () => [opening('/sign-in')], limit: 'empty_route' },
  // Last: what they leave to be told keeps the service busy for a while.
  {
    name: 'cast_many',
    target: '>= 75%, >= 1 800/s',
    requests: ({ key, open, voter_ids }) =>
      casts(
        key,
        open.flatMap((poll) => voter_ids.map((user_id) => ({ poll, user_id }))),
      ),
    limit: ({ open, voter_ids, api_key_id }) => castScript({ polls: open, voter_ids, api_key_id }),
  },
  {
    name: 'cast_anonymous',
    target: '',
    requests: ({ secret, secret_a_round }) => secret.splice(0, secret_a_round).map(castsInUrn),
    limit: null,
  },
  {
    name: 'cast_hot',
    target: '>= 250%, >= 2 000/s',
    requests: ({ hot_key, hot, hot_voter_ids }) =>
      casts(
        hot_key,
        hot_voter_ids.map((user_id) => ({ poll: hot, user_id })),
      ),
    limit: ({ hot, hot_voter_ids, hot_api_key_id }) =>
      castScript({ polls: [hot], voter_ids: hot_voter_ids, api_key_id: hot_api_key_id }),
  },
]
