import { beforeAll, describe, expect, test } from 'vitest'
import { importText } from '../../test/imports.ts'
import { makeExport } from '../../test/loomio.ts'
import { type Entry, keyOf, lines } from '../../test/loomio-records.ts'
import { everyRow } from '../../test/web.ts'
import { createWorld, type World } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { dispatchEvents } from '../jobs/dispatch-events.ts'
import { countLate } from '../polls/counts/count-poll.ts'
import { keptCount } from '../polls/counts/counts-store.ts'
import type { Report } from './report.ts'

describe.each(['topics', 'discussions'] as const)('an export with %s', (layout) => {
  let world: World
  let report: Report
  const entries = makeExport({ layout })
  const text = lines(entries)
  const rows = async (query: string) => (await world.db.pool.query(query)).rows

  beforeAll(async () => {
    world = await createWorld()
    report = await importText(world, text)
  })

  test('arrives with its people, groups, threads and comments', async () => {
    expect(report.counts).toMatchObject({
      user: { imported: 12, already: 0, left_out: 0 },
      group: { imported: 2, already: 0, left_out: 0 },
      member: { imported: 18, already: 0, left_out: 0 },
      thread: { imported: 201, left_out: 0 },
      comment: { already: 0, left_out: 0 },
      poll: { imported: 27, left_out: 0 },
      outcome: { already: 0 },
    })
    // Questions, answers and conclusions are comments: three questions, one of them with a thread of its own.
    expect(report.counts.comment.imported).toBe(5000 + 2 + 33 + 3)
    const [counts] = await rows(
      `select (select count(*)::int from discussions) as threads, (select count(*)::int from comments) as comments,
         (select count(*)::int from memberships m join groups g on g.id = m.group_id where g.handle like 'tide%' and m.admin) as admins`,
    )
    expect(counts).toEqual({ threads: 201, comments: 5038, admins: 2 })
  })

  test('keeps the handles of groups, the keys of threads and polls, and times', async () => {
    const [thread] = await rows(`select * from discussions where key = '${keyOf('d', 20)}'`)
    expect(thread).toMatchObject({ title: 'Thread 20', private: true, closed_at: null })
    expect(thread.created_at.toISOString()).toBe('2024-03-01T09:30:00.000Z')
    expect(thread.imported_at).not.toBeNull()
    const [poll] = await rows(`select * from polls where key = '${keyOf('p', 3)}'`)
    expect(poll).toMatchObject({ poll_type: 'count', agree_target: 4, title: 'Poll 3' })
    expect(await rows("select handle from groups where handle like 'tide%' order by id")).toEqual([
      { handle: 'tide-1' },
      { handle: 'tide-1-dunes' },
    ])
  })

  test('numbers the items of each thread without gaps, by time, and counts them', async () => {
    const wrong = await rows(
      `select d.id from discussions d left join lateral (
         select count(*) as number, count(*) filter (where said) as said, min(place) as first, max(place) as last,
           count(distinct place) as places, max(at) as last_at
         from (select sequence_id as place, true as said, created_at as at from comments where discussion_id = d.id
               union all select sequence_id, false, null from events where discussion_id = d.id and kind = 'poll_created') i
       ) i on true
       where i.number <> d.items_count or i.said <> d.comments_count or i.places <> d.items_count
         or (i.number > 0 and (i.first <> 1 or i.last <> d.items_count or d.last_comment_at is distinct from i.last_at))`,
    )
    expect(wrong).toEqual([])
    const disordered = await rows(
      `select a.id from comments a join comments b on b.discussion_id = a.discussion_id
         and b.sequence_id > a.sequence_id and b.created_at < a.created_at limit 5`,
    )
    expect(disordered).toEqual([])
  })

  test('nests replies one level deep, in their threads', async () => {
    const [nested] = await rows(
      `select count(*)::int as replies, bool_and(p.parent_id is null and p.discussion_id = c.discussion_id) as fine
       from comments c join comments p on p.id = c.parent_id`,
    )
    const replies = entries.filter(({ record }) => record['parent_type'] === 'Comment').length
    // Answers to questions within a thread are replies.
    expect(nested).toEqual({ replies: replies + 22, fine: true })
    const [comment] = await rows("select body from comments where body like 'Comment%' limit 1")
    expect(comment.body).toMatch(/^Comment \*\d+\*$/)
  })

  test('has the same totals as the votes of the file', async () => {
    const options = entries.filter(({ table }) => table === 'poll_options').map(({ record }) => record)
    const choices = entries.filter(({ table }) => /choices$/.test(table)).map(({ record }) => record)
    const polls = entries.filter(({ table }) => table === 'polls').map(({ record }) => record)
    for (const poll of polls) {
      const type = poll['poll_type']
      if (type === 'question' || poll['closed_at'] === null) continue
      const [found] = await rows(
        `select t.cast_count, t.voters, t.sums, p.anonymous, p.sealed_at is not null as sealed,
           (select count(*)::int from electorate e where e.poll_id = p.id) as named,
           (select count(*)::int from ballots b where b.poll_id = p.id) as ballots,
           (select count(*)::int from sealed_ballots s where s.poll_id = p.id) as sealed_ballots
         from polls p join tallies t on t.poll_id = p.id where p.key = '${poll['key']}'`,
      )
      const own = options.filter(({ poll_id }) => poll_id === poll['id'])
      const sums = own.map(({ id }) => {
        const given = choices
          .filter(({ poll_option_id }) => poll_option_id === id)
          .map(({ score }) => Number(score))
        // By single transferable vote the numbers are ranks.
        return given.reduce((sum, score) => sum + (type === 'stv' ? own.length + 1 - score : score), 0)
      })
      const anonymous = poll['anonymous'] === true
      expect([poll['id'], type, found]).toEqual([
        poll['id'],
        type,
        {
          cast_count: 11,
          voters: 12,
          sums,
          anonymous,
          sealed: anonymous,
          named: anonymous ? 0 : 12,
          ballots: anonymous ? 0 : 11,
          sealed_ballots: anonymous ? 11 : 0,
        },
      ])
    }
  })

  test('has open polls as drafts without votes, and says so', async () => {
    const drafts = await rows(
      `select p.key, (select count(*)::int from electorate e where e.poll_id = p.id) as ballots
       from polls p where opened_at is null and imported_at is not null order by p.key`,
    )
    expect(drafts).toHaveLength(4)
    expect(drafts.every(({ ballots }) => ballots === 0)).toBe(true)
    const said = report.notes.filter(({ code }) => code === 'draft')
    expect(said.map(({ params }) => params)).toEqual([
      { votes: 11 },
      { votes: 11 },
      { votes: 11 },
      { votes: 11 },
    ])
    expect(report.counts.vote.left_out).toBe(44)
  })

  test('counts single transferable votes as ours, in the order of the ranks', async () => {
    const [{ id }] = await rows(
      "select id from polls where count_method = 'stv_scottish' and closed_at is not null limit 1",
    )
    await change(world.db, SYSTEM, (act) => countLate(act, id))
    expect(await keptCount(world.db.pool, id)).not.toBeNull()
    const [poll] = await rows(`select elected_slots, seats from polls where id = ${id}`)
    expect(poll.seats).toBe(2)
    expect(poll.elected_slots).toHaveLength(2)
  })

  test('counts what groups hold', async () => {
    const wrong = await rows(
      `select g.handle from groups g join group_counts c on c.group_id = g.id
       cross join lateral (select coalesce(sum(polls), 0) as polls, coalesce(sum(closed_polls), 0) as closed,
         coalesce(sum(discussions), 0) as threads from group_item_counts i where i.group_id = g.id) i
       where g.handle like 'tide%' and (c.memberships <> (select count(*) from memberships m where m.group_id = g.id)
         or c.pending_memberships <> 0 or c.admin_memberships <> 1
         or i.polls <> (select count(*) from polls p where p.group_id = g.id)
         or i.closed <> (select count(*) from polls p where p.group_id = g.id and closed_at is not null)
         or i.threads <> (select count(*) from discussions d where d.group_id = g.id))`,
    )
    expect(wrong).toEqual([])
  })

  test('brings tags, for each group its own', async () => {
    const carried = await rows(
      `select g.handle, d.tags, count(*)::int as threads from discussions d join groups g on g.id = d.group_id
       where d.tags <> '[]' group by 1, 2 order by 1`,
    )
    expect(carried.map(({ handle, threads }) => [handle, threads])).toEqual([
      ['tide-1', 21],
      ['tide-1-dunes', 7],
    ])
    const tags = await rows(
      'select t.id, t.name, t.uses, g.handle from tags t join groups g on g.id = t.group_id order by g.handle, t.name',
    )
    expect(tags.map(({ handle, name, uses }) => [handle, name, uses])).toEqual([
      ['tide-1', 'money', 21],
      ['tide-1', 'shore', 21],
      ['tide-1-dunes', 'money', 7],
      ['tide-1-dunes', 'shore', 7],
    ])
    expect(carried.flatMap((one) => one.tags)).toEqual(tags.map(({ id, name }) => ({ id, name })))
  })

  test('tells nobody, and is in the history of its groups', async () => {
    await dispatchEvents(world.db, 'https://moot.example')
    expect(
      await rows("select 1 from mails m join groups g on g.id = m.group_id where g.handle like 'tide%'"),
    ).toEqual([])
    const told = await rows(
      `select g.handle, count(*)::int as events, bool_and(e.feed_number is not null) as numbered from events e
       join groups g on g.id = e.group_id where e.kind = 'group_imported' group by 1 order by 1`,
    )
    expect(told).toEqual([
      { handle: 'tide-1', events: 1, numbered: true },
      { handle: 'tide-1-dunes', events: 1, numbered: true },
    ])
    const disordered = await rows(
      `select 1 from events a join events b on b.id = a.id + 1 and b.created_at < a.created_at
       where a.kind <> 'group_imported' and a.group_id = b.group_id limit 1`,
    )
    expect(disordered).toEqual([])
  })

  test('says what it does not take over, and why', () => {
    expect(report.untaken).toEqual([{ table: 'reactions', records: 1, why: 'not_offered' }])
    expect(report.notes.filter(({ code }) => code === 'tags')).toEqual([])
    expect(report.lines).toBe(entries.length)
  })

  test('changes no row when it runs again, and counts everything as here already', async () => {
    const before = await everyRow(world)
    const again = await importText(world, text)
    expect(await everyRow(world)).toEqual(before)
    expect(again.groups).toEqual([])
    for (const { imported } of Object.values(again.counts)) expect(imported).toBe(0)
    expect(again.counts.comment.already).toBe(report.counts.comment.imported)
    expect(again.counts.member.already).toBe(18)
    const { imported, left_out } = report.counts.vote
    expect(again.counts.vote).toEqual({ imported: 0, already: imported, left_out })
  })

  test('brings what is new in a newer export', async () => {
    const newer: Entry = {
      table: 'comments',
      record: {
        id: 90_001,
        user_id: 3,
        body: 'One more',
        body_format: 'md',
        parent_type: 'Discussion',
        parent_id: 20,
        discussion_id: 20,
        created_at: '2024-09-01T00:00:00.000Z',
      },
    }
    const [before] = await rows(`select items_count from discussions where key = '${keyOf('d', 20)}'`)
    const again = await importText(world, text + lines([newer]))
    expect(again.counts.comment.imported).toBe(1)
    const [after] = await rows(
      `select d.items_count, c.sequence_id, c.body from discussions d join comments c on c.discussion_id = d.id
       where d.key = '${keyOf('d', 20)}' order by c.sequence_id desc limit 1`,
    )
    const number = before.items_count + 1
    expect(after).toEqual({ items_count: number, sequence_id: number, body: 'One more' })
  })
})

test('a dry run reports the same and writes nothing', async () => {
  const world = await createWorld()
  const text = lines(makeExport({ threads: 12, comments: 100, rounds: 2 }))
  const before = await everyRow(world)
  const dry = await importText(world, text, { dry_run: true })
  expect(await everyRow(world)).toEqual(before)
  const real = await importText(world, text)
  expect(dry).toEqual({ ...real, dry_run: true })
})
