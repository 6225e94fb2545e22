import { beforeAll, expect, test } from 'vitest'
import { feedOf } from '../../../test/feeds.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { tokenFor } from '../../../test/web.ts'
import { addMembers, createWorld, keyFor, type World } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { makeDemo } from '../../demo/make-demo.ts'
import { dispatchEvents } from '../../jobs/dispatch-events.ts'
import { muteGroup } from '../../notifications/mute-group.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { createGroup } from '../create-group.ts'
import type { Group } from '../group.ts'
import { removeDueGroups } from './remove-due-groups.ts'
import { setGroupState } from './set-group-state.ts'

/** Two groups with everything a group can have: one is deleted, the other must stay as it is. */

const URL = 'https://moot.example'
let world: World
let group: Group
let before: Map<string, Set<string>>

beforeAll(async () => {
  world = await createWorld()
  await addMembers(world)
  await fill(world)
  await dispatchEvents(world.db, URL)
  before = await rowsOf()
  group = await makeDemo(world.db, world.ada.id)
  await addMembers({ ...world, group }, ['neighbour@elm.example', 'ben@mill.example'])
  await fill({ ...world, group })
  await dispatchEvents(world.db, URL)
})

const pool = { query: (text: string, values?: unknown[]) => world.db.pool.query(text, values) }

async function fill(at: World): Promise<void> {
  const discussion_id = await makeThread(at, { emails: ['guest@far.example'] })
  const ballot = {
    user_id: at.ada.id,
    choices: { agree: 1 },
    reason: { text: 'Because', format: 'md' as const },
  }
  for (const in_thread of [true, false]) {
    const poll_id = await makePoll(at, {
      discussion_id: in_thread ? discussion_id : null,
      tags: ['Budget', in_thread ? 'Garden' : 'Hall'],
      recipients: { emails: ['voter@far.example'], user_ids: [at.ada.id] },
    })
    await castBallot(at.db, { poll_id, ...ballot })
    await castBallot(at.db, { poll_id, ...ballot, choices: { disagree: 1 } })
    await tokenFor(at, 'ballot', { user_id: at.ada.id, poll_id })
  }
  const settings = { anonymous: true, stance_reason_required: 'disabled' as const }
  const poll_id = await makePoll(at, { settings, recipients: { user_ids: [at.ada.id] } })
  await castBallot(at.db, { poll_id, ...ballot, reason: null })
  const key = await keyFor(at, { handle: at.group.handle })
  await at.db.pool.query(
    "insert into idempotent_answers (api_key_id, key, route, body_hash, answer) values ($1, 'k', 'r', '', '{}')",
    [key.id],
  )
  await at.db.pool.query(
    'insert into key_uses (api_key_id, day, requests, refused) values ($1, current_date, 1, 0)',
    [key.id],
  )
  await at.db.pool.query(
    `with hook as (insert into webhooks (group_id, url, kinds, format) values ($1, 'https://far.example/', '{}', 'json') returning id)
     insert into webhook_deliveries (webhook_id, event_id, kind, body)
     select hook.id, (select max(id) from events where group_id = $1), 'new_discussion', '{}' from hook`,
    [at.group.id],
  )
  await at.db.pool.query("insert into given_names (group_id, user_id, name) values ($1, $2, 'Adi')", [
    at.group.id,
    at.ada.id,
  ])
  for (const text of [
    'insert into discussion_readers (discussion_id, user_id, last_seen) values ($1, $2, 1) on conflict do nothing',
    `with made as (insert into comments (discussion_id, author_id, body, sequence_id) values ($1, $2, 'x', 99) returning id)
     insert into comment_versions (comment_id, body, written_at) select id, 'w', now() from made`,
  ])
    await at.db.pool.query(text, [discussion_id, at.ada.id])
  await feedOf(at, 'group', at.ada.id)
  await change(at.db, SYSTEM, (act) => muteGroup(act, { user_id: at.ada.id, group_id: at.group.id }))
}

