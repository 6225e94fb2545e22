import { expect, test } from 'vitest'
import { openGroupWorld } from '../../../../test/group-web.ts'
import { makePoll } from '../../../../test/tell.ts'

const at = await openGroupWorld()
const joinedPage = async () => (await at.get('/g/mill-lane?joined=1', 'ben')).body

test('somebody who has just joined hears how many polls wait, also of more than the overview lists', async () => {
  for (let number = 1; number <= 13; number++)
    await makePoll(at.world, { settings: { title: `Poll ${number}` }, recipients: { audience: 'group' } })
  expect(await joinedPage()).toContain('13 polls are waiting for your vote:')
  for (let number = 14; number <= 21; number++)
    await makePoll(at.world, { settings: { title: `Poll ${number}` }, recipients: { audience: 'group' } })
  expect(await joinedPage()).toContain('More than 20 polls are waiting for your vote.')
})
