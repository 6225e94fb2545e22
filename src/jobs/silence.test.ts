import { expect, test } from 'vitest'
import { makeWebhook, openHooks } from '../../test/receiver.ts'
import { HOUR_MS, MAIL_CONFIG, makePoll } from '../../test/tell.ts'
import { addMembers } from '../../test/world.ts'
import { settleDuePolls } from '../polls/close-due-polls.ts'
import { loadLeaving, silence } from './silence.ts'

const { world, receiver, via } = await openHooks()

test('a silenced service sends nothing that was waiting, and calls no webhook later', async () => {
  await addMembers(world, ['cleo@mill.example'])
  await makeWebhook(world, { url: receiver.url })
  await makePoll(world, { recipients: { audience: 'group' } })
  await via.dispatch()
  const closing_at = new Date(Date.now() + HOUR_MS)
  const closing = await makePoll(world, { recipients: { audience: 'group' }, settings: { closing_at } })
  const before = await loadLeaving(world.db)
  expect(before).toMatchObject({ webhooks: 1, deliveries: 1 })
  expect(before.mails).toBeGreaterThan(0)
  await silence(world.db, MAIL_CONFIG.public_url)
  expect(await loadLeaving(world.db)).toEqual({
    webhooks: 0,
    browsers: 0,
    deliveries: 0,
    mails: 0,
    notices: 0,
  })
  // The poll closes while nobody serves it.
  await world.db.pool.query("update polls set closing_at = now() - interval '1 minute' where id = $1", [
    closing,
  ])
  await settleDuePolls(world.db)
  await via.dispatch()
  await via.deliver()
  expect(receiver.got).toEqual([])
})
