import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { urlOf } from '../../test/process.ts'
import { installRelease, unpackRelease } from '../../test/release.ts'
import { narrowings, shapeOf } from '../../test/shape.ts'
import { makePoll } from '../../test/tell.ts'
import { addMembers, createDatabase, createEmptyService, createWorld } from '../../test/world.ts'
import { loadKeyGroup } from '../keys/load-key-group.ts'
import { closePoll } from '../polls/close-poll.ts'
import { discardPoll } from '../polls/discard-poll.ts'
import { type Act, change, type Db, openDb } from './db.ts'
import { migrate, newestVersion, schemaVersion } from './migrate.ts'

/**
 * Checks that the newest schema has everything that the previous release needs: processes are upgraded one
 * after another, so that older ones use it too (docs/releases.md).
 */

/** Accepted restrictions, and why the previous release can live with each. */
const ACCEPTED: Record<string, string> = {
  'demanded: constraint on polls: FOREIGN KEY (poll_type) REFERENCES poll_types(name)':
    'the types that 0.1.0 knows are there from the beginning, in the place of a list of the same',
  'demanded: trigger polls_keep_boxes on polls':
    'a process of 0.1.0 that seals a poll with ballots in boxes would lose them: it is told to come back, and answers 503',
  'demanded: trigger polls_keep_receipts on polls':
    'a process of 0.1.0 that seals a poll with receipts would seal it without them: it is told to come back',
  'demanded: trigger users_keep_former_names on users':
    'it writes down the former name that a change replaces, and refuses nothing',
  'demanded: trigger sessions_of_erased on sessions':
    'it deletes what is written for somebody who was erased, and refuses nothing',
  'demanded: trigger sign_ins_of_erased on sign_ins':
    'it deletes what is written for somebody who was erased, and refuses nothing',
  'demanded: trigger personal_keys_of_erased on personal_keys':
    'it deletes what is written for somebody who was erased, and refuses nothing',
  'demanded: trigger feeds_of_erased on feeds':
    'it deletes what is written for somebody who was erased, and refuses nothing',
  'demanded: trigger form_drafts_of_erased on form_drafts':
    'it deletes what is written for somebody who was erased, and refuses nothing',
  'demanded: trigger given_names_of_erased on given_names':
    'it deletes what is written for somebody who was erased, and refuses nothing',
  'demanded: trigger archives_of_erased on archives':
    'it deletes what is written for somebody who was erased, and refuses nothing',
  'demanded: trigger passkeys_of_erased on passkeys':
    'it deletes what is written for somebody who was erased, and refuses nothing',
  'demanded: trigger identities_of_erased on identities':
    'it deletes what is written for somebody who was erased, and refuses nothing',
  'demanded: trigger personal_links_of_erased on personal_links':
    'it deletes what is written for somebody who was erased, and refuses nothing',
  'demanded: trigger memberships_of_erased on memberships':
    'it refuses only people who were erased meanwhile, with an error after which 0.1.0 tries again',
  'demanded: trigger thread_guests_of_erased on thread_guests':
    'it refuses only people who were erased meanwhile, with an error after which 0.1.0 tries again',
  'demanded: trigger users_stay_erased on users':
    'of the people that 0.1.0 knows none is erased, and an update of one who is changes nothing',
  'demanded: constraint on users: CHECK (((bot OR (erased_at IS NOT NULL)) = (email IS NULL)))':
    'of the people that 0.1.0 knows none is erased: for them it is the constraint of before',
  'demanded: constraint on users: CHECK (((erased_at IS NULL) OR ((NOT bot) AND (username IS NULL) AND (locale IS NULL) AND (NOT email_verified))))':
    'nobody that 0.1.0 makes is erased, and it changes nobody who cannot sign in',
  'demanded: constraint on polls: CHECK ((NOT (open_link AND anonymous)))':
    'open_link is false in every poll that 0.1.0 makes, and it makes no poll anonymous later',
  'demanded: constraint on polls: CHECK ((anonymous OR (NOT receipts)))':
    'receipts are false in every poll that 0.1.0 makes, and it makes no poll named',
}

