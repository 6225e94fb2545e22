import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type Column, describeStatement, misfit, nameFaults } from '../../test/described.ts'
import { faultsOf } from '../../test/row-schema.ts'
import { statementsOf } from '../../test/statements.ts'
import { createWorld } from '../../test/world.ts'
import { is, shapeOf } from './row-types.ts'
import { type Definition, definitions, sql } from './sql.ts'

const SRC = fileURLToPath(new URL('../', import.meta.url))

test('every statement prepares against the migrated schema', async () => {
  const { db } = await createWorld()
  const statements = await statementsOf(SRC)
  expect(statements.size).toBeGreaterThan(30)
  const failures: string[] = []
  for (const [name, text] of statements) {
    await db.pool
      .query(`prepare "checked ${name}" as ${text}`)
      .catch((error: Error) => failures.push(`${name}: ${error.message}`))
  }
  expect(failures).toEqual([])
})

test('no statement may claim more rows than its limit', async () => {
  const statements = await statementsOf(SRC)
  // PostgreSQL may run `in (select … limit … skip locked)` once for each row of the table, and find others
  // each time: `= any (array(select …))` runs once. Without returned rows, more are harmless.
  const greedy = [...statements].filter(
    ([, text]) => /[^)] in \(\s*select[^;]*skip locked/s.test(text) && /returning/.test(text),
  )
  expect(greedy.map(([name]) => name)).toEqual([])
})

/** Nullable columns that are never null where they are read, grouped by the reason. */
const NEVER_NULL: Record<string, string[]> = {
  'an archive that is made has its content': ['archives.content.content'],
  'only bots and former members have no address: they are members of nothing, and get no mail': [
    'address_changes.change.former',
    'erasure.hold.email',
    'erasure.memberships.email',
    'group_outbox.one.email',
    'group_outbox.page.email',
    'login_joins.try_code.user_id',
    'login_joins.use.user_id',
    'memberships.all.email',
    'memberships.page.email',
    'memberships.removed_page.email',
    'outgoing.by_id.email',
    'removed_addresses.returning.email',
    'roles.by_id.email',
    'service_groups.candidates.email',
    'service_people.page.email',
    'sign_ins.by_link.email',
    'spent_votes.comers.email',
    'spent_votes.comers_to_poll.email',
  ],
  'the statement asks for rows that have one': [
    'ballots.reasons.reason',
    'discarded.group_of_group.at',
    'discarded.group_of_poll.at',
    'discarded.group_of_thread.at',
    'discarded.open_poll.at',
    'discarded.poll.at',
    'discarded.thread.at',
    'events.page_set_aside.set_aside_at',
    'feed.page.feed_number',
    'group_outbox.undelivered.error',
    'import_tags.page.our_id',
    'import_threads.comments.number',
    'import_threads.comments.our_id',
    'import_threads.comments.thread_id',
    'login_joins.try_code.issuer',
    'login_joins.try_code.subject',
    'login_joins.use.issuer',
    'login_joins.use.subject',
    'login_joins.waiting.issuer',
    'memberships.removed_page.revoked_at',
    'notices.webhook.reason',
    'past.reopened.poll_id',
    'past.withdrawn_outcomes.withdrawn_at',
    'sign_in_outbox.by_id.sign_in_id',
    'sign_ins.by_link.user_id',
    'sign_ins.use_id.user_id',
    'sign_ins.use_link.user_id',
    'urn.key_left.urn_key',
    'urn.keyed.urn_key',
    'urn.known_keys.urn_key',
    'urn.open_keys.urn_key',
    'urn.with_receipts.urn_key',
    'urn_keys.polls.urn_key',
  ],
  'it is written together with one that the statement asks for': [
    'events.page_set_aside.reason',
    'sign_ins.use_id.origin',
    'sign_ins.use_link.origin',
  ],
}

test('every statement returns its described columns, with matching types', async () => {
  const { described, types } = await allDescribed()
  expect(described.length).toBeGreaterThan(100)
  const faults = described.flatMap(({ definition, columns }) => [
    ...nameFaults(definition, columns),
    ...columns.flatMap(({ name, type }) => {
      const shape = definition.row?.fields[name]
      const fault = shape === undefined ? null : misfit(shape, types.get(type) ?? '')
      return fault === null ? [] : [`${definition.name}.${name}: ${fault}`]
    }),
  ])
  expect(faults).toEqual([])
})

test('a nullable column is described as nullable, unless its statement leaves nulls out', async () => {
  const { described, nullable } = await allDescribed()
  const bold = described.flatMap(({ definition, columns }) =>
    columns
      .filter(({ name, table, place }) => {
        const shape = definition.row?.fields[name]
        return nullable.has(`${table} ${place}`) && shape !== undefined && shape.is !== 'nullable'
      })
      .map(({ name }) => `${definition.name}.${name}`),
  )
  expect(bold.sort()).toEqual(Object.values(NEVER_NULL).flat().sort())
})

