import { beforeEach, describe, expect, test } from 'vitest'
import {
  choiceRecord,
  commentRecord,
  discussionRecord,
  type Entry,
  groupRecord,
  keyOf,
  lines,
  membershipRecord,
  optionRecord,
  outcomeRecord,
  pollRecord,
  sourceOf,
  stanceRecord,
  userRecord,
} from '../../test/loomio-records.ts'
import { createWorld, type World } from '../../test/world.ts'
import { SYSTEM } from '../db/db.ts'
import { importLoomio } from './import-loomio.ts'
import type { Report } from './report.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})

const rows = async (query: string) => (await world.db.pool.query(query)).rows
const bring = (text: string, chunk?: number): Promise<Report> =>
  importLoomio(world.db, sourceOf(text, chunk), { actor: SYSTEM, dry_run: false, progress: () => undefined })

/** The remarks on a line, or on all. */
const codes = ({ notes }: Report, line?: number) =>
  notes.filter((note) => line === undefined || note.line === line).map(({ code }) => code)

const base = (): Entry[] => [
  userRecord(1),
  userRecord(2),
  groupRecord(1),
  membershipRecord(1, { user_id: 1, admin: true }),
  membershipRecord(2, { user_id: 2 }),
  discussionRecord(1, { group_id: 1 }),
]

const closedPoll = (more: Record<string, unknown> = {}): Entry[] => [
  pollRecord(1, { group_id: 1, ...more }),
  optionRecord(11, 1, 'Agree', { icon: 'agree' }),
  optionRecord(12, 1, 'Disagree', { icon: 'disagree' }),
]

describe('a bad line', () => {
  test('is named with its number and stops nothing', async () => {
    const text = `${lines(base())}{"table": "comments", "rec\n\n[1]\n{"table":"comments"}\n${lines([
      commentRecord(1, { discussion_id: 1 }),
    ])}`
    const report = await bring(text, 7)
    expect(codes(report, 7)).toEqual(['not_json'])
    expect(codes(report, 9)).toEqual(['no_record'])
    expect(codes(report, 10)).toEqual(['no_record'])
    expect(report.counts.comment.came).toBe(1)
    expect(report.lines).toBe(10)
  })

  test('may be of any length, and is not kept', async () => {
    const huge = `{"table":"comments","record":{"id":5,"body":"${'x'.repeat(17 * 1024 * 1024)}"}}\n`
    const report = await bring(`${huge}${lines(base())}`)
    expect(codes(report, 1)).toEqual(['too_long_line'])
    expect(report.counts.thread.came).toBe(1)
  })

  test('of wrong types, with a missing id, an id that is taken, or of an unknown table is left out', async () => {
    const report = await bring(
      lines([
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
      ]),
    )
    expect(codes(report, 7)).toEqual(['no_id'])
    expect(codes(report, 8)).toEqual(['no_id'])
    expect(codes(report, 9)).toEqual(['no_field'])
    expect(codes(report, 10)).toEqual(['unknown_author'])
    expect(codes(report, 11)).toEqual(['twice'])
    expect(codes(report, 12)).toEqual(['no_field'])
    expect(report.counts.comment).toEqual({ came: 1, already: 0, left_out: 4 })
    expect(report.untaken.map(({ table }) => table)).toEqual(['spaceships', '__proto__', 'constructor'])
    expect(
      await rows('select u.erased_at is not null as left from comments c join users u on u.id = c.author_id'),
    ).toEqual([{ left: true }])
  })

  test('with characters that PostgreSQL cannot store, and with texts too long for us, comes changed', async () => {
    const title = 'T'.repeat(240)
    const report = await bring(
      lines([
        ...base().slice(0, 5),
        discussionRecord(1, { group_id: 1, title, description: 'Body' }),
        commentRecord(1, { body: 'nul \u0000 and half \ud83d', body_format: 'md' }),
        commentRecord(2, { body: 'y'.repeat(150_000), body_format: 'md' }),
      ]),
    )
    expect(codes(report)).toEqual(['shortened', 'shortened'])
    const [thread] = await rows('select title, description from discussions')
    expect([...thread.title]).toHaveLength(150)
    expect(thread.description).toBe(`${title}\n\nBody`)
    const comments = await rows('select body from comments order by id')
    expect(comments[0].body).toBe('nul \ufffd and half \ufffd')
    expect([...comments[1].body]).toHaveLength(100_000)
  })

  test('that the database refuses is left out alone', async () => {
    await world.db.pool.query("alter table comments add constraint planted check (body <> 'Bad')")
    const many = Array.from({ length: 40 }, (_, place) =>
      commentRecord(place + 1, { body: place === 17 ? 'Bad' : `Fine ${place}`, body_format: 'md' }),
    )
    const report = await bring(lines([...base(), ...many]))
    expect(report.counts.comment).toEqual({ came: 39, already: 0, left_out: 1 })
    expect(report.notes.find(({ code }) => code === 'refused')).toMatchObject({ line: 24, id: '18' })
    const [{ comments_count }] = await rows('select comments_count from discussions')
    expect(comments_count).toBe(39)
  })
})

