import { expect, test } from 'vitest'
import { openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { createGroup } from '../../groups/create-group.ts'
import { addInstanceAdmin } from '../../groups/service/add-instance-admin.ts'
import { removeInstanceAdmin } from '../../groups/service/remove-instance-admin.ts'

const at = await openGroupWorld()
const { world, get, post } = at
const { pool } = world.db

const PAGES = ['/service/groups', '/service/people', '/service/history', '/service/import', '/status']

async function idOf(handle: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('select id from groups where handle = $1', [handle])
  return rows[0]?.id ?? 0
}

test('people named on the command line run the service as admins of the first group do, others see a 404', async () => {
  const nowhere = await get('/service/nowhere', 'ben')
  for (const page of PAGES) {
    expect((await get(page, 'ada')).statusCode, page).toBe(200)
    const refused = await get(page, 'ben')
    expect([refused.statusCode, refused.body]).toEqual([404, nowhere.body])
    expect((await get(page, 'outsider')).headers.location).toMatch(/^\/sign-in/)
  }
  expect((await get('/service', 'ada')).headers.location).toBe('/service/groups')
  expect((await get('/service', 'ben')).body).toBe(nowhere.body)
  await change(world.db, SYSTEM, (act) => addInstanceAdmin(act, 'Ben@mill.example'))
  for (const page of PAGES) expect((await get(page, 'ben')).statusCode).toBe(200)
  expect((await get('/account', 'ben')).body).toContain('href="/status"')
  await change(world.db, SYSTEM, (act) => removeInstanceAdmin(act, 'ben@mill.example'))
  expect((await get('/service/groups', 'ben')).statusCode).toBe(404)
  const fields = { name: 'Orchard', handle: 'orchard', admin_email: 'ben@mill.example' }
  expect((await post('/service/groups', 'ben', fields)).statusCode).toBe(404)
  expect(await idOf('orchard')).toBe(0)
  const unknown = change(world.db, SYSTEM, (act) => addInstanceAdmin(act, 'nobody@mill.example'))
  await expect(unknown).rejects.toMatchObject({ reason: 'not_found.person' })
})

test('a group is made for someone else, found, suspended, resumed, deleted and restored', async () => {
  const wrong = await post('/service/groups', 'ada', {
    name: 'Orchard',
    handle: 'The Orchard',
    admin_email: 'x',
  })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('value="The Orchard"')
  const fields = { name: 'Orchard', handle: 'orchard', admin_email: 'gus@orchard.example' }
  const made = await post('/service/groups', 'ada', fields)
  const id = await idOf('orchard')
  expect(made.headers.location).toBe(`/service/groups/${id}?done=1`)
  const found = await get('/service/groups?search=ORCH', 'ada')
  expect(found.body).toContain(`href="/service/groups/${id}"`)
  expect(found.body).not.toContain('Mill Lane Co-op')
  expect((await get('/service/groups?search=%25', 'ada')).body).toContain('No results.')

  const state = async () =>
    /<dt>Status<\/dt><dd>(\w+)</.exec((await get(`/service/groups/${id}`, 'ada')).body)?.[1]
  const act = (deed: string, name = '') => post(`/service/groups/${id}/${deed}`, 'ada', { name })
  expect(await state()).toBe('active')
  await act('suspend')
  expect(await state()).toBe('suspended')
  await act('resume')
  expect(await state()).toBe('active')
  const unconfirmed = await act('delete', 'orchard')
  expect(unconfirmed.statusCode).toBe(422)
  expect(unconfirmed.body).toContain('must be the name of the group: Orchard')
  await act('delete', 'Orchard')
  expect(await state()).toBe('deleted')
  // A Ukrainian day ends in a full stop itself.
  const said = (await get(`/service/groups/${id}`, 'ada', { 'accept-language': 'uk' })).body.replace(
    /<[^>]+>/g,
    '',
  )
  expect(said).toMatch(/остаточно вилучать цього дня: [^.]*\d\sр\. До того часу/)
  await act('restore')
  expect(await state()).toBe('active')
  const first = await post(`/service/groups/${world.group.id}/delete`, 'ada', { name: world.group.name })
  expect(first.body).toContain('its admins run the service')
  expect((await post('/service/groups/999999/suspend', 'ada')).statusCode).toBe(404)

  const history = (await get('/service/history', 'ada')).body.replace(/<[^>]+>/g, '')
  const deeds = ['restored', 'deleted', 'resumed', 'suspended', 'created'].map(
    (word) => `Group ${word}: Orchard`,
  )
  const places = deeds.map((deed) => history.indexOf(deed))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(history).toContain('command line or the service itself')
})

test('a group that cannot be deleted says so instead of asking for its name', async () => {
  const page = async (id: number) => (await get(`/service/groups/${id}`, 'ada')).body
  const first = await page(world.group.id)
  expect(first).toContain('This is the first group: its admins run the service')
  expect(first).not.toContain('To confirm, type the name')
  const id = await idOf('orchard')
  expect(await page(id)).toContain('To confirm, type the name')
  expect(await page(id)).not.toContain('has subgroups')
  const made = await change(world.db, SYSTEM, (act) =>
    createGroup(act, {
      name: 'Pears & plums',
      handle: 'orchard-pears',
      admin_email: 'ada@mill.example',
      parent_handle: 'orchard',
    }),
  )
  const kept = await page(id)
  expect(kept).toContain('This group has subgroups. Delete those first:')
  expect(kept).toContain(`<a href="/service/groups/${made.group.id}" dir="auto">Pears &amp; plums</a>`)
  expect(kept).not.toContain('To confirm, type the name')
  const late = await post(`/service/groups/${id}/delete`, 'ada', { name: 'Orchard' })
  expect([late.statusCode, late.body.includes('has subgroups')]).toEqual([422, true])
  await post(`/service/groups/${made.group.id}/delete`, 'ada', { name: 'Pears & plums' })
  expect(await page(id)).toContain('To confirm, type the name')
})

test('a deleted group stays as it was: suspended, or open', async () => {
  const id = await idOf('orchard')
  const act = (deed: string) => post(`/service/groups/${id}/${deed}`, 'ada', { name: 'Orchard' })
  await act('suspend')
  await act('delete')
  for (const deed of ['resume', 'suspend']) {
    const late = await act(deed)
    expect(late.statusCode).toBe(422)
    expect(late.body).toContain('belongs to a deleted group: restore it first')
  }
  await act('restore')
  expect((await get(`/service/groups/${id}`, 'ada')).body).toContain('<dt>Status</dt><dd>suspended<')
  await act('resume')
})

test('people are found by name or address, and signed out everywhere', async () => {
  const found = await get('/service/people?search=ben%40', 'ada')
  expect(found.body).toContain('Ben Ash')
  expect(found.body).toContain('Mill Lane Co-op')
  expect(found.body).toContain('signed in on 1 browser')
  expect(found.body).not.toContain('cleo@mill.example')
  expect((await get('/account', 'ben')).statusCode).toBe(200)
  const ended = await post('/service/people/sign-out', 'ada', { person: `${at.people.ben}`, search: 'ben@' })
  expect(ended.headers.location).toBe('/service/people?search=ben%40&done=1')
  expect((await get('/account', 'ben')).headers.location).toMatch(/^\/sign-in/)
  expect((await get('/service/people?search=ben%40', 'ada')).body).toContain('not signed in')
  expect((await get('/service/history', 'ada')).body).toContain('Signed out everywhere')
})

test('whoever is signed out everywhere does not come back with a passkey, and is told', async () => {
  const { ben } = at.people
  await pool.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, backed_up)
     values ($1, 'a', 'b', 0, '{}', 'Phone', false)`,
    [ben],
  )
  await pool.query('delete from sessions where user_id = $1', [ben])
  const found = await get('/service/people?search=ben%40', 'ada')
  expect(found.body).toContain('Sign out everywhere and remove passkeys: Ben Ash')
  await post('/service/people/sign-out', 'ada', { person: `${ben}`, search: 'ben@' })
  const { rows } = await pool.query('select purpose from sign_ins where user_id = $1', [ben])
  expect(rows).toEqual([{ purpose: 'passkey_removed' }])
  const left = await pool.query('select from passkeys where user_id = $1', [ben])
  expect(left.rowCount).toBe(0)
  expect((await get('/service/people?search=ben%40', 'ada')).body).not.toContain('remove passkeys')
})

test('the pages show names and sizes, and no word of what a group wrote', async () => {
  const discussion_id = await makeThread(world, {}, 'Secret thread')
  await makePoll(world, { discussion_id, settings: { title: 'Secret poll', details: 'Secret text' } })
  await pool.query("update groups set description = 'Secret description'")
  const { body } = await get('/service/groups', 'ada')
  expect(body).toContain('2 members · 1 thread · 1 poll · 2 invited')
  for (const page of [...PAGES, `/service/groups/${world.group.id}`])
    expect((await get(page, 'ada')).body, page).not.toMatch(/Secret|too many/)
})

test('anyone who is signed in may create groups once that is set, a few a day', async () => {
  const fields = (handle: string) => ({ name: 'Own', handle })
  expect((await get('/new-group', 'stranger')).body).toBe((await get('/nowhere', 'stranger')).body)
  expect((await post('/new-group', 'stranger', fields('own'))).statusCode).toBe(404)
  expect((await get('/account', 'stranger')).body).not.toContain('/new-group')
  const saved = await post('/service/settings', 'ada', { creators: 'anybody' })
  expect((await get(String(saved.headers.location), 'ada')).body).toContain('Your changes are saved.')
  await post('/service/settings', 'ada', { creators: 'anybody' })
  expect((await get('/service/settings', 'ada')).body).toMatch(/value="anybody" checked/)
  const account = (await get('/account', 'stranger')).body
  const [, section = ''] = account.split('<section class="stack" aria-labelledby="groups">')
  expect(section.split('</section>')[0]).toContain('href="/new-group"')
  expect(account).toContain('href="#groups"')
  expect((await post('/new-group', 'stranger', fields('Not one'))).statusCode).toBe(422)
  for (const handle of ['own-1', 'own-2', 'own-3'])
    expect((await post('/new-group', 'stranger', fields(handle))).headers.location).toBe(`/g/${handle}`)
  for (const handle of ['own', 'own-4'])
    expect((await post('/new-group', 'stranger', fields(''))).headers.location).toBe(`/g/${handle}`)
  expect((await get('/g/own-1/settings', 'stranger')).statusCode).toBe(200)
  expect((await post('/new-group', 'stranger', fields('own-6'))).statusCode).toBe(429)
  expect(await idOf('own-6')).toBe(0)
  await post('/service/settings', 'ada', { creators: 'admins' })
  expect((await get('/new-group', 'stranger')).statusCode).toBe(404)
  const history = (await get('/service/history', 'ada')).body.replace(/<[^>]+>/g, '')
  expect(history.match(/Who may create groups: [A-Z]\w+/g)).toEqual([
    'Who may create groups: Only',
    'Who may create groups: Anyone',
  ])
})

test('the settings show the ways to sign in and the limits', async () => {
  const { body } = await get('/service/settings', 'ada')
  expect(body).toContain('available once <code>SMTP_URL</code> is set')
  expect(body).toContain('<code>API_RATE_LIMIT=1200</code>')
})

test('a group without an admin says so, and a member who has joined can be made one', async () => {
  const { rows } = await pool.query<{ id: number }>(
    `with made as (
       insert into groups (key, handle, name) values ('leaderl1', 'leaderless', 'Leaderless') returning id
     ), counted as (
       insert into group_counts (group_id, memberships, pending_memberships) select id, 2, 1 from made
     ), joined as (
       insert into memberships (group_id, user_id, accepted_at)
       select made.id, u.id, case when u.name = 'Ben Ash' then now() end
       from made, users u where u.id in ($1, $2)
     )
     select id from made`,
    [at.people.ben, at.people.gone],
  )
  const place = `/service/groups/${rows[0]?.id}`
  const members = async () =>
    (
      await pool.query(
        'select id, admin, accepted_at is not null as joined from memberships where group_id = $1',
        [rows[0]?.id],
      )
    ).rows
  expect((await get(`/service/groups/${world.group.id}`, 'ada')).body).not.toContain('has no admin')
  expect((await get('/service/groups?search=leader', 'ada')).body.match(/no admin/g)).toHaveLength(1)
  const { body } = await get(place, 'ada')
  expect(body).toContain('This group has no admin')
  expect(body).toContain('Make Ben Ash an admin')
  const [ben, pending] = [
    (await members()).find(({ joined }) => joined),
    (await members()).find(({ joined }) => !joined),
  ]
  const name = (id: number, who: 'ada' | 'gone' = 'ada') => post(`${place}/admin`, who, { member: `${id}` })
  expect((await name(ben.id, 'gone')).statusCode).toBe(404)
  expect((await name(999_999)).statusCode).toBe(404)
  expect((await name(pending.id)).statusCode).toBe(409)
  // Two admins of the service at once.
  const both = await Promise.all([name(ben.id), name(ben.id)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect((await members()).filter(({ admin }) => admin)).toHaveLength(1)
  expect((await get(place, 'ada')).body).not.toContain('has no admin')
  const counts = await pool.query('select admin_memberships from group_counts where group_id = $1', [
    rows[0]?.id,
  ])
  expect(counts.rows).toEqual([{ admin_memberships: 1 }])
  await pool.query('update memberships set accepted_at = now() where id = $1', [pending.id])
  const late = await name(pending.id)
  expect([late.statusCode, late.body.includes('has become an admin of this group')]).toEqual([409, true])
  expect((await get('/service/history', 'ada')).body.replace(/<[^>]+>/g, '')).toContain(
    'Ben Ash was made an admin of Leaderless',
  )
})
