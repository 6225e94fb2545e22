import { expect, test } from 'vitest'
import { base, closedPoll, openImports } from '../../test/imports.ts'
import {
  choiceRecord,
  commentRecord,
  type Entry,
  stanceRecord,
  userRecord,
} from '../../test/loomio-records.ts'

const { rows, bring } = openImports()

const voteOf = (id: number, participant_id: number | null): Entry[] => [
  stanceRecord(id, { participant_id }),
  choiceRecord(id, id, 11),
]

// Somebody invited to a thread or a poll alone has a record among the users, but no membership.
test('votes and comments of guests arrive under their names, and count', async () => {
  const report = await bring([
    ...base(),
    userRecord(3, { name: 'Gwen Guest' }),
    ...closedPoll({ discussion_id: 1 }),
    ...[1, 2, 3].flatMap((id) => voteOf(id, id)),
    commentRecord(1, { user_id: 3, discussion_id: 1 }),
    { table: 'topic_readers', record: { id: 1, topic_id: 1, user_id: 3, guest: true } },
  ])
  expect(report.counts.vote).toEqual({ imported: 3, already: 0, left_out: 0 })
  expect(await rows('select voters, cast_count, sums from tallies')).toEqual([
    { voters: 3, cast_count: 3, sums: [3, 0] },
  ])
  const named = await rows(
    `select e.issued_as, (select count(*)::int from comments c where c.author_id = u.id) as comments
     from electorate e join users u on u.id = e.user_id where u.name = 'Gwen Guest'`,
  )
  expect(named).toEqual([{ issued_as: 'named', comments: 1 }])
  expect(report.untaken).toEqual([{ table: 'topic_readers', records: 1, why: 'readers' }])
})

test('votes that were changed or withdrawn there do not count, and the report says how many', async () => {
  const report = await bring([
    ...base(),
    ...closedPoll(),
    ...voteOf(1, 1),
    stanceRecord(2, { participant_id: 2, latest: false }),
    choiceRecord(2, 2, 12),
    ...voteOf(3, 2),
    stanceRecord(4, { participant_id: 2, revoked_at: '2024-06-01T00:00:00Z' }),
    choiceRecord(4, 4, 12),
    stanceRecord(5, { participant_id: 2, revoked_at: '2024-06-01T00:00:00Z', cast_at: null }),
  ])
  expect(report.counts.vote).toEqual({ imported: 2, already: 0, left_out: 0 })
  expect(report.untaken).toEqual([{ table: 'stances', records: 2, why: 'earlier_votes' }])
  expect(await rows('select voters, cast_count, sums from tallies')).toEqual([
    { voters: 2, cast_count: 2, sums: [2, 0] },
  ])
})

test('votes of people who are not in the file count as those of former members, once', async () => {
  const file = [
    ...base(),
    ...closedPoll(),
    ...voteOf(1, 1),
    ...voteOf(2, 77),
    ...voteOf(3, 78),
    ...voteOf(4, 77),
  ]
  const report = await bring(file)
  expect(report.counts).toMatchObject({
    user: { imported: 2 },
    vote: { imported: 3, already: 0, left_out: 1 },
  })
  expect(report.notes.map(({ table, id, code }) => [table, id, code])).toEqual([
    ['stances', '4', 'same_person'],
    ['users', '77', 'unknown_author'],
    ['users', '78', 'unknown_author'],
  ])
  expect(await rows('select voters, cast_count, sums from tallies')).toEqual([
    { voters: 3, cast_count: 3, sums: [3, 0] },
  ])
  const people = 'select count(*)::int as number from users where erased_at is not null'
  expect(await rows(people)).toEqual([{ number: 2 }])
  await bring(file)
  expect(await rows(people)).toEqual([{ number: 2 }])
})
