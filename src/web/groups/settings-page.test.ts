import { beforeEach, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { everyRow, seen } from '../../../test/web.ts'

let at: GroupWorld

const SETTINGS = '/g/mill-lane/settings'
const SUBGROUPS = '/g/mill-lane/subgroups'
const BOARD = { sub_name: 'Board', sub_handle: 'mill-lane-board' }
const XSS = '<script>alert(1)</script>'

beforeEach(async () => {
  at = await openGroupWorld()
})

describe('who may change the group', () => {
  test.each(['outsider', 'stranger', 'gone', 'cleo', 'ben'] as const)('not %s', async (who) => {
    const status = who === 'ben' ? 403 : 404
    const page = await at.get(SETTINGS, who)
    expect(page.statusCode).toBe(status)
    if (status === 404) expect(seen(page)).toBe(seen(await at.get('/g/nobody', who)))
    const before = await everyRow(at.world)
    expect((await at.post(SETTINGS, who, { name: 'Ours' })).statusCode).toBe(status)
    expect((await at.post(SUBGROUPS, who, BOARD)).statusCode).toBe(status)
    expect(await everyRow(at.world)).toEqual(before)
  })

  test('nor another site; and reading writes nothing', async () => {
    const before = await everyRow(at.world)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await at.post(SETTINGS, 'ada', { name: 'Ours' }, foreign)).statusCode).toBe(403)
    expect((await at.post(SUBGROUPS, 'ada', BOARD, foreign)).statusCode).toBe(403)
    expect((await at.get(SETTINGS, 'ada')).statusCode).toBe(200)
    expect(await everyRow(at.world)).toEqual(before)
  })
})

test('name and description are saved, and shown escaped and as Markdown', async () => {
  const fields = { name: ` ${XSS} `, description: `We are **eleven**.\r\n\r\n${XSS}` }
  expect((await at.post(SETTINGS, 'ada', fields)).headers.location).toBe(`${SETTINGS}?done=saved`)
  const page = await at.get('/g/mill-lane', 'ben')
  expect(page.body).toContain('<strong>eleven</strong>')
  expect(page.body).not.toContain('<script>')
  expect((await at.get(SETTINGS, 'ada')).body).not.toContain('<script>')
  await at.post(SETTINGS, 'ada', { name: 'Mill Lane', description: ' ' })
  const { rows } = await at.world.db.pool.query('select name, description from groups')
  expect(rows).toEqual([{ name: 'Mill Lane', description: null }])
})

test('names of groups are stored as one line', async () => {
  await at.post(SETTINGS, 'ada', { name: 'Mill\r\nBcc: x', description: '' })
  await at.post(SUBGROUPS, 'ada', { ...BOARD, sub_name: 'The\u2028board\n' })
  const { rows } = await at.world.db.pool.query('select name from groups order by id')
  expect(rows).toEqual([{ name: 'Mill Bcc: x' }, { name: 'The board' }])
})

test('an invalid form keeps what was typed and shows the errors', async () => {
  const page = await at.post(SETTINGS, 'ada', { name: ' ', description: 'x'.repeat(10_001) })
  expect(page.statusCode).toBe(422)
  const text = decoded(page.body)
  expect(text).toContain('Name can’t be blank.')
  expect(text).toContain('Description is too long (at most 10,000 characters).')
  expect(text).toContain('x'.repeat(10_001))
  for (const [fields, words] of [
    [{ sub_name: '', sub_handle: 'Not Good' }, 'Short name must be 1 to 50 lowercase letters'],
    [{ sub_name: 'Again', sub_handle: 'mill-lane' }, 'Short name is already taken by another group.'],
  ] as const) {
    const failed = await at.post(SUBGROUPS, 'ada', fields)
    expect(failed.statusCode).toBe(422)
    expect(decoded(failed.body)).toContain(words)
    expect(failed.body).toContain(`value="${fields.sub_handle}"`)
  }
})

test.each(['tlh', 'en-XA', 'xx"><script>'])(
  'an unknown language is an error, and stays unsaved: %s',
  async (locale) => {
    const page = await at.post(SETTINGS, 'ada', { name: 'Mill Lane', locale })
    expect(page.statusCode).toBe(422)
    expect(decoded(page.body)).toContain('Language must be one of en, ar, de, ')
    expect(page.body).not.toContain('<script>')
    const { rows } = await at.world.db.pool.query('select locale from groups')
    expect(rows).toEqual([{ locale: null }])
  },
)

test.each([
  [{ sub_name: 'Board' }, 'mill-lane-board'],
  [{ sub_name: 'Board', sub_handle: ' ' }, 'mill-lane-board-2'],
  [{ sub_name: '役員会' }, 'mill-lane-2'],
])('a subgroup without a short name gets a free one from the names: %j', async (fields, handle) => {
  if (handle.endsWith('-board-2')) await at.post(SUBGROUPS, 'ada', BOARD)
  expect((await at.post(SUBGROUPS, 'ada', fields)).headers.location).toBe(`/g/${handle}`)
})

test('a subgroup has its creator as admin, and its parent group links to it', async () => {
  expect((await at.post(SUBGROUPS, 'ada', BOARD)).headers.location).toBe('/g/mill-lane-board')
  expect((await at.get('/g/mill-lane-board', 'ada')).body).toContain('Mill Lane Co-op - Board')
  expect((await at.get('/g/mill-lane-board', 'ben')).statusCode).toBe(404)
  expect((await at.get('/g/mill-lane', 'ada')).body).toContain('href="/g/mill-lane-board"')
  expect((await at.get('/g/mill-lane', 'ben')).body).not.toContain('mill-lane-board')
  expect((await at.get('/g/mill-lane-board/settings', 'ada')).body).not.toContain('New subgroup')
})

test('a subgroup links to its parent group, for people who may see that', async () => {
  await at.post(SUBGROUPS, 'ada', BOARD)
  const page = async (who: 'ada' | 'ben') => (await at.get('/g/mill-lane-board', who)).body
  const link = 'Part of <a href="/g/mill-lane"'
  expect(await page('ada')).toContain(link)
  const { pool } = at.world.db
  const inGroup = (handle: string) => `group_id = (select id from groups where handle = '${handle}')`
  await pool.query(`update memberships set user_id = $1 where ${inGroup('mill-lane-board')}`, [at.people.ben])
  expect(await page('ben')).toContain(link)
  await pool.query(
    `update memberships set revoked_at = now() where user_id = $1 and ${inGroup('mill-lane')}`,
    [at.people.ben],
  )
  expect(await page('ben')).toContain('Part of <bdi>Mill Lane Co-op</bdi>')
  await pool.query("update groups set public = true where handle = 'mill-lane'")
  expect(await page('ben')).toContain(link)
  await pool.query("update groups set suspended_at = now() where handle = 'mill-lane'")
  expect(await page('ben')).not.toContain(link)
})
