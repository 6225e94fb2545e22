import { readRecord } from '@folkmoot/check'
import { beforeAll, describe, expect, test } from 'vitest'
import { as, openErasureWorld } from '../../test/erasure.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { keyOf } from '../../test/web.ts'
import { addMembers } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { sha256 } from '../db/keys/sha256.ts'
import { verifySignature } from '../db/keys/signing-key.ts'
import { createGroup } from '../groups/create-group.ts'
import { setGroupState } from '../groups/service/set-group-state.ts'
import { PERMISSIONS } from '../keys/api-key.ts'
import { issueKey } from '../keys/issue-key.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { checkRecord } from '../polls/records/check-record.ts'
import { sealPoll } from '../polls/urn/seal-poll.ts'
import { startSession } from '../users/start-session.ts'
import { erasePerson } from './erase-person.ts'

const NAMES = ['Zenobia O’Quill & Ötz', 'Yorick "Al" Noon', 'Ben Ash']

type Polls = { named: number; open: number; secret: number; secret_open: number }

const { world, web, post, hooks, ids, rows, tablesWith, addThings } = await openErasureWorld()

let polls: Polls
let tallies: unknown

/**
 * Both write, vote, get notifications and appear in them: everything that leaves a name or an address
 * anywhere.
 */
async function live(user_id: number, name: string, discussion_id: number): Promise<void> {
  await rows('update users set name = $2, username = $3 where id = $1', [user_id, name, `user-${user_id}`])
  await addThings(user_id, discussion_id)
  for (const poll_id of Object.values(polls)) {
    const named = poll_id === polls.named || poll_id === polls.open
    const vote = (choice: string, text: string) =>
      castBallot(world.db, {
        ...{ poll_id, user_id, choices: { [choice]: 1 } },
        reason: named ? { text, format: 'md' as const } : null,
      })
    await vote('Oak', 'First thought')
    if (named) await vote('Elm', 'Second thought')
  }
}

beforeAll(async () => {
  const make = (settings: object) =>
    makePoll(world, {
      settings: { poll_type: 'poll', ...settings },
      options: ['Oak', 'Elm'],
      recipients: { audience: 'group' },
    })
  const thread = await makeThread(world)
  const hidden = { anonymous: true, hide_results: 'until_closed', stance_reason_required: 'disabled' }
  polls = {
    named: await make({}),
    open: await make({}),
    secret: await make(hidden),
    secret_open: await make(hidden),
  }
  for (const [at, name] of NAMES.entries()) await live(ids[at] ?? 0, name, thread)
  await change(world.db, SYSTEM, (act) => closePoll(act, polls.named))
  await change(world.db, SYSTEM, (act) => closePoll(act, polls.secret))
  await sealPoll(world.db, polls.secret)
  await post.deliver()
  await hooks.deliver()
  tallies = await rows('select poll_id, cast_count, sums, voters from tallies order by 1')
})

async function recordOf(poll_id: number): Promise<string> {
  const cookie = `__Host-folkmoot_session=${await change(world.db, SYSTEM, (act) => startSession(act, world.ada.id, null))}`
  return (await web.get(`/p/${await keyOf(world, 'polls', poll_id)}/record.json`, cookie)).body
}

function faultsIn(record: string): unknown[] {
  const read = readRecord(JSON.parse(record))
  if (!('record' in read)) throw new Error(JSON.stringify(read))
  const asked = { ...read, keys: [], kept: null, receipt: null, entry: null, progress: () => undefined }
  const findings = checkRecord({ sha256, verify: verifySignature }, asked)
  expect(findings).toHaveLength(9)
  return findings.flatMap(({ faults }) => faults)
}