test('a file that is no export brings nothing', async () => {
  const report = await bring('PK\u0003\u0004 no export at all')
  expect(Object.values(report.counts).every(({ came }) => came === 0)).toBe(true)
  expect(codes(report)).toEqual(['not_json'])
  expect(await rows('select handle from groups')).toEqual([{ handle: 'mill-lane' }])
})

describe('people', () => {
  test('with an address that is known here are the same, whatever its case, and gain no role', async () => {
    const report = await bring(
      lines([
        userRecord(1, { email: 'ADA@Mill.example', name: 'Somebody Else', username: 'ada' }),
        userRecord(2, { email: 'person1@tide.example' }),
        groupRecord(1),
        membershipRecord(1, { user_id: 1 }),
        membershipRecord(2, { user_id: 2, admin: true, accepted_at: null }),
      ]),
    )
    expect(report.counts.user).toEqual({ came: 1, already: 1, left_out: 0 })
    const [ada] = await rows("select id, name, username from users where email = 'ada@mill.example'")
    expect(ada).toEqual({ id: world.ada.id, name: null, username: null })
    const members = await rows(
      `select m.user_id = ${world.ada.id} as ada, m.admin, m.accepted_at is not null as accepted from memberships m
       join groups g on g.id = m.group_id where g.handle = 'tide-1' order by 1 desc`,
    )
    expect(members).toEqual([
      { ada: true, admin: false, accepted: true },
      { ada: false, admin: false, accepted: false },
    ])
    expect(codes(report)).toEqual(['no_admin'])
  })

  test('with the same address twice are one; without a valid one they are former members of no group', async () => {
    const report = await bring(
      lines([
        userRecord(1),
        userRecord(2, { email: 'person1@tide.example' }),
        userRecord(3, { email: 'not an address' }),
        userRecord(4, { email: null, name: null, username: null }),
        userRecord(5, { bot: true, email: 'bot@tide.example', name: 'Helper' }),
        groupRecord(1),
        ...[1, 2, 3, 4, 5].map((id) => membershipRecord(id, { user_id: id, admin: id === 1 })),
        discussionRecord(1, { group_id: 1, author_id: 4 }),
      ]),
    )
    expect(report.counts.member).toEqual({ came: 1, already: 1, left_out: 3 })
    expect(codes(report)).toEqual(['bad_address', 'no_address', 'no_address', 'no_address'])
    const again = await bring(
      lines([userRecord(3, { email: 'not an address' }), userRecord(4, { email: null })]),
    )
    expect(again.counts.user).toEqual({ came: 0, already: 2, left_out: 0 })
  })
})

