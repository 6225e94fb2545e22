import { expect, test } from 'vitest'
import { installProgram, serve, urlOf } from '../process.ts'
import { ALLOWED, answering, makeWebhook, type Receiver, startReceiver } from '../receiver.ts'
import { makePoll } from '../tell.ts'
import { createWorld, type World } from '../world.ts'
import { exactlyOnce } from './deliveries.ts'
import { none, report } from './figures.ts'
import { scaled, secondsUntil } from './rounds.ts'
import { SETTINGS } from './town.ts'

installProgram()

const SLOW_MS = 3_000

/** A receiver of the group's new polls with this response; `taken`: the ids it accepted. */
type Hooked = Receiver & { what: string; taken: string[] }

async function hook(world: World, what: string, answer: Receiver['answer']): Promise<Hooked> {
  const receiver = await startReceiver()
  const hooked: Hooked = Object.assign(receiver, { what, taken: [] as string[] })
  hooked.answer = (response, got) => {
    response.on('finish', () => {
      if (response.statusCode < 300) hooked.taken.push(String(got.headers['webhook-id']))
    })
    answer(response, got)
  }
  await makeWebhook(world, { url: receiver.url, kinds: ['poll_created'] })
  return hooked
}

/** From now on it accepts everything. */
function mend(hooked: Hooked): void {
  hooked.answer = (response, got) => {
    hooked.taken.push(String(got.headers['webhook-id']))
    answering(204)(response)
  }
}

async function count(world: World, where: string): Promise<number> {
  const { rows } = await world.db.pool.query<{ n: number }>(
    `select count(*)::int as n from webhook_deliveries where ${where}`,
  )
  return rows[0]?.n ?? 0
}

/** The ids that this receiver must get. */
async function expectedBy(world: World, { url }: Hooked): Promise<string[]> {
  const { rows } = await world.db.pool.query<{ message_id: string }>(
    'select d.message_id from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.url = $1',
    [url],
  )
  return rows.map(({ message_id }) => message_id)
}

test('webhooks: receivers that fail, are slow, redirect or hang', async (context) => {
  const world = await createWorld()
  const trap = await startReceiver()
  const good = await hook(world, 'a good one', answering(204))
  const others = [
    await hook(world, 'one that answers 500', answering(500)),
    await hook(world, 'a slow one', (response) => void setTimeout(() => answering(204)(response), SLOW_MS)),
    await hook(world, 'one that redirects', answering(302, { location: trap.url })),
    await hook(world, 'one that hangs', () => undefined),
  ]
  await serve({ ...SETTINGS, DATABASE_URL: urlOf(world.address), OUTBOUND_ALLOW: ALLOWED.join(',') })
  const polls = scaled(8, 60)
  for (let made = 0; made < polls; made++) await makePoll(world)
  const good_after = await secondsUntil(async () => new Set(good.taken).size === polls)

  const untried = "status = 'waiting' and (attempts = 0 or leased_until is not null) and due_at <= now()"
  expect(await secondsUntil(async () => (await count(world, untried)) <= polls, 120)).not.toBeNull()
  const failed = await count(world, 'attempts > 0 and error is not null or answer_status >= 300')
  for (const one of others) mend(one)
  const all_after = await secondsUntil(async () => {
    // Failures are retried after five seconds, five minutes and so on; here at once.
    await world.db.pool.query(
      "update webhook_deliveries set due_at = now() where status = 'waiting' and leased_until is null",
    )
    return (await count(world, "status <> 'sent'")) === 0
  }, 180)
  const hooks = [good, ...others]
  const expected = (await Promise.all(hooks.map((one) => expectedBy(world, one)))).flat()
  report(context, [
    {
      what: 'the good one knew all after',
      value: good_after ?? Infinity,
      unit: ' s',
      promised: { at_most: 30 },
    },
    { what: 'tries that failed', value: failed, promised: { at_least: 1 } },
    none('requests that followed a redirect', trap.got.length),
    {
      what: 'all knew all, once mended, after',
      value: all_after ?? Infinity,
      unit: ' s',
      promised: { at_most: 120 },
    },
    ...exactlyOnce(
      'calls',
      expected,
      hooks.flatMap(({ taken }) => taken),
    ),
  ])
})