describe('a person who deletes their account', () => {
  test('stood in many tables before', async () => {
    for (const word of ['zenobia', 'yorick'])
      expect((await tablesWith(word)).toSorted()).toEqual([
        'mail_bodies',
        'sign_ins',
        'users',
        'webhook_deliveries',
      ])
    expect(await recordOf(polls.named)).toContain('Zenobia')
  })

  test('is in no table afterwards, apart from texts that were to stay', async () => {
    const [zenobia = 0, yorick = 0] = ids
    await erasePerson(world.db, as(zenobia), { user_id: zenobia, writings: 'keep', list: null })
    await erasePerson(world.db, SYSTEM, { user_id: yorick, writings: 'erase', list: null })
    await post.deliver()
    await hooks.deliver()
    for (const word of ['zenobia', 'quill', 'yorick', 'noon', 'far.example'])
      expect(await tablesWith(word)).toEqual([])
    expect(await tablesWith('Ben Ash')).toContain('mail_bodies')
    expect(
      await rows('select name, email, erased_at is null as here from users where id = any ($1)', [
        [zenobia, yorick],
      ]),
    ).toEqual([
      { name: 'Former member', email: null, here: false },
      { name: 'Former member', email: null, here: false },
    ])
  })

  test('leaves no session, link, key, mail or membership', async () => {
    for (const table of [
      'sessions',
      'personal_links',
      'personal_keys',
      'mails',
      'sign_ins',
      'mutes',
      'form_drafts',
    ])
      expect(await rows(`select 1 from ${table} where user_id = any ($1)`, [ids.slice(0, 2)])).toEqual([])
    expect(
      await rows('select 1 from memberships where user_id = any ($1) and revoked_at is null', [
        ids.slice(0, 2),
      ]),
    ).toEqual([])
  })

  test('keeps their votes in every total, and texts as they wished', async () => {
    const now = await rows('select poll_id, cast_count, sums, voters from tallies order by 1')
    const before = tallies as { poll_id: number; voters: number }[]
    const counted = Object.values(polls)
    expect(now.filter(({ poll_id }) => counted.includes(poll_id))).toEqual(
      before.filter(({ poll_id }) => counted.includes(poll_id)),
    )
    const texts = await rows('select author_id, body from comments where author_id = any ($1) order by 1', [
      ids,
    ])
    expect(texts.map(({ body }) => body)).toEqual(['My own words', null, 'My own words'])
    const reasons = await rows('select reason from ballots where poll_id = $1 order by user_id', [
      polls.named,
    ])
    expect(reasons.map(({ reason }) => reason).slice(0, 2)).toEqual(['Second thought', null])
  })

  test('counts on in an anonymous poll that closes later', async () => {
    await change(world.db, SYSTEM, (act) => closePoll(act, polls.secret_open))
    await sealPoll(world.db, polls.secret_open)
    expect(faultsIn(await recordOf(polls.secret_open))).toEqual([])
    expect(await rows('select cast_count from tallies where poll_id = $1', [polls.secret_open])).toEqual([
      { cast_count: 3 },
    ])
  })

  test('is left out of records, whose signatures still hold', async () => {
    const record = await recordOf(polls.named)
    expect(faultsIn(record)).toEqual([])
    const voters = JSON.parse(record).ballots.map(({ voter }: { voter?: { name: string } }) => voter?.name)
    expect(voters.toSorted()).toEqual(['Ben Ash', undefined, undefined])
    expect(faultsIn(await recordOf(polls.secret))).toEqual([])
  })

  test('is a former member on pages', async () => {
    const cookie = `__Host-folkmoot_session=${await change(world.db, SYSTEM, (act) => startSession(act, world.ada.id, null))}`
    const { body } = await web.get(`/p/${await keyOf(world, 'polls', polls.named)}`, cookie)
    expect(body).toContain('Former member')
    expect(body).not.toMatch(/Yorick|far\.example/)
    const german = await web.get(
      `/p/${await keyOf(world, 'polls', polls.named)}`,
      `${cookie}; folkmoot_language=de`,
    )
    expect(german.statusCode).toBe(200)
  })
})

test('nobody who left stands on any page, in any answer or feed', async () => {
  const cookie = `__Host-folkmoot_session=${await change(world.db, SYSTEM, (act) => startSession(act, world.ada.id, null))}`
  const { key } = await change(world.db, SYSTEM, (act) =>
    issueKey(act, {
      ...{ handle: 'mill-lane', name: 'Reader', variant: 'a', permissions: [...PERMISSIONS] },
      ...{ guard: false, expires_at: null },
    }),
  )
  const thread = `/d/${(await rows('select key from discussions order by id limit 1'))[0].key}`
  const poll = `/p/${await keyOf(world, 'polls', polls.named)}`
  const places = ['', '/threads', '/polls', '/members', '/history', '/outbox', '/webhooks', '/decisions']
  const pages = [
    ...places.map((place) => `/g/mill-lane${place}`),
    ...[thread, `${thread}/people`, poll, `${poll}/audit`, `${poll}/ballots.csv`, `${poll}/ballots.json`],
    ...['/', '/account', '/status'],
  ]
  const [hook] = await rows('select id from webhooks')
  const [delivery] = await rows('select id from webhook_deliveries order by id limit 1')
  pages.push(`/g/mill-lane/webhooks/${hook.id}`, `/g/mill-lane/webhooks/${hook.id}/deliveries/${delivery.id}`)
  for (const url of pages) {
    const { statusCode, body } = await web.get(url, cookie)
    expect([url, statusCode, /zenobia|yorick|far\.example/i.test(body)]).toEqual([url, 200, false])
  }
  const calls = ['memberships', 'polls', 'discussions', 'events', `polls/${polls.named}`]
  for (const call of calls) {
    const { statusCode, body } = await web.get(`/api/b1/${call}`, undefined, {
      authorization: `Bearer ${key}`,
    })
    expect([call, statusCode, /zenobia|yorick|far\.example/i.test(body)]).toEqual([call, 200, false])
  }
})

test('a former member is gone for all that asks for them', async () => {
  const again = erasePerson(world.db, SYSTEM, { user_id: ids[0] ?? 0, writings: 'keep', list: null })
  await expect(again).rejects.toMatchObject({ code: 'not_found' })
})

test('the last admin of a group with others names another one first', async () => {
  const erased = erasePerson(world.db, as(world.ada.id), {
    user_id: world.ada.id,
    writings: 'keep',
    list: null,
  })
  await expect(erased).rejects.toThrow(/Mill Lane Co-op/)
  expect(
    await rows('select name from users where id = $1 and erased_at is null', [world.ada.id]),
  ).toHaveLength(1)
})

test.each(['group_suspended', 'group_deleted'] as const)(
  'a group holds nobody once its state is %s, not even its last admin',
  async (deed) => {
    const [name, handle] = ['Orchard', deed.replace('_', '-')]
    const { group, admin } = await change(world.db, SYSTEM, (act) =>
      createGroup(act, { name, handle, admin_email: `${handle}@mill.example`, parent_handle: null }),
    )
    await addMembers({ ...world, group, ada: { ...world.ada, id: admin.id } }, [
      `other-${handle}@mill.example`,
    ])
    const erase = () =>
      erasePerson(world.db, as(admin.id), { user_id: admin.id, writings: 'keep', list: null })
    await expect(erase()).rejects.toThrow(/Orchard/)
    await change(world.db, SYSTEM, (act) => setGroupState(act, { id: group.id, deed, typed_name: name }))
    await erase()
    expect(await rows('select erased_at is null as here from users where id = $1', [admin.id])).toEqual([
      { here: false },
    ])
  },
)
