import { beforeEach, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { MAIL_CONFIG } from '../../../test/tell.ts'
import { dispatchEvents } from '../../jobs/dispatch-events.ts'

const LIST = '/g/mill-lane/members?list=invited'
const ERROR = '550 5.1.1 <kim@far.example>: no such user'

let at: GroupWorld
let page: string

beforeEach(async () => {
  at = await openGroupWorld()
  await at.post('/g/mill-lane/invite', 'ada', { emails: 'kim@far.example', step: 'invite' })
  await dispatchEvents(at.world.db, MAIL_CONFIG.public_url)
  const { rows } = await at.world.db.pool.query(
    "select m.id from memberships m join users u on u.id = m.user_id where u.email = 'kim@far.example'",
  )
  page = `/g/mill-lane/members/${rows[0].id}`
})

async function end(status: 'failed' | 'waiting' | 'sent', last_error: string | null) {
  const { rowCount } = await at.world.db.pool.query(
    `update mails set status = $1, last_error = $2 where kind = 'group_invitation'
       and user_id = (select id from users where email = 'kim@far.example')`,
    [status, last_error],
  )
  expect(rowCount).toBe(1)
}

const shown = async (path: string) => decoded((await at.get(path, 'ada')).body)

test('an invitation that the mail server refused is said beside the person and on their page', async () => {
  await end('failed', ERROR)
  for (const path of [LIST, page]) {
    expect(await shown(path)).toContain('was not delivered. The mail server said:')
    expect(await shown(path)).toContain(ERROR)
  }
  expect(await shown(page)).toContain('Check the address. If it is wrong, withdraw the invitation')
  await at.post(`${page}/resend`, 'ada')
  for (const path of [LIST, page]) expect(await shown(path)).not.toContain(ERROR)
})

test('one that is tried again says so, and one that was sent says nothing', async () => {
  await end('waiting', 'connect ECONNREFUSED')
  expect(await shown(LIST)).toContain('has not been sent yet. The service will try again.')
  expect(await shown(page)).toContain('If it is urgent, copy the invitation’s link')
  await end('sent', null)
  for (const path of [LIST, page]) expect(await shown(path)).not.toMatch(/not delivered|not been sent/)
})
