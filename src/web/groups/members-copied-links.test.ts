import { beforeEach, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'

let at: GroupWorld

beforeEach(async () => {
  at = await openGroupWorld()
})

describe('links copied all at once', () => {
  const copyAll = (by: 'ada' | 'ben' = 'ada', fields = {}) =>
    at.post('/g/mill-lane/members/links', by, fields)
  const lines = (body: string) =>
    [...body.matchAll(/^(?:<textarea[^>]*>)?(.*) https:\/\/moot\.example\/g\/mill-lane\?k=([\w-]+)/gm)].map(
      ([, who = '', token = '']) => ({ who: who.replace(/.*<textarea[^>]*>/, ''), token }),
    )

  test('are one line for each invited person, and each copy is recorded', async () => {
    await at.world.db.pool.query("update users set name = 'Cleo <b>' where email like 'cleo%'")
    const list = await at.get('/g/mill-lane/members?list=invited', 'ada')
    expect(list.body).toContain('Copy all links')
    const found = lines((await copyAll()).body.replaceAll('&lt;', '<').replaceAll('&gt;', '>'))
    expect(found.map(({ who }) => who).sort()).toEqual(['Cleo <b> <cleo@mill.example>', 'esi@mill.example'])
    const { rows } = await at.world.db.pool.query(
      `select l.user_id, u.email from personal_links l join users u on u.id = l.user_id
       where origin = 'page' and purpose = 'invitation' and copied_by = $1 order by u.email`,
      [at.people.ada],
    )
    expect(rows.map(({ email }) => email)).toEqual(['cleo@mill.example', 'esi@mill.example'])
    for (const { token } of found)
      expect((await at.web.follow('/g/mill-lane', token)).page.body).toContain(
        'Join Mill Lane Co-op</button>',
      )
  })

  test('cannot be made by anyone else', async () => {
    expect((await copyAll('ben')).statusCode).toBe(403)
    const { rows } = await at.world.db.pool.query("select 1 from personal_links where origin = 'page'")
    expect(rows).toEqual([])
  })

  test('are at most five hundred, and the next page continues after them', async () => {
    await at.world.db.pool.query(
      `with made as (insert into users (email) select 'p' || n || '@far.example' from generate_series(1, 600) n returning id)
       insert into memberships (group_id, user_id) select $1, id from made`,
      [at.world.group.id],
    )
    const first = (await copyAll()).body
    expect(lines(first)).toHaveLength(500)
    const [, after = ''] = / name="after" value="(\d+)"/.exec(first) ?? []
    const rest = (await copyAll('ada', { after })).body
    expect(lines(rest)).toHaveLength(102)
    expect(rest).not.toContain('Copy the next')
  })
})
