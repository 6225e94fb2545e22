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

test.each(['open', 'closed'])(
  'an erased name is gone from the %s poll’s page at once, whether its reasons stay or not',
  async (state) => {
    const writer = state === 'open' ? 2 : 3
    const user_id = people[writer] ?? 0
    await world.db.pool.query("update users set name = 'Dorothea Quill' where id = $1", [user_id])
    const { poll_id, path } = await make()
    // One with a reason, and one where only the choice is shown.
    const { poll_id: bare, path: bare_path } = await make()
    await vote(poll_id, writer, 'agree', 'It is time.')
    await vote(bare, writer, 'agree')
    if (state === 'closed') for (const id of [poll_id, bare]) await close(id)
    const before = await Promise.all([path, bare_path].map((at) => web.get(at, ada)))
    for (const page of before) expect(page.body).toContain('Dorothea Quill')
    await erasePerson(world.db, { kind: 'person', user_id }, { user_id, writings: 'keep', list: null })
    for (const [place, at] of [path, bare_path].entries()) {
      const etag = String(before[place]?.headers['etag'] ?? '')
      const after = await web.get(at, ada, { 'if-none-match': etag })
      expect([after.statusCode, after.body.includes('Dorothea Quill')]).toEqual([200, false])
    }
  },
)
