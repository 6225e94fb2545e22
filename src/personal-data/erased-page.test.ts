import { expect, test } from 'vitest'
import { openGroupPolls } from '../../test/poll-web.ts'
import { erasePerson } from './erase-person.ts'

const { world, web, people, ada, make, vote, close } = await openGroupPolls()

test.each(['open', 'closed'])('an erased reason is gone from the %s poll’s page at once', async (state) => {
  const { poll_id, path } = await make()
  const user_id = people[state === 'open' ? 0 : 1] ?? 0
  await vote(poll_id, state === 'open' ? 0 : 1, 'agree', 'Because I said so.')
  if (state === 'closed') await close(poll_id)
  const before = await web.get(path, ada)
  expect(before.body).toContain('Because I said so.')
  await erasePerson(world.db, { kind: 'person', user_id }, { user_id, writings: 'erase', list: null })
  const after = await web.get(path, ada, { 'if-none-match': String(before.headers['etag'] ?? '') })
  expect([after.statusCode, after.body.includes('Because I said so.')]).toEqual([200, false])
})
