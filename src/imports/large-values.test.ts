import { expect, test } from 'vitest'
import { openImports } from '../../test/imports.ts'
import {
  discussionRecord,
  type Entry,
  groupRecord,
  membershipRecord,
  optionRecord,
  pollRecord,
  userRecord,
} from '../../test/loomio-records.ts'
import { isDatabaseTrouble } from '../db/failures.ts'
import { eachPage, TEXT_PAGE } from './carry-pages.ts'
import { readExportLine } from './loomio/tables.ts'
import { Reporter } from './report.ts'

const { at, rows, bring } = openImports()

const base = (): Entry[] => [userRecord(1), groupRecord(1), membershipRecord(1, { user_id: 1, admin: true })]

test('no record keeps more of a long text than is stored here', () => {
  const long = 'x'.repeat(2_000_000)
  const records = [
    groupRecord(1, { handle: long, name: long, description: long, key: long }),
    discussionRecord(1, { title: long, description: long, tags: [long, long] }),
    pollRecord(1, { title: long, details: long, poll_type: long, stv_method: long, stv_quota: long }),
    optionRecord(1, 1, long, { icon: long, meaning: long }),
    userRecord(1, { name: long, username: long, email: long, time_zone: long, selected_locale: long }),
    membershipRecord(1, { title: long }),
  ]
  for (const entry of records) {
    const report = new Reporter()
    const kept = readExportLine(
      { text: JSON.stringify(entry), line: 1, ends: true },
      { report, now: new Date() },
    )
    expect([entry.table, JSON.stringify(kept).length < 210_000]).toEqual([entry.table, true])
    expect(JSON.stringify(report.report(true)).length).toBeLessThan(5_000)
  }
})

test('of thousands of options only the first are read, in their order', async () => {
  const options = Array.from({ length: 3_000 }, (_, place) =>
    optionRecord(place + 1, 1, `Option ${place + 1}`, { priority: place }),
  )
  const report = await bring([...base(), pollRecord(1, { group_id: 1, poll_type: 'poll' }), ...options])
  expect(report.notes.map(({ code, params }) => [code, params])).toEqual([
    ['option_left_out', { why: 'many' }],
  ])
  const names = await rows('select name from poll_options order by slot')
  expect([names.length, names[0].name, names[199].name]).toEqual([200, 'Option 1', 'Option 200'])
})

test('groups below groups below groups come in a limited number of steps, and so do circles of them', async () => {
  const number = 1_200
  const chain = Array.from({ length: number }, (_, place) =>
    groupRecord(place + 10, { parent_id: place === 0 ? null : place + 9, description: null }),
  )
  const circles = Array.from({ length: number }, (_, place) =>
    groupRecord(place + 5_000, { parent_id: place + 5_000, description: null }),
  )
  let steps = 0
  const progress = () => {
    steps += 1
  }
  const report = await bring([userRecord(1), ...chain, ...circles], { progress })
  expect(report.counts.group.imported).toBe(2 * number)
  expect(steps).toBeLessThan(300)
})

test('what PostgreSQL finds too large is a fault of the file, which is not read again and again', async () => {
  const refused = await at.world.db.pool
    .query("select jsonb_agg(repeat('x', 9000000)) from generate_series(1, 30)")
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: '54000' })
  expect(isDatabaseTrouble(refused)).toBe(false)
})

test('a report can be stored whatever stands in tags and titles', async () => {
  const report = await bring([
    ...base(),
    discussionRecord(1, {
      group_id: 1,
      tags: [`nul \u0000${'x'.repeat(50)}`, `half \ud83d${'x'.repeat(50)}`],
    }),
    discussionRecord(2, { group_id: 77, title: `a${' '.repeat(318)}\ud83c\udf0a` }),
  ])
  expect(report.notes).toHaveLength(2)
  const stored = await at.world.db.pool.query('select $1::jsonb as report', [JSON.stringify(report)])
  expect(stored.rows[0].report).toEqual(report)
})

test('pages of long texts are short', async () => {
  const read: number[] = []
  const one = (place: number) => ({ place })
  for (const page of [undefined, TEXT_PAGE])
    await eachPage(
      { done: () => undefined, ...(page === undefined ? {} : { page }) },
      async ({ after, most }) =>
        Array.from({ length: Math.min(most, 620 - after) }, (_, at) => one(after + at + 1)),
      async (rows) => void read.push(rows.length),
    )
  expect(read).toEqual([500, 120, 100, 100, 100, 100, 100, 100, 20])
})
