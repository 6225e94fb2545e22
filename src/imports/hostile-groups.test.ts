import { describe, expect, test } from 'vitest'
import { base, codes, openImports } from '../../test/imports.ts'
import {
  commentRecord,
  discussionRecord,
  groupRecord,
  membershipRecord,
  userRecord,
} from '../../test/loomio-records.ts'

const { at, rows, bring } = openImports()

describe('people', () => {
  test('with an address that is known here are the same, whatever its case, and gain no role', async () => {
    const report = await bring([
      userRecord(1, { email: 'ADA@Mill.example', name: 'Somebody Else', username: 'ada' }),
      userRecord(2, { email: 'person1@tide.example' }),
      groupRecord(1),
      membershipRecord(1, { user_id: 1 }),
      membershipRecord(2, { user_id: 2, admin: true, accepted_at: null }),
    ])
    expect(report.counts.user).toEqual({ imported: 1, already: 1, left_out: 0 })
    const [ada] = await rows("select id, name, username from users where email = 'ada@mill.example'")
    expect(ada).toEqual({ id: at.world.ada.id, name: null, username: null })
    const members = await rows(
      `select m.user_id = ${at.world.ada.id} as ada, m.admin, m.accepted_at is not null as accepted from memberships m
       join groups g on g.id = m.group_id where g.handle = 'tide-1' order by 1 desc`,
    )
    expect(members).toEqual([
      { ada: true, admin: false, accepted: true },
      { ada: false, admin: false, accepted: false },
    ])
    expect(codes(report)).toEqual(['no_admin'])
  })

  test('with the same address twice are one; without a valid one they are former members of no group', async () => {
    const report = await bring([
      userRecord(1),
      userRecord(2, { email: 'person1@tide.example' }),
      userRecord(3, { email: 'not an address' }),
      userRecord(4, { email: null, name: null, username: null }),
      userRecord(5, { bot: true, email: 'bot@tide.example', name: 'Helper' }),
      groupRecord(1),
      ...[1, 2, 3, 4, 5].map((id) => membershipRecord(id, { user_id: id, admin: id === 1 })),
      discussionRecord(1, { group_id: 1, author_id: 4 }),
    ])
    expect(report.counts.member).toEqual({ imported: 1, already: 1, left_out: 3 })
    expect(codes(report)).toEqual(['no_address', 'no_address', 'no_address', 'bad_address'])
    const again = await bring([userRecord(3, { email: 'not an address' }), userRecord(4, { email: null })])
    expect(again.counts.user).toEqual({ imported: 0, already: 2, left_out: 0 })
  })
})

describe('groups', () => {
  test('whose handle is taken get a free one, and those in a circle stand at the top', async () => {
    const report = await bring([
      groupRecord(1, { handle: 'mill-lane' }),
      groupRecord(2, { handle: 'mill-lane' }),
      groupRecord(3, { handle: 'Über_uns!', name: 'Über uns' }),
      groupRecord(4, { parent_id: 5, handle: null }),
      groupRecord(5, { parent_id: 4, handle: 'b'.repeat(80) }),
      groupRecord(6, { parent_id: 77 }),
      groupRecord(7, { archived_at: '2024-01-01T00:00:00Z' }),
      groupRecord(8, { is_visible_to_public: true }),
    ])
    expect(report.counts.group).toEqual({ imported: 7, already: 0, left_out: 1 })
    const groups = await rows('select handle, parent_id is not null as below, public from groups order by id')
    expect(groups.slice(1).map(({ handle }) => handle)).toEqual(
      expect.arrayContaining(['mill-lane-2', 'mill-lane-3', 'uber-uns', 'tide-4', 'tide-6', 'tide-8']),
    )
    expect(groups.filter(({ below }) => below)).toHaveLength(1)
    expect(groups.some(({ public: is_public }) => is_public)).toBe(false)
    const handles = report.notes.filter(({ code }) => code === 'handle_changed').map(({ params }) => params)
    expect(handles).toContainEqual({ from: 'mill-lane', to: 'mill-lane-2' })
    expect(codes(report, 8)).toContain('was_public')
    expect(codes(report, 6)).toContain('parent_missing')
  })
})

describe('comments', () => {
  test('whose parents lead in a circle or are missing stand in their thread, or are left out', async () => {
    const reply = (id: number, parent_id: number, more: Record<string, unknown> = {}) =>
      commentRecord(id, { parent_type: 'Comment', parent_id, ...more })
    const report = await bring([
      ...base(),
      reply(1, 2, { discussion_id: 1 }),
      reply(2, 1, { discussion_id: 1 }),
      reply(3, 4),
      reply(4, 3),
      reply(5, 99),
      reply(6, 99, { discussion_id: 1 }),
      commentRecord(7, { parent_id: 55 }),
      commentRecord(8, { discarded_at: '2024-06-01T00:00:00Z', body: 'secret' }),
      reply(9, 8),
      commentRecord(10, { body: '<p></p>', attachments: [{ filename: 'map.pdf' }] }),
      commentRecord(11, { body: '<script>alert(1)</script><p>Hi <a href="javascript:x">you</a></p>' }),
    ])
    expect(report.counts.comment).toEqual({ imported: 7, already: 0, left_out: 4 })
    expect(
      report.notes
        .filter(({ code }) => code === 'no_thread')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['3', '4', '5', '7'])
    const comments = await rows(
      'select body, parent_id is not null as reply, deleted_at is not null as deleted from comments order by sequence_id',
    )
    expect(comments.filter(({ reply }) => reply)).toHaveLength(1)
    expect(comments.find(({ deleted }) => deleted)).toMatchObject({ body: null })
    expect(comments.map(({ body }) => body)).toEqual(expect.arrayContaining(['map.pdf', 'Hi you']))
    expect(await rows("select 1 from comments where body like '%secret%'")).toEqual([])
  })
})
