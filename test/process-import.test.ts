import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../src/imports/report.ts'
import { atEnd } from './at-end.ts'
import { makeExport } from './loomio.ts'
import { lines } from './loomio-records.ts'
import { installProgram, json, main, run, urlOf } from './process.ts'
import { createWorld, type World } from './world.ts'

installProgram()

const settingsOf = ({ address }: World) => ({
  DATABASE_URL: urlOf(address),
  SECRET_KEY_FILE: address.keys.secret_file ?? '',
})

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folkmoot-import-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'export.json')
  await writeFile(file, text)
  return file
}

test('the command checks a file, imports it, and brings nothing twice', async () => {
  const world = await createWorld()
  const settings = settingsOf(world)
  const file = await fileOf(`${lines(makeExport({ threads: 8, comments: 40, rounds: 1 }))}not json\n`)
  const dry = await run(['import', 'loomio', file, '--dry-run'], settings)
  expect(dry).toMatchObject({ status: 0, err: '' })
  expect(dry.out).toMatch(/WOULD BE IMPORTED +ALREADY HERE +LEFT OUT\nPeople +12 +0 +0\nGroups +2 +0 +0\n/)
  expect(dry.out).toMatch(/line \d+: This line is not JSON\.\n/)
  expect(dry.out).toMatch(/Nothing was written\. Run the command without --dry-run to import\.\n$/)
  const first = await json<Report>(['import', 'loomio', file], settings)
  expect(first).toMatchObject({ dry_run: false, groups: ['tide-1', 'tide-1-dunes'] })
  const again = await run(['import', 'loomio', file], settings)
  expect(again.out).toMatch(
    /^There is nothing new to import\.\n.*\nThe file has \d+ lines\. Nothing was written\.\n$/s,
  )
})

test('a file that is no export is named as what it is', async () => {
  const settings = settingsOf(await createWorld())
  const file = await fileOf('PK\u0003\u0004 zipped')
  expect(await run(['import', 'loomio', file, '--json'], settings)).toEqual({
    status: 1,
    out: '',
    err: `${file}: This is a ZIP archive. Unpack it, and use the JSON file in it.\n`,
  })
})

test('a file that is missing or a folder is named', async () => {
  const settings = settingsOf(await createWorld())
  expect(await run(['import', 'loomio', '/nowhere/export.json'], settings)).toEqual({
    status: 1,
    out: '',
    err: 'There is no file /nowhere/export.json.\n',
  })
  expect(await run(['import', 'loomio', tmpdir()], settings)).toMatchObject({ status: 1, out: '' })
  expect((await run(['import', 'loomio'], settings)).status).toBe(2)
})

test('killed in the middle it leaves nothing, and brings all when it runs again', async () => {
  const world = await createWorld()
  const settings = settingsOf(world)
  const file = await fileOf(lines(makeExport({ threads: 20, comments: 8_000, rounds: 1 })))
  const child = spawn(process.execPath, [main, 'import', 'loomio', file, '--quiet'], {
    env: { PATH: process.env['PATH'], ...settings },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const busy = async () => {
    const { rows } = await world.db.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and state <> 'idle' and query ~ 'import_lines'
         and pid <> pg_backend_pid()`,
    )
    return rows.length > 0
  }
  while (!(await busy())) await new Promise((resolve) => setTimeout(resolve, 2))
  child.kill('SIGKILL')
  await ended
  const { rows } = await world.db.pool.query('select count(*)::int as groups from groups')
  expect(rows).toEqual([{ groups: 1 }])
  const report = await json<Report>(['import', 'loomio', file], settings)
  expect(report.counts.comment.imported).toBeGreaterThan(8_000)
})