const NONCE_BYTES = 16

const release = await unpackRelease()

describe.skipIf('missing' in release)(
  'on the newest schema, the previous release finds what it needs',
  async () => {
    if ('missing' in release) return
    const former = await createDatabase()
    const statements = await installRelease(release, urlOf(former.address))
    const { db } = await createWorld()

    test('every statement can be planned', async () => {
      expect(statements.size).toBeGreaterThan(30)
      expect(await unplannable(db, statements)).toEqual([])
      await db.pool.query('drop function held_ballot')
      expect(await unplannable(db, statements)).toContain('calendar.polls')
    })

    test('nothing was removed, and nothing more is required', async () => {
      const before = await shapeOf(former.db.pool)
      const now = await createEmptyService()
      const found = narrowings(before, await shapeOf(now.db.pool))
      expect(found.filter((what) => !(what in ACCEPTED))).toEqual([])
    })

    test('the functions it calls take votes', async () => {
      const world = await createWorld()
      const [voter] = await addMembers(world)
      const call = async (name: string, values: unknown[]) =>
        (await world.db.pool.query(statements.get(name) ?? '', values)).rows[0]
      const vote = { poll_id: await makePoll(world), user_id: voter, scores: [1, null, null], reason: null }
      expect(await call('ballots.cast', [JSON.stringify([vote]), true])).toMatchObject({
        outcome: 'recorded',
      })
      const hidden = await makePoll(world, { settings: { anonymous: true, hide_results: 'until_closed' } })
      const anonymous = [hidden, voter, randomUUID(), [1, null, null], randomBytes(NONCE_BYTES), 3]
      expect(await call('ballots.cast_anonymous', anonymous)).toEqual({ outcome: 'recorded' })
    })

    test('it and the newest release count polls and threads correctly together', async () => {
      const { db, group, ...world } = await createWorld()
      const [made, gone] = [await makePoll({ db, group, ...world }), await makePoll({ db, group, ...world })]
      const act = <T>(run: (act: Act) => Promise<T>) =>
        change(db, { kind: 'person', user_id: world.ada.id }, run)
      const countByFormer = async (changes: { polls: number; closed_polls: number }) => {
        const { polls, closed_polls } = changes
        await db.pool.query(statements.get('groups.count') ?? '', [
          0,
          0,
          0,
          polls,
          closed_polls,
          0,
          0,
          group.id,
        ])
      }
      const counted = async () => {
        const { counts } = (await loadKeyGroup(db.pool, group.id)).in_group
        return [counts.polls, counts.closed_polls]
      }
      // One version may subtract what the other has counted.
      await act((act) => closePoll(act, made))
      await countByFormer({ polls: -1, closed_polls: -1 })
      expect(await counted()).toEqual([1, 0])
      await countByFormer({ polls: 1, closed_polls: 0 })
      await act((act) => discardPoll(act, gone))
      expect(await counted()).toEqual([1, 0])
    })

    test('a serving process can run its prepared statements, or plans them again', async () => {
      const world = await createDatabase()
      await installRelease(release, urlOf(world.address))
      const serving = openDb(world.address, 1, 'serve')
      await prepareAll(serving, statements)
      await migrate(world.db)
      expect(await refused(serving)).toEqual([])
      await prepareAll(serving, statements)
      await world.db.pool.query('alter table polls add column planted int')
      expect(await refused(serving)).toContain('polls.lock: cached plan must not change result type')
      await serving.close()
    })

    test('functions differ only where the schema is newer, which stops an older process from applying its own', async () => {
      const newest = await createEmptyService()
      const same = (await functionsOf(newest.db)) === (await functionsOf(former.db))
      expect(same || newestVersion() > (await schemaVersion(former.db.pool))).toBe(true)
    })
  },
)