/** All rows of all tables, as text. */
async function rowsOf(): Promise<Map<string, Set<string>>> {
  const { rows: tables } = await pool.query(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  const found = new Map<string, Set<string>>()
  for (const { name } of tables) {
    const { rows } = await pool.query(`select t::text as row from ${name} t`)
    found.set(name, new Set(rows.map(({ row }) => row)))
  }
  return found
}

/** Tables of people and of what the service did: these may keep rows. */
const OF_THE_SERVICE = ['users', 'service_events', 'attempts', 'schema_migrations', 'mail_bodies']

test('a deleted group stays until 30 days are over, and can be restored', async () => {
  const with_it = await rowsOf()
  await change(world.db, SYSTEM, (act) =>
    setGroupState(act, { id: group.id, deed: 'group_deleted', typed_name: group.name }),
  )
  expect(await removeDueGroups(world.db)).toBe(0)
  await pool.query("update groups set deleted_at = now() - interval '29 days' where id = $1", [group.id])
  expect(await removeDueGroups(world.db)).toBe(0)
  await change(world.db, SYSTEM, (act) => setGroupState(act, { id: group.id, deed: 'group_restored' }))
  const { service_events: _, ...now } = Object.fromEntries(await rowsOf())
  const { service_events: __, ...then } = Object.fromEntries(with_it)
  expect(now).toEqual(then)
})

test('its name must be typed, it has no subgroups, and it is not the first group', async () => {
  const remove = (id: number, typed_name: string) =>
    change(world.db, SYSTEM, (act) => setGroupState(act, { id, deed: 'group_deleted', typed_name }))
  await expect(remove(group.id, 'elm street')).rejects.toMatchObject({
    problems: [{ field: 'name', code: 'not_group_name' }],
  })
  await expect(remove(world.group.id, world.group.name)).rejects.toMatchObject({
    problems: [{ field: 'group', code: 'first_group' }],
  })
  const sub = await change(world.db, SYSTEM, (act) =>
    createGroup(act, {
      name: 'Sub',
      handle: 'sub',
      admin_email: 'ada@mill.example',
      parent_handle: group.handle,
    }),
  )
  await expect(remove(group.id, group.name)).rejects.toMatchObject({
    problems: [{ field: 'group', code: 'has_subgroups' }],
  })
  await remove(sub.group.id, 'Sub')
  await remove(group.id, group.name)
})

test('after that nothing of it is left in any table, and everything else is as before', async () => {
  // The control: the tables had something of it.
  const full = await rowsOf()
  const grown = [...full]
    .filter(([table, rows]) => rows.size > (before.get(table)?.size ?? 0))
    .map(([table]) => table)
  expect(grown).toEqual(
    expect.arrayContaining([
      'api_keys',
      'ballots',
      'comments',
      'comment_versions',
      'discussion_readers',
      'discussions',
      'electorate',
      'events',
      'feeds',
      'given_names',
      'group_counts',
      'group_item_counts',
      'groups',
      'idempotent_answers',
      'key_secrets',
      'key_uses',
      'mails',
      'memberships',
      'mutes',
      'outcomes',
      'personal_links',
      'poll_counts',
      'poll_heads',
      'poll_options',
      'polls',
      'sealed_ballots',
      'superseded_ballots',
      'tallies',
      'thread_guests',
      'urn_boxes',
      'webhook_deliveries',
      'webhooks',
    ]),
  )
  await pool.query("update groups set deleted_at = now() - interval '31 days' where deleted_at is not null")
  expect(await removeDueGroups(world.db)).toBe(2)
  for (const [table, rows] of await rowsOf()) {
    const old = before.get(table) ?? new Set<string>()
    expect(
      [...old].filter((row) => !rows.has(row)),
      `${table} lost`,
    ).toEqual([])
    if (!OF_THE_SERVICE.includes(table))
      expect(
        [...rows].filter((row) => !old.has(row)),
        `${table} kept`,
      ).toEqual([])
  }
  const { rows: bots } = await pool.query(
    'select id from users where bot and id not in (select bot_user_id from api_keys)',
  )
  expect(bots).toEqual([])
  const { rows: bodies } = await pool.query(
    'select hash from mail_bodies where hash not in (select body_hash from mails)',
  )
  expect(bodies).toEqual([])
  const { rows: deeds } = await pool.query('select what, group_name from service_events order by id')
  expect(deeds.map(({ what, group_name }) => `${what} ${group_name}`)).toEqual([
    'group_deleted Elm Street Neighbours',
    'group_restored Elm Street Neighbours',
    'group_deleted Sub',
    'group_deleted Elm Street Neighbours',
    'group_removed Sub',
    'group_removed Elm Street Neighbours',
  ])
})
