import { expect, test } from 'vitest'
import { hold } from '../../test/hold.ts'
import { makeThread } from '../../test/tell.ts'
import { tokenFor } from '../../test/web.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { mintFeed } from '../feeds/mint-feed.ts'
import { createGroup } from '../groups/create-group.ts'
import { writeGivenName } from '../groups/names/given-names-store.ts'
import { issuePersonalKey } from '../keys/issue-personal-key.ts'
import { inviteGuests } from '../members/invite-guests.ts'
import { setMembers } from '../members/set-members.ts'
import { putSubscription } from '../push/subscriptions-store.ts'
import { askAddressChange } from '../users/address-change/ask-address-change.ts'
import { keepDraft } from '../users/drafts/keep-draft.ts'
import { editProfile } from '../users/edit-profile.ts'
import { insertPasskey, type NewPasskey } from '../users/passkeys/passkeys-store.ts'
import { keepKnown } from '../users/sign-in/keep-known.ts'
import { insertIdentity } from '../users/single-sign-on/identities-store.ts'
import { startSession } from '../users/start-session.ts'
import { askArchive } from './ask-archive.ts'
import { erasePerson } from './erase-person.ts'

const world = await createWorld()
const { db } = world

/** Requests that found the person still here, and write when they do not know it yet. */
const LATE: Record<string, (user_id: number) => Promise<unknown>> = {
  users: (id) => as(id, (act) => editProfile(act, id, { name: 'Zenobia Late' })),
  sign_ins: (user_id) =>
    as(user_id, (act) =>
      askAddressChange(act, { user_id, typed: 'zenobia@late.example', session: `session of ${user_id}` }),
    ),
  sessions: (id) => as(id, (act) => startSession(act, id, 'Zenobia’s telephone')),
  personal_keys: (id) => as(id, (act) => issuePersonalKey(act, id, 'Zenobia’s laptop')),
  feeds: (user_id) => as(user_id, (act) => mintFeed(act, { user_id, group_id: null })),
  archives: (user_id) => as(user_id, (act) => askArchive(act, { user_id, language: 'en' })),
  passkeys: (user_id) => as(user_id, ({ tx }) => insertPasskey(tx, passkeyOf(user_id), 10)),
  identities: (user_id) =>
    as(user_id, ({ tx }) =>
      insertIdentity(tx, { issuer: 'https://id.example', subject: `${user_id}`, user_id }),
    ),
  given_names: (user_id) =>
    as(world.ada.id, ({ tx }) =>
      writeGivenName(tx, { group_id: world.group.id, user_id, name: 'Zenobia', given_by: world.ada.id }),
    ),
  personal_links: (user_id) => tokenFor(world, 'invitation', { user_id }),
  known_browsers: (user_id) => as(user_id, (act) => keepKnown(act, { user_id, browser: `of ${user_id}` })),
  form_drafts: (user_id) => keepDraft(db.pool, { user_id, place: '/p', fields: { title: 'Zenobia' } }),
}

const passkeyOf = (user_id: number): NewPasskey => ({
  ...{ user_id, credential_id: Buffer.from(`passkey of ${user_id}`), public_key: Buffer.alloc(65, 4) },
  ...{ counter: 0, transports: [], name: 'Zenobia’s telephone', backed_up: false },
})

const ADDING = { remove_absent: false, dry_run: false, guard: false, force: false }

const as = <T>(user_id: number, run: Parameters<typeof change<T>>[2]) =>
  change(db, { kind: 'person', user_id }, run)

const ownRows = async (table: string, id: number) => {
  const which =
    table === 'users' ? 'id = $1 and name is distinct from $2::text' : 'user_id = $1 and $2::text is not null'
  return (await db.pool.query(`select 1 from ${table} where ${which}`, [id, 'Former member'])).rows.length
}

test.each(Object.keys(LATE))(
  'what a late request writes for somebody who was erased is not kept: %s',
  async (table) => {
    const [here = 0, id = 0] = await addMembers(world, [
      `here-${table}@mill.example`,
      `gone-${table}@mill.example`,
    ])
    const write = LATE[table]!
    // The control: it is there for somebody who stays.
    await write(here)
    expect(await ownRows(table, here)).toBe(1)

    await whileErased(id, () => write(id).catch(() => undefined))
    await write(id).catch(() => undefined)
    expect(await ownRows(table, id)).toBe(0)
  },
)

/** Erases a person, and writes while that goes on. */
async function whileErased(user_id: number, write: () => Promise<unknown>): Promise<void> {
  const held = await hold(db, 'select 1 from users where id = $1 for update', [user_id])
  const erased = erasePerson(db, SYSTEM, { user_id, writings: 'keep', list: null })
  await held.waitedFor()
  const late = write()
  await held.release()
  await Promise.all([erased, late])
}

test('a browser that asks for notices while its person is erased gets none', async () => {
  const [here = 0, id = 0] = await addMembers(world, ['here-push@mill.example', 'gone-push@mill.example'])
  const subscribe = async (user_id: number) => {
    await as(user_id, (act) => startSession(act, user_id, null))
    const { rows } = await db.pool.query('select id from sessions where user_id = $1', [user_id])
    const target = { endpoint: `https://push.example/${user_id}`, auth: Buffer.alloc(16) }
    const keys = { browser_key: Buffer.alloc(65, 4), service_key: 'key' }
    return () =>
      as(user_id, ({ tx }) =>
        putSubscription(tx, { session_id: rows[0].id, user_id }, { ...target, ...keys }),
      )
  }
  await (await subscribe(here))()
  expect(await ownRows('push_subscriptions', here)).toBe(1)
  const late = await subscribe(id)
  await whileErased(id, () => late().catch(() => undefined))
  expect(await ownRows('push_subscriptions', id)).toBe(0)
})

test.each(['members', 'guests'])(
  'an address that a program adds in the moment of its erasure is that of a new person: %s',
  async (added) => {
    const address = `again-${added}@mill.example`
    const [id = 0] = await addMembers(world, [address])
    const admin_email = world.ada.email
    const { group } = await change(db, SYSTEM, (act) =>
      createGroup(act, { name: 'Orchard', handle: `orchard-${added}`, admin_email, parent_handle: null }),
    )
    const discussion_id = await makeThread({ ...world, group })
    const reader = { user_id: world.ada.id, member: true, accepted: true, admin: true }
    const add = () =>
      as<unknown>(world.ada.id, (act) =>
        added === 'members'
          ? setMembers(act, { ...ADDING, group_id: group.id, emails: [address] })
          : inviteGuests(act, {
              discussion_id,
              group_id: group.id,
              emails: [address],
              message: null,
              reader,
            }),
      )
    await whileErased(id, add)
    const table = added === 'members' ? 'memberships' : 'thread_guests'
    const { rows } = await db.pool.query(
      `select u.id from ${table} t join users u on u.id = t.user_id where u.email = $1`,
      [address],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].id).not.toBe(id)
    const { rows: gone } = await db.pool.query(
      `select 1 from memberships where user_id = $1 and revoked_at is null
       union all select 1 from thread_guests where user_id = $1`,
      [id],
    )
    expect(gone).toEqual([])
  },
)
