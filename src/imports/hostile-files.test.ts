import { describe, expect, test } from 'vitest'
import { base, closedPoll, codes, openImports } from '../../test/imports.ts'
import { commentRecord, discussionRecord, lines } from '../../test/loomio-records.ts'

const { at, rows, bring } = openImports()

describe('a bad line', () => {
  test('is named with its number and stops nothing', async () => {
    const text = `${lines(base())}{"table": "comments", "rec\n\n[1]\n{"table":"comments"}\n${lines([
      commentRecord(1, { discussion_id: 1 }),
    ])}`
    const report = await bring(text, { chunk: 7 })
    expect(codes(report, 7)).toEqual(['not_json'])
    expect(codes(report, 9)).toEqual(['no_record'])
    expect(codes(report, 10)).toEqual(['no_record'])
    expect(report.counts.comment.imported).toBe(1)
    expect(report.lines).toBe(10)
  })

  test('may be of any length, and is not kept', async () => {
    const huge = `{"table":"comments","record":{"id":5,"body":"${'x'.repeat(17 * 1024 * 1024)}"}}\n`
    const report = await bring(`${huge}${lines(base())}`)
    expect(codes(report, 1)).toEqual(['too_long_line'])
    expect(report.counts.thread.imported).toBe(1)
  })

  test('of wrong types, with a missing id, an id that is taken, or of an unknown table is left out', async () => {
    const report = await bring([
      ...base(),
      { table: 'comments', record: { id: { a: 1 }, body: 'x' } },
      { table: 'comments', record: { id: -4, body: 'x', parent_id: 1, parent_type: 'Discussion' } },
      commentRecord(1, { body: 7 }),
      commentRecord(2, { created_at: 'soon', user_id: 'first', edited_at: [], attachments: 'none' }),
      commentRecord(2, { body: 'again' }),
      { table: 'groups', record: { id: 9, name: null } },
      { table: 'spaceships', record: { id: 1 } },
      { table: '__proto__', record: { id: 1 } },
      { table: 'constructor', record: { id: 1 } },
    ])
    expect(codes(report, 7)).toEqual(['no_id'])
    expect(codes(report, 8)).toEqual(['no_id'])
    expect(codes(report, 9)).toEqual(['no_field'])
    expect(codes(report, 10)).toEqual(['unknown_author'])
    expect(codes(report, 11)).toEqual(['twice'])
    expect(codes(report, 12)).toEqual(['no_field'])
    expect(report.counts.comment).toEqual({ imported: 1, already: 0, left_out: 4 })
    expect(report.untaken.map(({ table }) => table)).toEqual(['spaceships', '__proto__', 'constructor'])
    expect(
      await rows('select u.erased_at is not null as left from comments c join users u on u.id = c.author_id'),
    ).toEqual([{ left: true }])
  })

  test('with characters that PostgreSQL cannot store, and with texts too long for us, comes changed', async () => {
    const title = 'T'.repeat(240)
    const report = await bring([
      ...base().slice(0, 5),
      discussionRecord(1, { group_id: 1, title, description: 'Body' }),
      commentRecord(1, { body: 'nul \u0000 and half \ud83d', body_format: 'md' }),
      commentRecord(2, { body: 'y'.repeat(150_000), body_format: 'md' }),
    ])
    expect(codes(report)).toEqual(['shortened', 'shortened'])
    const [thread] = await rows('select title, description from discussions')
    expect([...thread.title]).toHaveLength(150)
    expect(thread.description).toBe(`${title}\n\nBody`)
    const comments = await rows('select body from comments order by id')
    expect(comments[0].body).toBe('nul \ufffd and half \ufffd')
    expect([...comments[1].body]).toHaveLength(100_000)
  })

  test('that the database refuses is left out alone', async () => {
    await at.world.db.pool.query("alter table comments add constraint planted check (body <> 'Bad')")
    const many = Array.from({ length: 40 }, (_, place) =>
      commentRecord(place + 1, { body: place === 17 ? 'Bad' : `Fine ${place}`, body_format: 'md' }),
    )
    const report = await bring([...base(), ...many])
    expect(report.counts.comment).toEqual({ imported: 39, already: 0, left_out: 1 })
    expect(report.notes.find(({ code }) => code === 'refused')).toMatchObject({ line: 24, id: '18' })
    const [{ comments_count }] = await rows('select comments_count from discussions')
    expect(comments_count).toBe(39)
  })
})

test('two imports of one file at once bring it once', async () => {
  const text = lines([...base(), ...closedPoll({ discussion_id: 1 }), commentRecord(1)])
  const reports = await Promise.all([bring(text), bring(text)])
  expect(reports.map(({ counts }) => counts.poll.imported).sort()).toEqual([0, 1])
  expect(await rows("select count(*)::int as groups from groups where handle like 'tide%'")).toEqual([
    { groups: 1 },
  ])
})

test('a group that was removed for good can come again', async () => {
  const text = lines([...base(), ...closedPoll({ discussion_id: 1 })])
  await bring(text)
  await at.world.db.pool.query("select remove_group((select id from groups where handle = 'tide-1'))")
  const report = await bring(text)
  expect([report.counts.group.imported, report.counts.thread.imported, report.counts.poll.imported]).toEqual([
    1, 1, 1,
  ])
})
