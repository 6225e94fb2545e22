import { describe, expect, test } from 'vitest'
import {
  at,
  data_dir,
  files,
  formOf,
  openImportPage,
  send,
  state,
  step,
  text,
  words,
  work,
} from '../../../test/import-page.ts'
import { importText } from '../../../test/imports.ts'
import { lines, userRecord } from '../../../test/loomio-records.ts'
import { addMembers } from '../../../test/world.ts'
import { SYSTEM } from '../../db/db.ts'
import { importUploads } from '../../imports/uploads/import-uploads.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'

openImportPage()

let number = 9_000

/** A member, and a file that names them. */
async function personInFile(): Promise<{ id: number; file: Buffer }> {
  number += 1
  const email = `gone-${number}@mill.example`
  const [id = 0] = await addMembers(at.world, [email])
  return { id, file: formOf(text + lines([userRecord(number, { email })])) }
}

const erase = (user_id: number) => erasePerson(at.world.db, SYSTEM, { user_id, writings: 'keep', list: null })

const outcome = async () => {
  const { state: now, fault, report } = await state()
  return { state: now, fault, report: report !== null, files: (await files()).length }
}

const CHECKED = { state: 'checked', fault: null, report: true, files: 1 }
const FORGOTTEN = { state: 'failed', fault: 'person_erased', report: false, files: 0 }

describe('a file that waits for its import', () => {
  test('is removed when somebody in it deletes their account, and the page says what is lost', async () => {
    const { id, file } = await personInFile()
    await send([file])
    await work()
    expect(await outcome()).toEqual(CHECKED)
    await erase(id)
    await work()
    expect(await outcome()).toEqual(FORGOTTEN)
    expect(await words()).toContain('Nothing was imported.')
    await step('discard')
    await send([formOf(text)])
    await work()
    expect(await outcome()).toEqual(CHECKED)
  })

  test('stays when somebody else does', async () => {
    await send([(await personInFile()).file])
    await work()
    await erase((await personInFile()).id)
    await work()
    expect(await outcome()).toEqual(CHECKED)
  })

  test('stays when another import brings people who had left there', async () => {
    await send([(await personInFile()).file])
    await work()
    await importText(at.world, lines([userRecord(number + 500, { email: null, name: null })]))
    const { rows } = await at.world.db.pool.query(
      'select 1 from users where erased_at > (select made_at from imports)',
    )
    expect(rows).toHaveLength(1)
    await work()
    expect(await outcome()).toEqual(CHECKED)
  })

  test('is removed before its first check if anybody left since it came: nobody knows who is in it', async () => {
    const { id, file } = await personInFile()
    await send([file])
    await erase(id)
    await work()
    expect(await outcome()).toEqual(FORGOTTEN)
  })

  test('is not imported either if its import was asked for just before somebody in it left', async () => {
    const { id, file } = await personInFile()
    await send([file])
    await work()
    await step('import')
    await erase(id)
    await work()
    expect(await outcome()).toEqual(FORGOTTEN)
    const { rows } = await at.world.db.pool.query(
      "select 1 from users where email like 'gone-%' and id = $1",
      [id],
    )
    expect(rows).toEqual([])
  })

  test('is not imported if somebody in it leaves after it was taken up', async () => {
    const { id, file } = await personInFile()
    await send([file])
    await work()
    await step('import')
    // The process that takes it up finds the person still here, and the import waits behind another one.
    const other = await at.world.db.pool.connect()
    await other.query("begin; select pg_advisory_xact_lock(hashtextextended('import_lines', 0))")
    const taken = importUploads(at.world.db, data_dir)
    await expect.poll(async () => (await state()).leased_until, { timeout: 10_000 }).not.toBe(null)
    const erased = erase(id)
    await expect
      .poll(
        async () =>
          (await at.world.db.pool.query('select 1 from users where id = $1 and erased_at is not null', [id]))
            .rows,
      )
      .toHaveLength(1)
    await other.query('commit')
    other.release()
    await Promise.all([taken, erased])
    expect(await outcome()).toEqual(FORGOTTEN)
  })
})
