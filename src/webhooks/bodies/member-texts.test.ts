import { expect, test } from 'vitest'
import { makeWebhook, openHooks } from '../../../test/receiver.ts'
import { addMembers } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import { removeMember } from '../../members/remove-member.ts'

const { world, receiver, delivered } = await openHooks()

test('the text about somebody who had not joined says that an invitation was withdrawn', async () => {
  const [ivy, dan] = await addMembers(world, ['ivy@mill.example', 'dan@mill.example'])
  await world.db.pool.query("update users set name = 'Dan Fox' where id = $1", [dan])
  await world.db.pool.query('update memberships set accepted_at = now() where user_id = $1', [dan])
  await delivered()
  await makeWebhook(world, { url: receiver.url, kinds: ['membership_removed'], format: 'slack' })
  const remove = async (user_id: number | undefined) => {
    const found = await world.db.pool.query('select id from memberships where user_id = $1', [user_id])
    await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
      removeMember(act, { group_id: world.group.id, membership_id: found.rows[0].id }),
    )
    const [told] = await delivered()
    return String(told?.['text'])
  }
  const withdrawn = await remove(ivy)
  expect(withdrawn).toMatch(/withdrew an invitation to /)
  expect(withdrawn).not.toContain('Unnamed')
  expect(await remove(dan)).toContain('removed Dan Fox from ')
})
