import { expect, test } from 'vitest'
import { openGroupWorld } from '../../../test/group-web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { addInstanceAdmin } from '../../groups/service/add-instance-admin.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'

const at = await openGroupWorld()
const { world, get, post } = at
const { pool } = world.db

test('a person is erased once their address is typed, and only the deed is left', async () => {
  const { rows } = await pool.query<{ id: number }>(
    "insert into users (name, email) values ('Wanda Gone', 'wanda@far.example') returning id",
  )
  const place = `/service/people/${rows[0]?.id}/erase`
  const typed = { writings: 'erase', address: 'Wanda@far.example' }
  expect((await get('/service/people?search=wanda', 'ada')).body).toContain(`href="${place}"`)
  expect((await get(place, 'stranger')).statusCode).toBe(404)
  expect((await post(place, 'stranger', typed)).statusCode).toBe(404)
  const wrong = await post(place, 'ada', { writings: 'all', address: 'ben@mill.example' })
  expect([wrong.statusCode, wrong.body.includes('must be this person’s address')]).toEqual([422, true])
  expect((await post(place, 'ada', typed)).headers.location).toBe('/service/people?done=1')
  expect((await get('/service/people?search=wanda', 'ada')).body).toContain('No results.')
  expect((await get(place, 'ada')).statusCode).toBe(404)
  const history = await get('/service/history', 'ada')
  expect(history.body).toMatch(/Permanently erased: <bdi>Former member/)
  expect(history.body).not.toContain('Wanda')
})

test('whoever erases themselves there, or leaves by other ways, is in the history like everyone', async () => {
  const { stranger, cleo } = at.people
  const found = await pool.query<{ email: string }>('select email from users where id = $1', [stranger])
  const address = found.rows[0]?.email ?? ''
  await change(world.db, SYSTEM, (act) => addInstanceAdmin(act, address))
  await pool.query('delete from service_events')
  const left = await post(`/service/people/${stranger}/erase`, 'stranger', { writings: 'keep', address })
  expect([left.statusCode, left.headers.location]).toEqual([303, '/left'])
  await erasePerson(world.db, SYSTEM, { user_id: cleo, writings: 'keep', list: null })
  const { rows } = await pool.query('select what, actor_id from service_events order by id')
  expect(rows).toEqual([
    { what: 'person_erased', actor_id: stranger },
    { what: 'person_erased', actor_id: null },
  ])
})

test('the only admin of a group is not erased before another one is named', async () => {
  const kept = await post(`/service/people/${world.ada.id}/erase`, 'ada', {
    writings: 'keep',
    address: world.ada.email,
  })
  expect([kept.statusCode, kept.body.includes('There is no other admin in Mill Lane Co-op')]).toEqual([
    409,
    true,
  ])
})
