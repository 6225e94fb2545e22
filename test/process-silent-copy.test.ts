import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { installProgram, json, newDataDir, run, urlOf } from './process.ts'
import { makePoll } from './tell.ts'
import { createDatabase, createWorld } from './world.ts'

installProgram()

test('a restore says what the copy will send, and with --silent the copy sends nothing', async () => {
  const world = await createWorld()
  const source = { DATABASE_URL: urlOf(world.address) }
  await json(
    ['webhook', 'create', '--group', world.group.handle, '--url', 'https://hooks.example/moot'],
    source,
  )
  await makePoll(world, { recipients: { audience: 'group' } })
  const file = join(dirname(await newDataDir()), 'one.backup')
  await json(['backup', file], source)

  const copy = { DATABASE_URL: urlOf((await createDatabase()).address) }
  const { out } = await run(['restore', file], copy)
  expect(out).toMatch(/^Once the service starts, it sends to 1 webhook\. .*--silent\.$/m)

  const silent = await createDatabase()
  const settings = { DATABASE_URL: urlOf(silent.address) }
  const told = await json<object>(['restore', file, '--silent'], settings)
  expect(told).toMatchObject({ silent: true, leaving: { webhooks: 1, browsers: 0, deliveries: 0 } })
  const { rows } = await silent.db.pool.query(
    `select (select count(*)::int from events where dispatched_at is null) as events,
       (select count(*)::int from webhooks where disabled_at is null) as webhooks,
       (select count(*)::int from mails where status <> 'dropped') as mails`,
  )
  expect(rows).toEqual([{ events: 0, webhooks: 0, mails: 0 }])
})
