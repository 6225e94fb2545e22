import { beforeEach, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { createGroup } from '../../groups/create-group.ts'
import { addInstanceAdmin } from '../../groups/service/add-instance-admin.ts'

const RUNS = 'its admins also run the whole service'
const ASKS = 'may run the whole service, not only this group'
const STOPS = 'Once you are no longer an admin of this group, you no longer run the service either.'

let at: GroupWorld

beforeEach(async () => {
  at = await openGroupWorld()
})

async function memberIn(handle: string, email: string) {
  const { rows } = await at.world.db.pool.query(
    `select m.id, m.admin from memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
     where g.handle = $1 and u.email = $2`,
    [handle, email],
  )
  return { admin: rows[0].admin, at: `/g/${handle}/members/${rows[0].id}` }
}

const addressOf = async (who: keyof GroupWorld['people']): Promise<string> =>
  (await at.world.db.pool.query('select email from users where id = $1', [at.people[who]])).rows[0].email

test('the first group says that its admins run the service, and asks before somebody begins to', async () => {
  const ben = await addressOf('ben')
  const { at: page } = await memberIn('mill-lane', ben)
  const shown = decoded((await at.get(page, 'ada')).body)
  expect(shown).toContain(RUNS)
  expect(shown).toContain(`Yes, Ben Ash ${ASKS}`)
  const refused = await at.post(`${page}/role`, 'ada', { admin: 'true' })
  expect(refused.statusCode).toBe(422)
  expect(await memberIn('mill-lane', ben)).toMatchObject({ admin: false })
  expect((await at.get('/service/people', 'ben')).statusCode).toBe(404)
  await at.post(`${page}/role`, 'ada', { admin: 'true', runs_service: 'true' })
  expect((await at.get('/service/people', 'ben')).statusCode).toBe(200)
  const admin = decoded((await at.get(page, 'ada')).body)
  expect(admin).toContain(RUNS)
  expect(admin).not.toContain(ASKS)
})

test('it asks as much before a former admin is restored, who is an admin again', async () => {
  const ben = await addressOf('ben')
  const { at: page } = await memberIn('mill-lane', ben)
  await at.post(`${page}/role`, 'ada', { admin: 'true', runs_service: 'true' })
  await at.post(`${page}/remove`, 'ada', { confirm: 'true' })
  const shown = decoded((await at.get(page, 'ada')).body)
  expect(shown).toContain('Ben Ash was an admin, and will be one again.')
  expect(shown).toContain(RUNS)
  expect(shown).toContain(`Yes, Ben Ash ${ASKS}`)
  expect((await at.post(`${page}/restore`, 'ada')).statusCode).toBe(422)
  expect((await at.get('/service/people', 'ben')).statusCode).toBe(404)
  expect(decoded((await at.get(page, 'ada')).body)).toContain('Restore Ben Ash')
  await at.post(`${page}/restore`, 'ada', { runs_service: 'true' })
  expect((await at.get('/service/people', 'ben')).statusCode).toBe(200)
})

test('a former regular member is restored without a question', async () => {
  const { at: page } = await memberIn('mill-lane', await addressOf('ben'))
  await at.post(`${page}/remove`, 'ada', { confirm: 'true' })
  const shown = decoded((await at.get(page, 'ada')).body)
  expect(shown).not.toContain('was an admin')
  expect(shown).not.toContain(ASKS)
  expect((await at.post(`${page}/restore`, 'ada')).statusCode).toBe(303)
})

test('it does not ask for somebody who runs the service already', async () => {
  const ben = await addressOf('ben')
  await change(at.world.db, SYSTEM, (act) => addInstanceAdmin(act, ben))
  const { at: page } = await memberIn('mill-lane', ben)
  expect(decoded((await at.get(page, 'ada')).body)).not.toContain(ASKS)
  await at.post(`${page}/role`, 'ada', { admin: 'true' })
  expect(await memberIn('mill-lane', ben)).toMatchObject({ admin: true })
})

test('admins of other groups do not run the service, and nothing is said or asked', async () => {
  const [ada, ben] = [await addressOf('ada'), await addressOf('ben')]
  await change(at.world.db, SYSTEM, (act) =>
    createGroup(act, { name: 'Other', handle: 'other', admin_email: ada, parent_handle: null }),
  )
  await at.world.db.pool.query(
    "insert into memberships (group_id, user_id, accepted_at) select g.id, $1, now() from groups g where g.handle = 'other'",
    [at.people.ben],
  )
  const { at: page } = await memberIn('other', ben)
  const shown = decoded((await at.get(page, 'ada')).body)
  expect(shown).not.toContain(RUNS)
  expect(shown).not.toContain(ASKS)
  await at.post(`${page}/role`, 'ada', { admin: 'true' })
  expect(await memberIn('other', ben)).toMatchObject({ admin: true })
  expect((await at.get('/service/people', 'ben')).statusCode).toBe(404)
})

test('admins can invite people from every page of the group, and others from none', async () => {
  const { at: page } = await memberIn('mill-lane', await addressOf('ben'))
  const own = ['', '/members', '/threads', '/polls', '/decisions']
  const of_admins = ['/settings', '/keys', '/webhooks', '/outbox', '/history', '/links']
  const pages = [...[...own, ...of_admins].map((path) => `/g/mill-lane${path}`), page]
  for (const path of pages)
    expect((await at.get(path, 'ada')).body, path).toContain('href="/g/mill-lane/invite"')
  for (const path of own)
    expect((await at.get(`/g/mill-lane${path}`, 'ben')).body, path).not.toContain('/g/mill-lane/invite')
})

describe('an admin of the first group who leaves it or gives up the role', () => {
  const LEAVE = '/g/mill-lane/leave'
  const shown = async (page: string, who: 'ada' | 'ben') => decoded((await at.get(page, who)).body)

  /** Makes Ben an admin, and returns his page in the group. */
  async function secondAdmin(): Promise<string> {
    const { at: page } = await memberIn('mill-lane', await addressOf('ben'))
    await at.post(`${page}/role`, 'ada', { admin: 'true', runs_service: 'true' })
    return page
  }

  test('is told before that they stop running the service', async () => {
    const page = await secondAdmin()
    for (const place of [page, LEAVE]) {
      expect(await shown(place, 'ben')).toContain(RUNS)
      expect(await shown(place, 'ben')).toContain(STOPS)
    }
    expect(decoded((await at.post(LEAVE, 'ben')).body)).toContain(STOPS)
    expect(await shown(page, 'ada')).not.toContain(STOPS)
  })

  test('is not told so if they run it without the group too', async () => {
    const page = await secondAdmin()
    await change(at.world.db, SYSTEM, async (act) => addInstanceAdmin(act, await addressOf('ben')))
    for (const place of [page, LEAVE]) expect(await shown(place, 'ben')).not.toContain(STOPS)
    await at.post(LEAVE, 'ben', { confirm: 'true' })
    expect((await at.get('/service/people', 'ben')).statusCode).toBe(200)
  })

  test('and regular members and admins of other groups are told nothing of it', async () => {
    expect(await shown(LEAVE, 'ben')).not.toMatch(/run the (whole )?service/)
    await change(at.world.db, SYSTEM, async (act) =>
      createGroup(act, {
        ...{ name: 'Other', handle: 'other', parent_handle: null },
        admin_email: await addressOf('ada'),
      }),
    )
    await at.world.db.pool.query(
      `insert into memberships (group_id, user_id, accepted_at, admin)
       select id, $1, now(), true from groups where handle = 'other'`,
      [at.people.ben],
    )
    await at.world.db.pool.query(
      "update group_counts set admin_memberships = 2 where group_id = (select id from groups where handle = 'other')",
    )
    const { at: page } = await memberIn('other', await addressOf('ada'))
    for (const place of [page, '/g/other/leave']) {
      expect(await shown(place, 'ada')).toMatch(/Make a regular member|Yes, leave Other/)
      expect(await shown(place, 'ada')).not.toContain(STOPS)
    }
  })
})
