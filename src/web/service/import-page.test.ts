import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  at,
  beginUpload,
  data_dir,
  files,
  formOf,
  openImportPage,
  page,
  send,
  slices,
  state,
  step,
  text,
  words,
  work,
} from '../../../test/import-page.ts'
import { purgeImports } from '../../imports/uploads/import-uploads.ts'
import { dispatchEvents } from '../../jobs/dispatch-events.ts'

openImportPage()

describe('an admin of the service', () => {
  test('uploads a file, sees what would come, imports it, and keeps the report', async () => {
    expect(await page()).toContain('enctype="multipart/form-data"')
    const form = formOf(`${text}{"table":"spaceships","record":{}}\nno json\n`)
    expect(await send(slices(form, 1_000))).toEqual({ status: 303, location: '/service/import' })
    expect(await words()).toContain('The file is being checked')
    expect((await at.get('/service/import', 'ada')).headers['refresh']).toBe('2')
    await work()
    const checked = await words()
    expect(checked).toContain('our group.json')
    expect(checked).toMatch(/Would be imported .* People 12 0 0 Groups 2 0 0/)
    expect(checked).toMatch(/spaceships : 1 record. Folkmoot does not know this table\./)
    expect(checked).toContain('This line is not JSON.')
    const { rows } = await at.world.db.pool.query("select 1 from groups where handle like 'tide%'")
    expect(rows).toEqual([])
    expect((await step('import')).headers.location).toBe('/service/import')
    expect(await words()).toContain('The file is being imported')
    await work()
    const done = await page()
    expect(done).toContain('href="/g/tide-1"')
    expect(done).toContain('The file was imported')
    expect(await files()).toEqual([])
    const file = await at.get('/service/import/report.txt', 'ada')
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="folkmoot-import-\d+\.txt"$/)
    expect(file.body).toMatch(
      /^Import from Loomio\nour group\.json\n.+ · .+\nFinished .+\. Nobody was notified\.\n\nPeople: Imported 12, Already here 0, Left out 0\n/,
    )
    expect(file.body).toMatch(/\nLine \d+ · This line is not JSON\.\n/)
    const history = (await at.get('/service/history', 'ada')).body
    expect(history).toContain('Imported from Loomio')
    await step('discard')
    expect(await page()).not.toContain('our group.json')
  })

  test('sees how much has come while a file is uploaded, and may upload no second one meanwhile', async () => {
    const form = formOf(text)
    const { finish } = await beginUpload(form)
    await expect.poll(async () => (await state())?.received, { timeout: 10_000 }).toBeGreaterThan(10_000)
    expect(await page()).toMatch(new RegExp(`<progress value="\\d+" max="${form.length}"`))
    await send([formOf('{}')])
    expect((await state()).state).toBe('uploading')
    expect(await finish()).toBe(303)
    expect((await state()).state).toBe('checking')
    expect(await files()).toHaveLength(1)
    await step('discard')
    expect((await state()).state).toBe('checking')
    await work()
    await step('discard')
    expect(await files()).toEqual([])
  })
})

test('others get a 404 before anything is read, and forms of other sites a refusal', async () => {
  for (const who of ['ben', 'stranger'] as const) {
    expect((await send([formOf(text)], { who }))?.status).toBe(404)
    expect((await step('import', who)).statusCode).toBe(404)
    expect((await at.get('/service/import/report.txt', who)).statusCode).toBe(404)
  }
  expect((await send([formOf(text)], { headers: { 'sec-fetch-site': 'cross-site' } }))?.status).toBe(403)
  expect(await state()).toBeUndefined()
  expect(await files()).toEqual([])
})

test('a restart takes an import up again, and what is left over is deleted', async () => {
  await send([formOf(text)])
  const { db } = at.world
  // As a process leaves it that was killed at work.
  await db.pool.query("update imports set leased_until = now() - interval '1 second', done = 400")
  await work()
  expect((await state()).state).toBe('checked')
  await db.pool.query("update imports set heard_at = now() - interval '8 days'")
  await purgeImports(db, data_dir)
  expect(await state()).toBeUndefined()
  const [name = ''] = await files()
  const long_ago = new Date(Date.now() - 2 * 3_600_000)
  await utimes(join(data_dir, 'imports', name), long_ago, long_ago)
  await purgeImports(db, data_dir)
  expect(await files()).toEqual([])
})

test('pages of what was imported say so', async () => {
  await send([formOf(text)])
  await work()
  await step('import')
  await work()
  const { rows } = await at.world.db.pool.query<{ key: string; anonymous: boolean }>(
    'select key, anonymous from polls where imported_at is not null and closed_at is not null limit 1',
  )
  await at.world.db.pool.query(
    `insert into memberships (group_id, user_id, accepted_at, admin) select id, $1, now(), true from groups where handle like 'tide%'
     on conflict do nothing`,
    [at.people.ada],
  )
  const poll = (await at.get(`/p/${rows[0]?.key}`, 'ada')).body
  expect(poll).toContain('Imported from Loomio on')
  expect(poll).toContain('This service did not conduct the vote and has not signed its result.')
  const [thread] = (
    await at.world.db.pool.query<{ key: string }>(
      'select key from discussions where imported_at is not null limit 1',
    )
  ).rows
  expect((await at.get(`/d/${thread?.key}`, 'ada')).body).toContain('Imported from Loomio on')
  await dispatchEvents(at.world.db, 'https://moot.example')
  expect((await at.get('/g/tide-1/history', 'ada')).body).toMatch(/imported (?:content )?from Loomio/)
})

test('a file is imported by whoever says so, and only the one whose report they saw', async () => {
  const { pool } = at.world.db
  await pool.query('insert into instance_admins (user_id) values ($1) on conflict do nothing', [
    at.people.ben,
  ])
  await send([formOf(text)])
  await work()
  const seen = (await state()).id
  expect((await at.get('/service/import', 'ben')).body).toContain(`name="id" value="${seen}"`)
  await step('discard')
  await send([formOf(text, 'another.json')])
  await work()
  await at.post('/service/import', 'ben', { step: 'import', id: `${seen}` })
  await at.post('/service/import', 'ben', { step: 'discard', id: `${seen}` })
  await at.post('/service/import', 'ben', { step: 'import', id: "1' or 1" })
  expect(await state()).toMatchObject({ state: 'checked', file_name: 'another.json', made_by: at.people.ada })
  await step('import', 'ben')
  expect(await state()).toMatchObject({ state: 'importing', made_by: at.people.ben })
  await work()
  await pool.query('delete from instance_admins where user_id = $1', [at.people.ben])
})
