import { beforeEach, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { loadPeople } from '../../groups/load-people.ts'
import { inLanguage } from '../../locales/say.ts'

const MEMBERS = '/g/mill-lane/members'

let at: GroupWorld

/** An admin, and two members whom bytes would order the other way round. */
beforeEach(async () => {
  at = await openGroupWorld()
  const { ada, ben, cleo } = at.people
  const names: [number, string][] = [
    [ada, 'Zoe'],
    [ben, 'Zora'],
    [cleo, 'Änne'],
  ]
  for (const [id, name] of names)
    await at.world.db.pool.query('update users set name = $2 where id = $1', [id, name])
  await at.world.db.pool.query('update memberships set accepted_at = now() where user_id = $1', [cleo])
})

test('names are in the order of the reader’s alphabet, admins first', async () => {
  await at.world.db.pool.query("update users set locale = 'de' where id = $1", [at.people.ada])
  const { body } = await at.get(MEMBERS, 'ada')
  const places = ['Zoe', 'Änne', 'Zora'].map((name) => body.lastIndexOf(`>${name}<`))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(Math.min(...places)).toBeGreaterThan(0)
})

test('a list of several pages is in that order too', async () => {
  const group_id = at.world.group.id
  const page = (from: number) =>
    inLanguage('de', () => loadPeople(at.world.db.pool, { group_id, which: 'joined', per: 1, from }))
  const pages = await Promise.all([page(0), page(1), page(2)])
  expect(pages.map(({ items }) => items.map(({ user }) => user.name))).toEqual([['Zoe'], ['Änne'], ['Zora']])
  expect(pages.map(({ more }) => more)).toEqual([true, true, false])
})

test('the pages of a list by name are next and previous, not older and newer', async () => {
  await at.world.db.pool.query(
    `with made as (insert into users (name, email) select 'Yan ' || n, 'yan' || n || '@mill.example'
       from generate_series(1, 51) n returning id)
     insert into memberships (group_id, user_id, accepted_at) select $1, id, now() from made`,
    [at.world.group.id],
  )
  const [first, last] = [await at.get(MEMBERS, 'ben'), await at.get(`${MEMBERS}?from=50`, 'ben')]
  expect(first.body).toContain('from=50">Next page</a>')
  expect(last.body).toContain('from=0">Previous page</a>')
  // A long list is searched as a whole, and the pages of what is found keep the search.
  const found = await at.get(`${MEMBERS}?search=yan+`, 'ben')
  expect(found.body).toContain('search=yan&amp;from=50">Next page</a>')
  expect((await at.get(`${MEMBERS}?search=yan+51`, 'ben')).body).toContain('Yan 51')
})