describe('groups', () => {
  test('whose handle is taken get a free one, and those in a circle stand at the top', async () => {
    const report = await bring(
      lines([
        groupRecord(1, { handle: 'mill-lane' }),
        groupRecord(2, { handle: 'mill-lane' }),
        groupRecord(3, { handle: 'Über_uns!', name: 'Über uns' }),
        groupRecord(4, { parent_id: 5, handle: null }),
        groupRecord(5, { parent_id: 4, handle: 'b'.repeat(80) }),
        groupRecord(6, { parent_id: 77 }),
        groupRecord(7, { archived_at: '2024-01-01T00:00:00Z' }),
        groupRecord(8, { is_visible_to_public: true }),
      ]),
    )
    expect(report.counts.group).toEqual({ came: 7, already: 0, left_out: 1 })
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
    const report = await bring(
      lines([
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
      ]),
    )
    expect(report.counts.comment).toEqual({ came: 7, already: 0, left_out: 4 })
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

describe('polls', () => {
  test('of unknown types, without options, of deleted threads, or without a group are left out with their votes', async () => {
    const report = await bring(
      lines([
        ...base(),
        discussionRecord(2, { group_id: 1, discarded_at: '2024-06-01T00:00:00Z' }),
        pollRecord(1, { group_id: 1, poll_type: 'lottery' }),
        pollRecord(2, { group_id: 1, poll_type: 'poll' }),
        pollRecord(3, { group_id: 1, discussion_id: 2 }),
        pollRecord(4, { group_id: null }),
        pollRecord(5, { group_id: 44 }),
        optionRecord(31, 3, 'A'),
        stanceRecord(1, { poll_id: 1 }),
        stanceRecord(2, { poll_id: 77 }),
        outcomeRecord(1),
      ]),
    )
    expect(report.counts.poll).toEqual({ came: 0, already: 0, left_out: 5 })
    expect([8, 9, 10, 11, 12].map((line) => codes(report, line)[0])).toEqual([
      'unknown_type',
      'no_options',
      'deleted_there',
      'no_group',
      'missing',
    ])
    expect(report.counts.vote.left_out).toBe(2)
    expect(report.counts.outcome.left_out).toBe(1)
  })

  test('take no vote that fits no option, is a second one, or is by nobody', async () => {
    const report = await bring(
      lines([
        ...base(),
        userRecord(3, { email: 'person2@tide.example' }),
        ...closedPoll(),
        stanceRecord(1, { participant_id: 1 }),
        choiceRecord(1, 1, 11),
        stanceRecord(2, { participant_id: 2 }),
        choiceRecord(2, 2, 99),
        stanceRecord(3, { participant_id: 3 }),
        choiceRecord(3, 3, 11),
        choiceRecord(4, 3, 12),
        stanceRecord(4, { participant_id: 66 }),
        choiceRecord(5, 4, 11),
        stanceRecord(5, { participant_id: 3 }),
        choiceRecord(6, 5, 12),
        stanceRecord(6, { participant_id: 2 }),
        choiceRecord(7, 6, 12, 2_000_000_000),
      ]),
    )
    expect(report.counts.vote).toEqual({ came: 2, already: 0, left_out: 4 })
    expect(report.notes.filter(({ table }) => table === 'stances').map(({ id, code }) => [id, code])).toEqual(
      [
        ['2', 'bad_ballot'],
        ['3', 'bad_ballot'],
        ['4', 'missing'],
        ['6', 'bad_ballot'],
      ],
    )
    const [tally] = await rows('select voters, cast_count, sums from tallies')
    expect(tally).toEqual({ voters: 2, cast_count: 2, sums: [1, 1] })
  })

  test('keep their keys only where these are free', async () => {
    await bring(lines([...base(), ...closedPoll({ discussion_id: 1 })]))
    const other = [
      userRecord(1),
      groupRecord(9, { handle: 'other', key: 'otherkey' }),
      discussionRecord(9, { group_id: 9, key: 'Other123' }),
      pollRecord(9, { group_id: 9, key: 'x' }),
      optionRecord(91, 9, 'agree'),
    ]
    await world.db.pool.query(`update polls set key = 'Taken123' where key = '${keyOf('p', 1)}'`)
    const report = await bring(
      lines([...other, pollRecord(10, { group_id: 9, key: 'Taken123' }), optionRecord(99, 10, 'agree')]),
    )
    expect(report.counts.poll.came).toBe(2)
    expect(
      report.notes.filter(({ code }) => code === 'key_changed').map(({ params }) => params['from']),
    ).toEqual(['Taken123'])
  })

  test('that were anonymous leave no name, no reason and no list of who voted', async () => {
    const report = await bring(
      lines([
        ...base(),
        ...closedPoll({ anonymous: true }),
        stanceRecord(1, { participant_id: 1, reason: 'It is me, Person 1' }),
        choiceRecord(1, 1, 11),
        stanceRecord(2, { participant_id: 2, cast_at: null }),
      ]),
    )
    expect(codes(report)).toEqual(['reasons_dropped'])
    const [poll] = await rows(
      `select p.sealed_at is not null as sealed, p.urn_key, t.voters, t.cast_count, t.sums,
         (select count(*)::int from electorate) as named, (select count(*)::int from ballots) as ballots
       from polls p join tallies t on t.poll_id = p.id`,
    )
    expect(poll).toEqual({
      sealed: true,
      urn_key: null,
      voters: 2,
      cast_count: 1,
      sums: [1, 0],
      named: 0,
      ballots: 0,
    })
  })

  test('of a proposal whose options are no positions arrive as a choice with their words', async () => {
    const report = await bring(
      lines([
        ...base(),
        pollRecord(1, { group_id: 1 }),
        optionRecord(1, 1, 'Fully support', { icon: 'agree' }),
        optionRecord(2, 1, 'Support', { icon: 'agree' }),
        optionRecord(3, 1, 'Veto', { icon: 'block' }),
        pollRecord(2, { group_id: 1 }),
        optionRecord(4, 2, 'Consent', { icon: 'agree', meaning: 'Good enough for now' }),
        optionRecord(5, 2, 'Objection', { icon: 'disagree' }),
      ]),
    )
    expect(report.notes.map(({ code, params }) => [code, params])).toEqual([
      ['other_type', { from: 'proposal', to: 'poll' }],
    ])
    const options = await rows(
      'select p.poll_type, o.name, o.meaning from polls p join poll_options o on o.poll_id = p.id order by p.id, o.slot',
    )
    expect(options).toEqual([
      { poll_type: 'poll', name: 'Fully support', meaning: null },
      { poll_type: 'poll', name: 'Support', meaning: null },
      { poll_type: 'poll', name: 'Veto', meaning: null },
      { poll_type: 'proposal', name: 'agree', meaning: 'Consent: Good enough for now' },
      { poll_type: 'proposal', name: 'disagree', meaning: 'Objection' },
    ])
  })
})

test('two imports of one file at once bring it once', async () => {
  const text = lines([...base(), ...closedPoll({ discussion_id: 1 }), commentRecord(1)])
  const reports = await Promise.all([bring(text), bring(text)])
  expect(reports.map(({ counts }) => counts.poll.came).sort()).toEqual([0, 1])
  expect(await rows("select count(*)::int as groups from groups where handle like 'tide%'")).toEqual([
    { groups: 1 },
  ])
})

test('a group that was removed for good can come again', async () => {
  const text = lines([...base(), ...closedPoll({ discussion_id: 1 })])
  await bring(text)
  await world.db.pool.query("select remove_group((select id from groups where handle = 'tide-1'))")
  const report = await bring(text)
  expect([report.counts.group.came, report.counts.thread.came, report.counts.poll.came]).toEqual([1, 1, 1])
})
