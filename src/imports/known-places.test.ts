import { describe, expect, test } from 'vitest'
import { codes, openImports } from '../../test/imports.ts'
import {
  commentRecord,
  discussionRecord,
  type Entry,
  groupRecord,
  keyOf,
  membershipRecord,
  optionRecord,
  outcomeRecord,
  pollRecord,
  userRecord,
} from '../../test/loomio-records.ts'

const { at, rows, bring } = openImports()
const NOTHING = { group: 0, member: 0, thread: 0, comment: 0, poll: 0, outcome: 0 }

const board = (): Entry[] => [
  userRecord(1),
  groupRecord(1),
  membershipRecord(1, { user_id: 1, admin: true }),
  discussionRecord(1, { group_id: 1 }),
]

/** A file of another group, whose author writes the public key of the first one into it. */
const forged = (): Entry[] => [
  userRecord(66, { email: 'mallory@else.example' }),
  groupRecord(7, { key: keyOf('g', 1), handle: 'harmless' }),
  membershipRecord(70, { user_id: 66, group_id: 7, admin: true }),
]

describe('a group that is here already', () => {
  test('gets no admins from a file, but members, and the report says so', async () => {
    await bring(board())
    const dry = await bring(forged(), { dry_run: true })
    const report = await bring(forged())
    expect(
      await rows(
        `select m.admin from memberships m join users u on u.id = m.user_id where u.email = 'mallory@else.example'`,
      ),
    ).toEqual([{ admin: false }])
    expect(codes(report)).toEqual(['no_admin_here'])
    expect(report.notes[0]).toMatchObject({ table: 'memberships', id: '70', params: { group: 'tide-1' } })
    expect(report.added).toEqual([{ ...NOTHING, handle: 'tide-1', member: 1 }])
    expect(dry).toEqual({ ...report, dry_run: true })
    const counted = await rows(
      "select admin_memberships, memberships from group_counts c join groups g on g.id = c.group_id where handle = 'tide-1'",
    )
    expect(counted).toEqual([{ admin_memberships: 1, memberships: 2 }])
  })

  test('is in the report and in its history with what it got; groups that are new are not', async () => {
    await bring(board())
    const report = await bring([
      ...forged(),
      groupRecord(8, { parent_id: 7 }),
      membershipRecord(80, { user_id: 66, group_id: 8, admin: true }),
      discussionRecord(2, { group_id: 7 }),
      discussionRecord(1, { group_id: 7 }),
      commentRecord(1, { discussion_id: 1 }),
      commentRecord(2, { discussion_id: 2 }),
      pollRecord(1, { group_id: 7 }),
      optionRecord(11, 1, 'agree'),
    ])
    expect(report.added).toEqual([
      { ...NOTHING, handle: 'tide-1', group: 1, member: 1, thread: 1, poll: 1, comment: 2 },
    ])
    expect(report.groups).toEqual(['tide-1', 'tide-8'])
    const [{ told }] = await rows(
      `select count(*)::int as told from events e join groups g on g.id = e.group_id
       where e.kind = 'group_imported' and g.handle = 'tide-1'`,
    )
    expect(told).toBe(2)
  })

  test('that got members only is named too', async () => {
    await bring(board())
    expect((await bring(forged())).groups).toEqual(['tide-1'])
  })
})

test('a poll that was imported as a draft and was decided here gets no outcome from a file', async () => {
  const poll = (): Entry[] => [
    ...board(),
    pollRecord(1, { group_id: 1, closed_at: null }),
    optionRecord(11, 1, 'agree'),
  ]
  await bring(poll())
  await at.world.db.pool.query(
    `update polls set opened_at = now() - interval '1 hour', closing_at = now(), closed_at = now(),
       imported_at = imported_at - interval '1 day', elected_slots = '{}', elected_at = now()`,
  )
  const report = await bring([...poll(), outcomeRecord(1, { poll_id: 1 })])
  expect(report.counts.outcome).toMatchObject({ imported: 0, left_out: 1 })
  expect(await rows('select 1 from outcomes')).toEqual([])
})

test('nobody in a file can take the place of the one who stands in for unknown authors', async () => {
  await bring([userRecord(66, { email: 'mallory@else.example', key: 'nobody' }), ...board()])
  await bring([...board(), discussionRecord(2, { group_id: 1, author_id: 999 })])
  const [author] = await rows(
    `select u.email, u.erased_at is not null as left from discussions d join users u on u.id = d.author_id
     where d.title = 'Thread 2'`,
  )
  expect(author).toEqual({ email: null, left: true })
})
