import { beforeEach, expect, test } from 'vitest'
import { base, closedPoll, importText } from '../../test/imports.ts'
import { discussionRecord, type Entry, lines, optionRecord, pollRecord } from '../../test/loomio-records.ts'
import { everyRow } from '../../test/web.ts'
import { createWorld, type World } from '../../test/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})

const bring = (entries: Entry[]) => importText(world, lines(entries))

/** The tags of all threads and polls that have any, by title. */
async function carried(): Promise<Record<string, string[]>> {
  const { rows } = await world.db.pool.query(
    `select title, tags from (select title, tags from discussions union all select title, tags from polls) c
     where tags <> '[]'`,
  )
  return Object.fromEntries(
    rows.map(({ title, tags }) => [title, tags.map(({ name }: { name: string }) => name)]),
  )
}

/** How often each tag is used, and how many carry it. */
async function counts() {
  const { rows } = await world.db.pool.query(
    `select t.name, t.uses, (select count(*)::int from (
       select tags from discussions union all select tags from polls) c
       where c.tags @> jsonb_build_array(jsonb_build_object('id', t.id))) as carriers
     from tags t order by t.folded`,
  )
  return rows.map(({ name, uses, carriers }) => [name, uses, carriers])
}

test('a poll brings its tags, and so do topics in newer files', async () => {
  const topic = (id: number, type: string, of: number, tags: string[]): Entry => ({
    table: 'topics',
    record: { id, topicable_type: type, topicable_id: of, group_id: 1, tags },
  })
  await bring([
    ...base(),
    ...closedPoll({ tags: ['Money'] }),
    discussionRecord(2, { topic_id: 7, title: 'Topical' }),
    topic(7, 'Discussion', 2, ['money', 'Shore']),
    optionRecord(21, 2, 'Agree', { icon: 'agree' }),
    optionRecord(22, 2, 'Disagree', { icon: 'disagree' }),
    pollRecord(2, { topic_id: 8, poll_type: 'proposal', closed_at: null, title: 'Topical poll' }),
    topic(8, 'Poll', 2, ['Shore']),
  ])
  expect(await carried()).toEqual({
    'Poll 1': ['Money'],
    Topical: ['Money', 'Shore'],
    'Topical poll': ['Shore'],
  })
  expect(await counts()).toEqual([
    ['Money', 2, 2],
    ['Shore', 2, 2],
  ])
})

test('a question brings its tags to its thread', async () => {
  await bring([
    ...base(),
    pollRecord(1, { group_id: 1, poll_type: 'question', title: 'Why?', tags: ['Talk'] }),
  ])
  expect(await carried()).toEqual({ 'Why?': ['Talk'] })
})

test('names in other case are one tag; those that do not fit are named in the report', async () => {
  const many = Array.from({ length: 12 }, (_, place) => `Tag ${place}`)
  const report = await bring([
    ...base(),
    discussionRecord(2, {
      group_id: 1,
      title: 'Some',
      tags: ['Shore', 'SHORE', ' ', 7, 'x'.repeat(41), 'a, b'],
    }),
    discussionRecord(3, { group_id: 1, title: 'Many', tags: many }),
  ])
  expect(report.notes.map(({ about, code, params }) => [about, code, params['tags']])).toEqual([
    ['Some', 'tags', `${'x'.repeat(39)}…, a, b`],
    ['Many', 'tags', 'Tag 10, Tag 11'],
  ])
  expect(await carried()).toEqual({ Some: ['Shore'], Many: many.slice(0, 10) })
  expect(await counts()).toHaveLength(11)
})

test('an import that runs again adds no tag, and takes none back', async () => {
  const entries = [...base(), discussionRecord(2, { group_id: 1, title: 'Again', tags: ['Shore'] })]
  await bring(entries)
  await world.db.pool.query("update discussions set tags = '[]'; delete from tags")
  const before = await everyRow(world)
  await bring(entries)
  expect(await everyRow(world)).toEqual(before)
})

test('tags are those of the group that was here before', async () => {
  const entries = [...base(), discussionRecord(2, { group_id: 1, title: 'First', tags: ['Shore'] })]
  await bring(entries)
  await bring([...entries, discussionRecord(3, { group_id: 1, title: 'Later', tags: ['shore', 'New'] })])
  expect(await carried()).toEqual({ First: ['Shore'], Later: ['New', 'Shore'] })
  expect(await counts()).toEqual([
    ['New', 1, 1],
    ['Shore', 2, 2],
  ])
})
