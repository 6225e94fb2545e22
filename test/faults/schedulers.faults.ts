import { expect, test } from 'vitest'
import { installProgram, type Served } from '../process.ts'
import { ALLOWED, makeWebhook, startReceiver } from '../receiver.ts'
import { startSmtp } from '../smtp.ts'
import { makePoll } from '../tell.ts'
import type { World } from '../world.ts'
import { latenessOf } from './closings.ts'
import { exactlyOnce, nameOf, namesOf } from './deliveries.ts'
import { report, some } from './figures.ts'
import { scaled, secondsUntil } from './rounds.ts'
import { openPair } from './town.ts'

installProgram()

const METRICS_TOKEN = 'figures-for-the-watcher'
const SECOND_MS = 1_000
const DAY_MS = 86_400_000

/** The events of a kind about these polls, one row per occurrence. */
async function eventsOf(world: World, kind: string, poll_ids: number[]) {
  const { rows } = await world.db.pool.query<{ id: number; poll_id: number }>(
    'select id, poll_id from events where kind = $1 and poll_id = any ($2) order by id',
    [kind, poll_ids],
  )
  return rows
}

/** The number of mails sent by this process. */
async function sentBy({ url }: Served): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(/^folkmoot_mails_total\{outcome="sent"\} (\d+)/m.exec(await answer.text())?.[1] ?? 0)
}

async function nothingWaits({ db }: World): Promise<boolean> {
  const { rows } = await db.pool.query<{ n: number }>(`select (
    (select count(*) from events where dispatched_at is null) + (select count(*) from mails where status = 'waiting')
    + (select count(*) from webhook_deliveries where status = 'waiting'))::int as n`)
  return rows[0]?.n === 0
}

test('two schedulers on one database', async (context) => {
  const smtp = await startSmtp()
  const settings = {
    METRICS_TOKEN,
    SMTP_URL: smtp.url,
    OUTBOUND_ALLOW: ALLOWED.join(','),
  }
  const { town, services } = await openPair(context, [settings, settings])
  const { world, voters } = town
  const receiver = await startReceiver()
  await makeWebhook(world, { url: receiver.url, kinds: ['poll_closing_soon', 'poll_expired'] })
  const polls = scaled(6, 40)
  // A slow machine needs seconds to make them all.
  const soon = Date.now() + 10 * SECOND_MS
  const closing: number[] = []
  const reminding: number[] = []
  for (let made = 0; made < polls; made++) {
    const closing_at = new Date(soon + (made % 3) * SECOND_MS)
    closing.push(await makePoll(world, { settings: { closing_at, anonymous: made % 2 === 1 } }))
    const reminded_at = {
      closing_at: new Date(closing_at.getTime() + DAY_MS),
      notify_on_closing_soon: 'voters',
    } as const
    reminding.push(await makePoll(world, { settings: reminded_at }))
  }
  const late = await latenessOf(world.db.pool, closing)
  const all = async () => (await eventsOf(world, 'poll_closing_soon', reminding)).length >= polls
  expect(await secondsUntil(all)).not.toBeNull()
  expect(await secondsUntil(() => nothingWaits(world), 240)).not.toBeNull()

  const closed = await eventsOf(world, 'poll_expired', closing)
  const reminded = await eventsOf(world, 'poll_closing_soon', reminding)
  const ids = (events: { id: number }[]) => events.map(({ id }) => id)
  const mails = [
    ...namesOf(ids(closed), [world.ada.id]),
    ...namesOf(
      ids(reminded),
      voters.map(({ id }) => id),
    ),
  ]
  const told = receiver.got.map(({ body }) => String((JSON.parse(body) as { id: unknown }).id))
  report(context, [
    ...exactlyOnce(
      'closings',
      closing.map(String),
      closed.map(({ poll_id }) => String(poll_id)),
    ),
    ...exactlyOnce(
      'reminders',
      reminding.map(String),
      reminded.map(({ poll_id }) => String(poll_id)),
    ),
    ...exactlyOnce('mails', mails, smtp.received.map(nameOf)),
    ...exactlyOnce('calls of a webhook', ids([...closed, ...reminded]).map(String), told),
    { what: 'closings late by at most', value: late.most, unit: ' s', promised: { at_most: 10 } },
    some('mails sent by the one', await sentBy(services[0])),
    some('mails sent by the other', await sentBy(services[1])),
  ])
})