test('removals and new requirements of a migration are found', async () => {
  const { db } = await createWorld()
  const before = await shapeOf(db.pool)
  await db.pool.query(`
    alter table polls drop column details;
    alter table comments alter column created_at type date;
    alter table outcomes alter column review_on set not null;
    alter table comments add column planted_needed int not null, add column planted int check (planted > 0) default 1;
    alter table comments add constraint short check (length(body) < 10);
    create unique index one_thread on discussions (title);
    drop function may_read_thread;
    create table planted (id int primary key, name text not null)`)
  expect(narrowings(before, await shapeOf(db.pool))).toEqual([
    expect.stringMatching(/^gone: column comments.created_at timestamp/),
    expect.stringMatching(/^gone: column polls.details /),
    expect.stringMatching(/^gone: function may_read_thread\(bigint,bigint\) returns boolean/),
    expect.stringMatching(/^demanded: CREATE UNIQUE INDEX one_thread/),
    'demanded: a value in comments.planted_needed',
    'demanded: a value in outcomes.review_on',
    expect.stringMatching(/^demanded: constraint on comments/),
  ])
})

test('a list of allowed values in a column may grow, and not shrink', async () => {
  const { db } = await createWorld()
  const before = await shapeOf(db.pool)
  const allow = (kinds: string) =>
    db.pool.query(`alter table mails drop constraint mails_kind_check;
      alter table mails add constraint mails_kind_check check (kind in (${kinds}))`)
  const { rows } = await db.pool.query<{ kinds: string }>(
    `select string_agg(distinct quote_literal(kind[1]), ',') as kinds from pg_constraint,
       regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g') as kind where conname = 'mails_kind_check'`,
  )
  const kinds = rows[0]?.kinds ?? ''
  await allow(`${kinds}, 'planted'`)
  expect(narrowings(before, await shapeOf(db.pool))).toEqual([])
  await allow(kinds.split(',').slice(1).join(','))
  expect(narrowings(before, await shapeOf(db.pool))).toEqual([expect.stringContaining('constraint on mails')])
})

/** The names of the statements that a new connection cannot prepare. */
async function unplannable({ pool }: Db, statements: Map<string, string>): Promise<string[]> {
  const failed: string[] = []
  const client = await pool.connect()
  for (const [name, text] of statements)
    await client.query(`prepare "checked ${name}" as ${text}`).catch(() => failed.push(name))
  client.release(true)
  return failed
}

/** Makes the one connection of a process keep a plan for each statement. */
async function prepareAll({ pool }: Db, statements: Map<string, string>): Promise<void> {
  await expect.poll(() => pool.query('deallocate all').then(() => 'asked', String)).toBe('asked')
  await pool.query([...statements].map(([name, text]) => `prepare "${name}" as ${text}`).join(';'))
}

/** Prepared statements that this connection would now refuse. */
async function refused({ pool }: Db): Promise<string[]> {
  const planned = () =>
    pool.query<{ name: string; params: number }>(
      'select name, coalesce(cardinality(parameter_types), 0) as params from pg_prepared_statements where from_sql',
    )
  await expect.poll(() => planned().then(() => 'asked', String)).toBe('asked')
  const told: string[] = []
  for (const { name, params } of (await planned()).rows) {
    const values = params === 0 ? '' : `(${Array(params).fill('null').join()})`
    // A failed statement would cost the pool its connection, and with it the other plans.
    const client = await pool.connect()
    await client
      .query(`explain execute "${name}"${values}`)
      .catch((error: Error) => told.push(`${name}: ${error.message}`))
    client.release()
  }
  return told
}

async function functionsOf({ pool }: Db): Promise<string> {
  const { rows } = await pool.query<{ all: string }>(
    `select string_agg(pg_get_functiondef(oid), ';' order by oid::regprocedure::text) as all from pg_proc
     where pronamespace = current_schema()::regnamespace and prokind = 'f'`,
  )
  return rows[0]?.all ?? ''
}
