import { expect, test } from 'vitest'
import {
  at,
  beginUpload,
  files,
  formOf,
  openImportPage,
  page,
  send,
  state,
  step,
  text,
  until,
  words,
  work,
} from '../../../test/import-page.ts'

openImportPage()

const groups = "select handle from groups where handle like 'tide%'"
const query = async (statement: string, values: unknown[] = []) =>
  (await at.world.db.pool.query(statement, values)).rows

const makeAdmin = (user_id: number) => query('insert into instance_admins (user_id) values ($1)', [user_id])
const removeAdmin = (user_id: number) => query('delete from instance_admins where user_id = $1', [user_id])

test('a file that is no export is refused with the reason, and the next one can be uploaded at once', async () => {
  await send([formOf('PK\u0003\u0004 zipped')])
  await work()
  expect(await state()).toMatchObject({ state: 'failed' })
  expect(await files()).toEqual([])
  expect(await words()).toMatch(/The file was not imported This is a ZIP archive\. Unpack it/)
  await send([formOf(text)])
  await work()
  expect((await state()).state).toBe('checked')
})

test('a file of which everything is here offers no import', async () => {
  await send([formOf(text)])
  await work()
  await step('import')
  await work()
  await send([formOf(text)])
  await work()
  expect(await words()).toContain('There is nothing new to import.')
  expect(await page()).not.toContain('value="import"')
  await query("select remove_group(id) from groups where handle like 'tide%' order by parent_id nulls last")
})

test('a check and an import are cancelled while they wait, and nothing of them stays', async () => {
  await send([formOf(text)])
  expect(await page()).toContain('value="cancel"')
  await step('cancel')
  expect([await state(), await files()]).toEqual([undefined, []])
  await send([formOf(text)])
  await work()
  await step('cancel')
  expect((await state()).state).toBe('checked')
  await step('import')
  await step('cancel')
  await work()
  expect([await state(), await files(), await query(groups)]).toEqual([undefined, [], []])
})

test('an import that is cancelled at work brings nothing', async () => {
  await send([formOf(text)])
  await work()
  await step('import')
  const { pool } = at.world.db
  const held = await pool.connect()
  await held.query("begin; select pg_advisory_xact_lock(hashtextextended('import_lines', 0))")
  const working = work()
  for (;;) {
    const waits = await query(
      "select 1 from pg_stat_activity where wait_event = 'advisory' and datname = current_database()",
    )
    if (waits.length > 0) break
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await step('cancel')
  await held.query('commit')
  held.release()
  await working
  expect([await state(), await files(), await query(groups)]).toEqual([undefined, [], []])
})

test('an upload that somebody cancels ends, and leaves no file', async () => {
  const { finish } = await beginUpload(formOf(text))
  await until('uploading')
  await step('cancel')
  expect(await finish()).toBe(303)
  expect([await state(), await files()]).toEqual([undefined, []])
})

test('who uploads while another import is under way is told so', async () => {
  await makeAdmin(at.people.ben)
  await send([formOf(text, 'first.json')])
  const second = await send([formOf(text, 'second.json')], { who: 'ben' })
  expect(second).toEqual({ status: 303, location: '/service/import?busy=1' })
  const told = (await at.get('/service/import?busy=1', 'ben')).body
  expect(told).toContain('Your file was not uploaded')
  expect(told).toContain('first.json')
  await removeAdmin(at.people.ben)
})

test('nobody uploads or imports anything who is no longer an admin of the service', async () => {
  await makeAdmin(at.people.ben)
  const { finish } = await beginUpload(formOf(text), { who: 'ben' })
  await until('uploading')
  await removeAdmin(at.people.ben)
  await finish()
  expect([await state(), await files()]).toEqual([undefined, []])
  await send([formOf(text)])
  await work()
  await makeAdmin(at.people.ben)
  await step('import', 'ben')
  await removeAdmin(at.people.ben)
  await work()
  expect((await state()).state).toBe('checked')
  expect(await query(groups)).toEqual([])
})