test('rows that nobody reads have no description', async () => {
  const { silent } = await allDescribed()
  const told = silent.flatMap(({ definition, columns }) =>
    columns.filter(({ name }) => !UNREAD.includes(name)).map(({ name }) => `${definition.name}.${name}`),
  )
  expect(told).toEqual([])
})

/** Selected for its effect, or to lock: a number, or a function that returns nothing. */
const UNREAD = [
  '?column?',
  'pg_advisory_xact_lock',
  'pg_notify',
  'setval',
  'pg_sleep',
  'erase_writings',
  'erase_mentions',
  'withdraw_everywhere',
  'remember_logins',
  'remove_group',
]

test('a row that differs from its description is found', () => {
  const row = shapeOf({
    id: is.integer,
    at: is.instant,
    poll: is.jsonOf({ closed_at: is.nullable(is.instant) }),
  })
  const definition: Definition = { name: 'test.described', text: '', params: [], row, wider: false }
  const right = { id: 1, at: new Date(), poll: { closed_at: '2026-11-22T10:00:00+00:00' } }
  expect(faultsOf(definition, [right])).toEqual([])
  for (const wrong of [
    { ...right, id: '1' },
    { ...right, at: null },
    { ...right, at: '2026-11-22T10:00:00Z' },
    { ...right, poll: { closed_at: 'never' } },
    { ...right, poll: {} },
    { ...right, more: 1 },
  ])
    expect(faultsOf(definition, [right, wrong])).not.toEqual([])
})

test('columns that differ from their description are found', () => {
  const row = shapeOf({ id: is.integer, at: is.nullable(is.instant) })
  const definition: Definition = { name: 'one', text: '', params: [], row, wider: false }
  const column = (name: string): Column => ({ name, type: 0, table: 0, place: 0 })
  expect(nameFaults(definition, [column('id'), column('at')])).toEqual([])
  expect(nameFaults(definition, [column('id'), column('more'), column('more')])).toHaveLength(4)
  expect(nameFaults({ ...definition, wider: true }, [column('id'), column('at'), column('more')])).toEqual([])
  expect(misfit(is.nullable(is.list(is.integer)).shape, '_int8')).toBe(null)
  expect(misfit(is.list(is.integer).shape, 'int8')).toBe('int8 is no list')
  expect(misfit(is.integer.shape, 'numeric')).toBe('numeric is no integer')
  expect(misfit(is.record({ id: is.integer }).shape, 'json')).not.toBe(null)
})

test('a statement without all its parameters is found', async () => {
  const { db } = await createWorld()
  const asked = sql<{ id?: number }, { id: number | null }>('test.asked', 'select :id::int as id', {
    id: is.nullable(is.integer),
  })
  expect(await asked.one(db.pool, { id: 1 })).toEqual({ id: 1 })
  await expect(asked.one(db.pool, {})).rejects.toThrow('test.asked is not given :id')
})

test('rows that tests read are compared with their descriptions', async () => {
  const { db } = await createWorld()
  const wrong = sql<object, { size: string }>('test.wrong', 'select 1 as size', { size: is.text })
  await expect(wrong.one(db.pool, {})).rejects.toThrow(
    'test.wrong returned another row than described: /size',
  )
  const right = sql<object, { size: number }>('test.right', 'select 1 as size', { size: is.integer })
  expect(await right.all(db.pool, {})).toEqual([{ size: 1 }])
})

/** PostgreSQL's description of all statements: those with described rows, and the others. */
async function allDescribed() {
  await statementsOf(SRC)
  const { address } = await createWorld()
  const client = new pg.Client({ ...address, ssl: false })
  await client.connect()
  try {
    const all = []
    for (const definition of definitions().filter(({ name }) => !name.startsWith('test.')))
      all.push({ definition, ...(await describeStatement(client, definition.text)) })
    return {
      described: all.filter(({ definition }) => definition.row !== null),
      silent: all.filter(({ definition }) => definition.row === null),
      types: await typesOf(client),
      nullable: await nullableOf(client),
    }
  } finally {
    await client.end()
  }
}

async function typesOf(client: pg.Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{ oid: number; typname: string }>('select oid, typname from pg_type')
  return new Map(rows.map(({ oid, typname }) => [oid, typname]))
}

/** Nullable columns of tables, each as "table place". */
async function nullableOf(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ spot: string }>(
    `select attrelid || ' ' || attnum as spot from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and attnum > 0 and not attnotnull`,
  )
  return new Set(rows.map(({ spot }) => spot))
}
