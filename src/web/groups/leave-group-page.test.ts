import { beforeEach, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { makePoll } from '../../../test/tell.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { restoreMember } from '../../members/restore-member.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'

let at: GroupWorld

const LEAVE = '/g/mill-lane/leave'
const MEMBERS = '/g/mill-lane/members'

beforeEach(async () => {
  at = await openGroupWorld()
})

async function membershipOf(who: keyof GroupWorld['people']): Promise<{ id: number; admin: boolean }> {
  const { rows } = await at.world.db.pool.query('select * from memberships where user_id = $1', [
    at.people[who],
  ])
  return rows[0]
}

async function makeAdmin(who: 'ben') {
  const { id } = await membershipOf(who)
  await at.post(`${MEMBERS}/${id}/role`, 'ada', { admin: 'true', runs_service: 'true' })
  return (name: string, fields: Record<string, string>) => at.post(`${MEMBERS}/${id}/${name}`, who, fields)
}

test('a member leaves after ticking the box, and is told so on the home page', async () => {
  await makePoll(at.world)
  expect((await at.get('/g/mill-lane', 'ben')).body).toContain(`href="${LEAVE}">Leave this group</a>`)
  const asked = await at.post(LEAVE, 'ben')
  expect([asked.statusCode, asked.body.includes('must be ticked')]).toEqual([422, true])
  const left = await at.post(LEAVE, 'ben', { confirm: 'true' })
  expect([left.statusCode, left.headers.location]).toEqual([303, '/?done=group_left'])
  const home = (await at.get('/?done=group_left', 'ben')).body
  expect(home).toContain('You have left the group')
  expect(home).toContain('You are not in any group')
  expect(home).not.toContain('Nothing yet')
  expect((await at.get('/g/mill-lane', 'ben')).statusCode).toBe(404)
  await (await openPost(at.world)).deliver()
  const history = decoded((await at.get('/g/mill-lane/history', 'ada')).body).replace(/<[^>]*>/g, '')
  expect(history).toContain('Ben Ash left the group')
  const list = (await at.get(`${MEMBERS}?list=removed`, 'ada')).body.replace(/<[^>]*>/g, '')
  expect(list).toMatch(/Ben Ash[^·]*· left just now/)
  const { id } = await membershipOf('ben')
  expect((await at.get(`${MEMBERS}/${id}`, 'ada')).body).toContain('<dd>Left the group</dd>')
  expect((await at.world.db.pool.query('select voters from tallies')).rows[0].voters).toBe(3)
})

test('a member of a public group reads that they still see what it shows to everyone', async () => {
  const hidden = 'You will no longer see its threads and polls, and you will get no more emails about them.'
  expect((await at.get(LEAVE, 'ben')).body).toContain(`${hidden} Ballots you have not cast are withdrawn.`)
  await at.world.db.pool.query('update groups set public = true')
  const { body } = await at.get(LEAVE, 'ben')
  expect(body).not.toContain(hidden)
  expect(body).toContain('You can still read what the group shows to everyone, but you can no longer vote')
  expect(body).toContain('Ballots you have not cast are withdrawn.')
})

test('an admin who removes a member of a public group reads the same', async () => {
  const page = async () => (await at.get(`${MEMBERS}/${(await membershipOf('ben')).id}`, 'ada')).body
  expect(await page()).toContain('They will no longer see the group’s threads and polls, even if')
  await at.world.db.pool.query('update groups set public = true')
  const body = await page()
  expect(body).not.toContain('no longer see the group’s threads')
  expect(body).toContain(
    'They can still read what the group shows to everyone. They will no longer see its other',
  )
  expect(body).toContain('Ballots not yet cast are withdrawn.')
})

test('somebody who deleted the account stays in the list, where nothing can be done with them', async () => {
  const { id } = await membershipOf('ben')
  const person = { user_id: at.people.ben, writings: 'keep' as const, list: null }
  await erasePerson(at.world.db, SYSTEM, person)
  const { body } = await at.get(`${MEMBERS}?list=removed`, 'ada')
  expect(body.replace(/<[^>]*>/g, '')).toMatch(/Former member[^·]*removed just now/)
  expect(body).not.toContain(`href="${MEMBERS}/${id}"`)
})

test('the history tells the return of somebody who left from the return of somebody who was removed', async () => {
  const { id } = await membershipOf('ben')
  const restore = () => at.post(`${MEMBERS}/${id}/restore`, 'ada')
  const history = async () => {
    await (await openPost(at.world)).deliver()
    return decoded((await at.get('/g/mill-lane/history', 'ada')).body).replace(/<[^>]*>/g, '')
  }
  await at.post(LEAVE, 'ben', { confirm: 'true' })
  await restore()
  expect(await history()).toContain('Ada Vale let Ben Ash in again')
  expect(await history()).not.toContain('removal')
  await at.post(`${MEMBERS}/${id}/remove`, 'ada', { confirm: 'true' })
  await restore()
  expect(await history()).toContain('Ada Vale undid the removal of Ben Ash')
  await at.post(LEAVE, 'ben', { confirm: 'true' })
  await change(at.world.db, SYSTEM, (act) => restoreMember(act, 'mill-lane', 'ben@mill.example'))
  expect(await history()).toContain('Let in again: Ben Ash')
})

test('the only admin is told to name another one first', async () => {
  const { body } = await at.get(LEAVE, 'ada')
  expect(body).toContain('You are the only admin of this group. Make someone else an admin first.')
  expect(body).not.toContain('name="confirm"')
  expect((await at.post(LEAVE, 'ada', { confirm: 'true' })).statusCode).toBe(409)
})

test('people who are not in the group, or only invited, find no such page', async () => {
  for (const who of ['outsider', 'gone', 'cleo'] as const)
    expect([(await at.get(LEAVE, who)).statusCode, (await at.post(LEAVE, who)).statusCode]).toEqual([
      404, 404,
    ])
})

test('admins find the way out on their own page, and are asked before they become regular members', async () => {
  const act = await makeAdmin('ben')
  const { id } = await membershipOf('ben')
  const page = (await at.get(`${MEMBERS}/${id}`, 'ben')).body
  expect(page).toContain(`href="${LEAVE}">Leave this group</a>`)
  expect(page).not.toContain('Remove from group')
  expect((await act('role', { admin: 'false' })).statusCode).toBe(422)
  expect(await membershipOf('ben')).toMatchObject({ admin: true })
  const { headers } = await act('role', { admin: 'false', resigns: 'true' })
  expect(headers.location).toBe(`${MEMBERS}?done=regular`)
  expect((await at.get(`${MEMBERS}?done=regular`, 'ben')).body).toContain('You are now a regular member')
  await (await openPost(at.world)).deliver()
  const history = decoded((await at.get('/g/mill-lane/history', 'ada')).body).replace(/<[^>]*>/g, '')
  expect(history).toContain('Ben Ash gave up the admin role')
  expect(history).not.toContain('made Ben Ash a regular member')
})

test('an admin who removes themselves leaves too', async () => {
  const act = await makeAdmin('ben')
  expect((await act('remove', { confirm: 'true' })).headers.location).toBe('/?done=group_left')
})
