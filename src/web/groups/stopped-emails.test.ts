import { beforeEach, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { muteGroup } from '../../notifications/mute-group.ts'

const LIST = '/g/mill-lane/members?list=invited'
const SAYS = 'This person does not receive emails from this group. Copy the link and pass it on instead.'

let at: GroupWorld
let post: Awaited<ReturnType<typeof openPost>>
let page: string

beforeEach(async () => {
  at = await openGroupWorld()
  post = await openPost(at.world)
  await at.post('/g/mill-lane/invite', 'ada', { emails: 'kim@far.example', step: 'invite' })
  await post.deliver()
  const { rows } = await at.world.db.pool.query(
    "select m.id, m.user_id, m.group_id from memberships m join users u on u.id = m.user_id where u.email = 'kim@far.example'",
  )
  const { id, ...mute } = rows[0]
  page = `/g/mill-lane/members/${id}`
  await change(at.world.db, SYSTEM, (act) => muteGroup(act, mute))
})

const shown = async (path: string) => decoded((await at.get(path, 'ada')).body)

test('somebody who stopped the emails gets no invitation again, and the admin is told to pass on the link', async () => {
  for (const path of [LIST, page]) expect(await shown(path)).toContain(SAYS)
  expect(await shown(page)).not.toContain('Send again')
  expect(await shown(page)).toContain('Copy link')
  const answer = await at.post(`${page}/resend`, 'ada')
  expect(await shown(String(answer.headers.location))).not.toContain('will be sent again')
  expect(await post.deliver()).toEqual([])
})

test('nor when the invitation was withdrawn and they are invited once more', async () => {
  await at.post(`${page}/remove`, 'ada', { confirm: 'true' })
  const answer = await at.post(`${page}/restore`, 'ada')
  expect(await shown(String(answer.headers.location))).toContain(SAYS)
  expect(await post.deliver()).toEqual([])
})

test('nor from the list of emails', async () => {
  const { rows } = await at.world.db.pool.query(
    "select id from mails where kind = 'group_invitation' and user_id = (select id from users where email = 'kim@far.example')",
  )
  const answer = await at.post(`/g/mill-lane/outbox/${rows[0].id}/again`, 'ada')
  expect(await shown(String(answer.headers.location))).toContain(SAYS)
  expect(await post.deliver()).toEqual([])
})
