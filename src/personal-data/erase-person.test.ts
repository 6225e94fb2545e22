import { createHash } from 'node:crypto'
import { readRecord } from '@folkmoot/check'
import { beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../test/patience.ts'
import { openPost, type Post } from '../../test/post.ts'
import { makeWebhook, openMessenger, startReceiver } from '../../test/receiver.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { copiedTokenFor, keyOf, openWeb, type Web } from '../../test/web.ts'
import { addMembers, createWorld, type World } from '../../test/world.ts'
import { tablesOf } from '../db/catalog.ts'
import { change, SYSTEM } from '../db/db.ts'
import { sha256 } from '../db/keys/sha256.ts'
import { verifySignature } from '../db/keys/signing-key.ts'
import { addComment } from '../discussions/comments/add-comment.ts'
import { PERMISSIONS } from '../keys/api-key.ts'
import { issueKey } from '../keys/issue-key.ts'
import { issuePersonalKey } from '../keys/issue-personal-key.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { checkRecord } from '../polls/records/check-record.ts'
import { sealPoll } from '../polls/urn/seal-poll.ts'
import { findSession } from '../users/sessions-store.ts'
import { startSession } from '../users/start-session.ts'
import { erasePerson, finishErasures } from './erase-person.ts'
import { tracesOf } from './traces.ts'

const PEOPLE = ['zenobia.quill@far.example', 'yorick.noon@far.example', 'ben@mill.example']
const NAMES = ['Zenobia O’Quill & Ötz', 'Yorick "Al" Noon', 'Ben Ash']

type Polls = { named: number; open: number; secret: number; secret_open: number }

let world: World
let web: Web
let post: Post
let hooks: ReturnType<typeof openMessenger>
let ids: number[]
let polls: Polls
let tallies: unknown

const as = (user_id: number) => ({ kind: 'person' as const, user_id })
const rows = async (text: string, values: unknown[] = []) => (await world.db.pool.query(text, values)).rows

/** The tables in which a row contains this word, in any letter case. */
async function tablesWith(word: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await tablesOf(world.db.pool)) {
    const [{ there }] = await rows(`select exists (select from ${name} t where t::text ilike $1) as there`, [
      `%${word}%`,
    ])
    if (there) found.push(name)
  }
  return found
}

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

async function addThings(user_id: number, discussion_id: number): Promise<void> {
  const { group, ada } = world
  await change(world.db, as(user_id), async (act) => {
    await addComment(act, { discussion_id, parent_id: null, body: 'My own words', mentioned_ids: [ada.id] })
    await issuePersonalKey(act, user_id, 'Laptop')
    await startSession(act, user_id, 'Browser')
  })
  await makePoll(world, {
    actor: as(user_id),
    recipients: { audience: 'group', message: 'My invitation' },
  })
  await rows('insert into mutes (group_id, user_id) values ($1, $2)', [group.id, user_id])
  await rows("insert into form_drafts (user_id, place, fields) values ($1, '/p', '{}')", [user_id])
  await rows(
    'insert into sign_ins (address, browser_hash) select upper(email), sha256(email::bytea) from users where id = $1',
    [user_id],
  )
  await copiedTokenFor(world, 'unsubscribe', { user_id })
}

beforeAll(async () => {
  world = await createWorld()
  web = await openWeb(world)
  post = await openPost(world)
  hooks = openMessenger(world)
  ids = await addMembers(world, PEOPLE)
  await rows('update memberships set accepted_at = now()')
  await rows('update users set email_verified = true')
  await rows("update users set name = 'Ben Ash' where id = $1", [ids[2]])
  await makeWebhook(world, { url: (await startReceiver()).url })
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
  expect(findings).toHaveLength(8)
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

test('a mail that someone wrote in the meantime loses the name as well', async () => {
  const [vera = 0] = await addMembers(world, ['vera@mill.example'])
  await rows("update users set name = 'Vera Late' where id = $1", [vera])
  await addThings(vera, await makeThread(world))
  await post.deliver()
  const late = await world.db.pool.connect()
  await late.query('begin')
  await late.query(
    `insert into mail_bodies (hash, subject, text_body, html_body) values ('\\x${'ab'.repeat(32)}', 'x', 'Vera Late', 'x')`,
  )
  await late.query(
    `insert into mails (event_id, user_id, group_id, kind, body_hash)
     select max(e.id), $1, $2, 'announcement', '\\x${'ab'.repeat(32)}' from events e
     where not exists (select from mails where event_id = e.id and user_id = $1)`,
    [world.ada.id, world.group.id],
  )
  const erased = erasePerson(world.db, SYSTEM, { user_id: vera, writings: 'keep', list: null })
  const gone = () => rows('select 1 from users where id = $1 and erased_at is not null', [vera])
  await until(async () => expect(await gone()).toHaveLength(1))
  await late.query('commit')
  late.release()
  await erased
  expect(await tablesWith('Vera Late')).toEqual([])
})

test('what a process left when it died is finished by the clock', async () => {
  await rows(
    `insert into mail_bodies (hash, subject, text_body, html_body) values (sha256('left'), 'x', 'Nora Left', 'x');
     insert into mails (event_id, user_id, group_id, kind, body_hash, status)
     select max(id), ${world.ada.id}, ${world.group.id}, 'mention', sha256('left'), 'sent' from events e
     where not exists (select from mails where event_id = e.id and user_id = ${world.ada.id})`,
  )
  await rows(
    `insert into erasures (user_id, places, patterns, made_at) select $1, array[$2::bigint], '{Nora Left}', now() - interval '1 hour'`,
    [ids[0], world.group.id],
  )
  await finishErasures(world.db)
  expect(await tablesWith('Nora Left')).toEqual([])
})

test.each([
  ['Al', 'Also Al (al…) and Hal met AL', 'Also […] and Hal met AL'],
  ['王伟', '会员王伟投票了', '会员[…]投票了'],
  ['A. (B) *', 'A. (B) * is A. (B) *!', '[…] is […]!'],
  ['Tom & Co', '<p>Tom &amp; Co</p>', '<p>[…]</p>'],
  ['Tom', '{"username":"al","title":"al"} @al @albert', '{"username":"[…]","title":"al"} @[…] @albert'],
  ['Tom "T" T', '{"name":"Tom \\"T\\" T"}', '{"name":"[…]"}'],
])('the name %s is found as it stands, and nothing else', async (name, text, without) => {
  const patterns = tracesOf({ name, username: 'al', email: 'al@far.example', other_names: [] })
  const [{ left }] = await rows('select without($1, $2) as left', [text, patterns])
  expect(left).toBe(without)
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

test('who signs in while they are erased is not signed in', async () => {
  const [dora = 0] = await addMembers(world, ['dora@mill.example'])
  const late = await world.db.pool.connect()
  await late.query('begin')
  await late.query('select 1 from users where id = $1 for key share', [dora])
  const erased = erasePerson(world.db, SYSTEM, { user_id: dora, writings: 'keep', list: null })
  const token = change(world.db, SYSTEM, (act) => startSession(act, dora, null))
  await late.query('commit')
  late.release()
  await erased
  const cookie = `__Host-folkmoot_session=${await token}`
  await rows(
    "insert into sessions (hash, user_id, expires_at) values (sha256('late'), $1, now() + interval '1 day')",
    [dora],
  )
  expect((await web.get('/account', cookie)).statusCode).toBe(303)
  expect(await findSession(world.db.pool, createHash('sha256').update('late').digest())).toBe(null)
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
