import { beforeAll, expect, test } from 'vitest'
import { B1_ROUTES } from '../src/b1/routes.ts'
import { type Act, change } from '../src/db/db.ts'
import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import { reopenPoll } from '../src/polls/open-poll.ts'
import { publishOutcome } from '../src/polls/outcomes/publish-outcome.ts'
import { PAGES } from '../src/web/pages.ts'
import { serve } from './app.ts'
import { feedOf } from './feeds.ts'
import { type GroupWorld, openGroupWorld } from './group-web.ts'
import { openPost } from './post.ts'
import { makeWebhook } from './receiver.ts'
import { addressOf } from './references.ts'
import { makePoll, makeThread } from './tell.ts'
import { keyOf } from './web.ts'
import { keyFor } from './world.ts'

/**
 * A poll that is reopened hides its results again: nothing that was kept or written while they were shown may
 * still tell them.
 */

const REASON = 'Because of the tides'
const RESULTS = /Because of the tides|Agree 2|"score":2\b|"total_score":2\b/

let at: GroupWorld
/** All that the group's admin, a program and subscribers can read, by address. */
let readAll: () => Promise<Map<string, string>>
let reopen: () => Promise<unknown>

beforeAll(async () => {
  at = await openGroupWorld()
  const { world, people } = at
  const { db } = world
  const post = await openPost(world)
  const { key } = await keyFor(world)
  const app = await serve(world)
  const feeds = [await feedOf(world, 'calendar', people.ada), await feedOf(world, 'group', people.ada)]
  await makeWebhook(world, { url: 'https://example.org/' })
  await db.pool.query('update groups set public = true')
  const discussion_id = await makeThread(world)
  await at.post(`/d/${await keyOf(world, 'discussions', discussion_id)}/comments`, 'ben', { body: 'Vote!' })
  const poll_id = await makePoll(world, {
    discussion_id,
    told: 'holders',
    recipients: { audience: 'group' },
    settings: { hide_results: 'until_closed' },
  })
  await post.dispatch()
  for (const user_id of [people.ben, people.cleo]) {
    const reason = { text: REASON, format: 'md' } as const
    await castBallot(db, { poll_id, user_id, choices: { agree: 1 }, reason })
  }
  const act = (run: (act: Act) => Promise<unknown>) =>
    change(db, { kind: 'person', user_id: people.ben }, run)
  await act((one) => closePoll(one, poll_id))
  await post.dispatch()
  const outcome = { statement: 'So be it.', poll_option_id: null, review_on: null }
  await act((one) => publishOutcome(one, { ...outcome, poll_id }))
  await post.dispatch()
  reopen = () => act((one) => reopenPoll(one, poll_id, new Date('2099-06-01T12:00:00Z')))

  const [poll, thread] = [
    await keyOf(world, 'polls', poll_id),
    await keyOf(world, 'discussions', discussion_id),
  ]
  const ids = async (statement: string) =>
    (await db.pool.query<{ id: number }>(statement)).rows.map(({ id }) => id)
  const addresses = async () => {
    const mails = await ids('select id from mails')
    const deliveries = await ids('select id from webhook_deliveries')
    const [webhook = 0] = await ids('select id from webhooks')
    const known: Record<string, (string | number)[]> = {
      '/g/:handle/outbox/:id': mails,
      '/g/:handle/webhooks/:id': [webhook],
      '/g/:handle/webhooks/:id/deliveries/:delivery': deliveries,
    }
    return PAGES.filter(({ path, show }) => show !== null && /^\/([gpd]\/:|$)/.test(path)).flatMap(
      ({ path }) => {
        const keyed = path.replace('/p/:key', `/p/${poll}`).replace('/d/:key', `/d/${thread}`)
        const whole = keyed.replace(':handle', world.group.handle)
        return (known[path] ?? (whole.includes(':') ? [] : [0])).map((id) =>
          whole
            .replace(':delivery', String(id))
            .replace(':id', String(path.includes(':delivery') ? webhook : id)),
        )
      },
    )
  }
  const references = { poll: poll_id, thread: discussion_id, comment: 1, membership: 1, webhook: 1 }
  readAll = async () => {
    const read = new Map<string, string>()
    for (const url of await addresses())
      for (const who of ['ada', 'outsider'] as const) read.set(`${who} ${url}`, (await at.get(url, who)).body)
    for (const url of feeds) read.set(url, (await at.web.get(url)).body)
    for (const route of B1_ROUTES.filter(({ method }) => method === 'GET')) {
      const url = `/api/b1${addressOf(route, references)}`
      read.set(url, (await app.inject({ url, headers: { authorization: `Bearer ${key}` } })).body)
    }
    return read
  }
})

const telling = (read: Map<string, string>) => [...read].filter(([, body]) => RESULTS.test(body))

test('results that were shown while a poll was closed are nowhere once it is reopened', async () => {
  const closed = await readAll()
  const places = telling(closed).map(([url]) => url.replace(/\d+$|\/[pd]\/\w{8}|\?.*/g, ''))
  for (const place of ['ada /g/mill-lane/outbox/', 'ada ', '/api/b1/polls'])
    expect(places.some((one) => one === place)).toBe(true)
  expect(places.some((place) => place.includes('/deliveries/'))).toBe(true)
  await reopen()
  expect(telling(await readAll()).map(([url]) => url)).toEqual([])
})
