import { beforeEach, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { makePoll } from '../../../test/tell.ts'

const MEMBERS = '/g/mill-lane/members'
const CLEO = 'cleo@mill.example'

let at: GroupWorld

beforeEach(async () => {
  at = await openGroupWorld({ SMTP_URL: 'smtp://127.0.0.1:9', INVITES_PER_HOUR: '1' })
})

async function cleo() {
  const { rows } = await at.world.db.pool.query('select * from memberships where user_id = $1', [
    at.people.cleo,
  ])
  return { ...rows[0], page: `${MEMBERS}/${rows[0].id}` }
}

const withdraw = async () => at.post(`${(await cleo()).page}/remove`, 'ada', { confirm: 'true' })
const restore = async () => at.post(`${(await cleo()).page}/restore`, 'ada')
const shown = async (path: string) => decoded((await at.get(path, 'ada')).body)

test('the page that withdraws an invitation says that the person can be invited again', async () => {
  const page = await shown((await cleo()).page)
  expect(page).toContain('You can invite this person again later.')
  expect(page).not.toContain('who left or were removed')
})

test('a withdrawn invitation is made again, with a new mail and ballots', async () => {
  await makePoll(at.world)
  const post = await openPost(at.world)
  await post.deliver()
  await withdraw()
  const page = await shown((await cleo()).page)
  expect(page).toContain('They get an email with a new link to join')
  expect(page).toContain('>Invite again</button>')
  expect(page).not.toMatch(/Restore|[Tt]heir membership/)
  const sent = await restore()
  expect(sent.headers.location).toBe(`${MEMBERS}?list=invited&invited=1`)
  expect(await shown(String(sent.headers.location))).toMatch(
    /1 person was invited\..*They get an email with a link to join\./s,
  )
  expect(await cleo()).toMatchObject({ inviter_id: at.people.ada, revoked_at: null, accepted_at: null })
  const { rows } = await at.world.db.pool.query(
    'select voters, memberships, pending_memberships from tallies, group_counts',
  )
  expect(rows).toEqual([{ voters: 4, memberships: 4, pending_memberships: 2 }])
  const [mail] = await post.deliver()
  expect(mail?.to).toEqual([CLEO])
  const history = (await shown('/g/mill-lane/history')).replace(/<[^>]*>/g, '')
  expect(history).toMatch(/Ada Vale invited [^.]*cleo.*Ada Vale withdrew the invitation to [^.]*cleo/s)
  expect(history).not.toContain('removal')
  const [, token = ''] = /\/g\/mill-lane\?k=([\w-]+)/.exec(mail?.email.text ?? '') ?? []
  const { page: invitation } = await at.web.follow('/g/mill-lane', token)
  expect(invitation.body).toContain('Join Mill Lane Co-op</button>')
  expect((await restore()).statusCode).toBe(409)
})

test('a withdrawn invitation that is made again counts towards the hourly limit', async () => {
  await at.world.db.pool.query("update users set mails_from = now() + interval '1 day' where email = $1", [
    CLEO,
  ])
  await withdraw()
  const other = { emails: 'x@far.example', step: 'invite' }
  expect((await at.post('/g/mill-lane/invite', 'ada', other)).statusCode).toBe(303)
  const refused = await restore()
  expect(refused.statusCode).toBe(429)
  expect(refused.body).toMatch(/#emails">Addresses include more people new to this service.*id="emails"/s)
  expect(await cleo()).not.toMatchObject({ revoked_at: null })
})

test('a withdrawn invitation is listed as one, beside those who left or were removed', async () => {
  await withdraw()
  await at.post('/g/mill-lane/leave', 'ben', { confirm: 'true' })
  const list = (await shown(`${MEMBERS}?list=removed`)).replace(/<[^>]*>/g, '\n')
  expect(list).toContain('Left, removed or withdrawn')
  expect(list).toMatch(/cleo@mill\.example[\s·]*invitation withdrawn\s+just now/)
  expect(list).toMatch(/Ben Ash[^·]*·\s+left\s+just now/)
  expect(list).toMatch(/dai@mill\.example[\s·]*removed/)
  const page = await shown((await cleo()).page)
  expect(page).toContain('<dd>Invitation withdrawn</dd>')
  expect(page).toContain('<dt>Withdrawn</dt>')
  expect(page).not.toContain('Removed')
})

test('who may be invited again is not called removed', async () => {
  await withdraw()
  const { body } = await at.post('/g/mill-lane/invite', 'ada', { emails: CLEO, step: 'preview' })
  expect(body).toContain('Will be invited again (previously in the group or invited) (1)')
})
