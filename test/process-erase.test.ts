import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, expect, test } from 'vitest'
import { tablesOf } from '../src/db/catalog.ts'
import { type Act, change, SYSTEM } from '../src/db/db.ts'
import { addComment } from '../src/discussions/comments/add-comment.ts'
import { issuePersonalKey } from '../src/keys/issue-personal-key.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import { leaveRows, leaveUpload, TABLES_OF_TRACES } from './erasure-rows.ts'
import { makeThings, type Things } from './erasure-things.ts'
import { feedOf } from './feeds.ts'
import { signedInCookie } from './group-web.ts'
import { assistantOver } from './mcp.ts'
import { until } from './patience.ts'
import { installProgram, newDataDir, run, type Served, type Settings, serve, urlOf } from './process.ts'
import { newDevice, type PushService, startPushService } from './push-service.ts'
import { ALLOWED, makeWebhook, type Receiver, startReceiver } from './receiver.ts'
import { type Smtp, startSmtp } from './smtp.ts'
import { filesIn } from './urn-files/folder.ts'
import { addMembers, createWorld, keyFor, type World } from './world.ts'

/**
 * Everything that can be read in the program, before and after a member deletes their account. The files of
 * the bundled database: `src/personal-data/erased-files.test.ts`.
 */

installProgram()

const PUBLIC_URL = 'https://moot.example'
const NAME = 'Zenobia Quillfeather'
const ADDRESS = 'zenobia@quillfeather.example'
const FORMER_ADDRESS = 'zenobia@former.example'
const TRACES = /zenobia|quillfeather/i
/** A search form repeats the search: this is not a trace. */
const SEARCH = 'zenob'

/** The content of each place: a page, a feed, a table, a file, … */
type Places = Record<string, string>

let world: World
let settings: Settings
let service: Served
/** Another process, which keeps pages, sessions and answers of its own. */
let second: Served
let smtp: Smtp
let receiver: Receiver
let pushed: PushService
/** The paths of their browsers at the push service. */
let devices: { zenobia: string; ben: string }
let zenobia: number
let ben: number
let things: Things
/** An earlier mail and an earlier webhook delivery that name the person: admins can read them. */
let kept: { mail: number; delivery: number; webhook: number }
let reader: { cookie: string; group_key: string; own_key: string; feeds: string[] }

const as = (user_id: number) => ({ kind: 'person' as const, user_id })
const rows = async (text: string, values: unknown[] = []) => (await world.db.pool.query(text, values)).rows

beforeAll(async () => {
  world = await createWorld()
  smtp = await startSmtp()
  receiver = await startReceiver()
  pushed = await startPushService()
  const [id = 0, other = 0] = await addMembers(world, [ADDRESS, 'ben@mill.example'])
  zenobia = id
  ben = other
  await rows('update memberships set accepted_at = now()')
  await rows("update users set email_verified = true, name = 'Ben Ash' where id <> $1", [zenobia])
  await rows("update users set email_verified = true, name = $2, username = 'zenobia' where id = $1", [
    zenobia,
    NAME,
  ])
  await rows('update groups set public = true')
  // In Japanese, words stand beside a name without a space.
  await rows("update users set locale = 'ja' where id = $1", [ben])
  await makeWebhook(world, { url: receiver.url })
  things = await makeThings(world, zenobia)
  const ada = world.ada.id
  reader = {
    cookie: await signedInCookie(world, ada, { PUBLIC_URL }),
    group_key: (await keyFor(world)).key,
    own_key: await change(world.db, as(ada), (act) => issuePersonalKey(act, ada, 'Reader')),
    feeds: [await feedOf(world, 'calendar', ben), await feedOf(world, 'group', ada)],
  }
  settings = {
    ...{ DATABASE_URL: urlOf(world.address), DATA_DIR: await newDataDir(), PUBLIC_URL },
    ...{ SMTP_URL: smtp.url, OUTBOUND_ALLOW: ALLOWED.join(','), API_RATE_LIMIT: '0' },
  }
  const traced = { user_id: zenobia, name: NAME, address: ADDRESS, former_address: FORMER_ADDRESS }
  await leaveRows(world, traced)
  service = await serve(settings)
  second = await serve(settings)
  const device = async (id: number) =>
    newDevice(pushed, {
      url: service.url,
      origin: PUBLIC_URL,
      cookie: await signedInCookie(world, id, { PUBLIC_URL }),
    })
  devices = { zenobia: await device(zenobia), ben: await device(ben) }
  await change(world.db, as(ada), (act) => remindOf(act, [zenobia, ben]))
  await told()
  await leaveUpload(world, settings['DATA_DIR'] ?? '', traced)
  const [found] = await rows(
    `select (select min(m.id) from mails m join mail_bodies b on b.hash = m.body_hash
         where m.user_id <> $1 and b.text_body like '%' || $2 || '%') as mail, id as delivery, webhook_id as webhook
     from webhook_deliveries where body like '%' || $2 || '%' limit 1`,
    [zenobia, NAME],
  )
  kept = found
})

/** Mentions these people, who get a notice. */
async function remindOf(act: Act, mentioned_ids: number[]): Promise<void> {
  const [{ id: discussion_id }] = await rows('select id from discussions where key = $1', [things.thread])
  await addComment(act, { discussion_id, parent_id: null, mentioned_ids, body: 'Have a look.' })
}

/** Waits until everything has been sent. */
async function told(): Promise<void> {
  const waiting = `select ((select count(*) from events where dispatched_at is null)
    + (select count(*) from mails where status = 'waiting') + (select count(*) from pushes)
    + (select count(*) from webhook_deliveries where status = 'waiting'))::int as left`
  await until(async () => expect(await rows(waiting)).toEqual([{ left: 0 }]))
}

async function get(path: string, headers: Record<string, string>, from = service): Promise<string> {
  const answer = await fetch(from.url + path, { headers: { accept: 'text/html, */*', ...headers } })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

/** From both processes: each has read it before. */
async function read(paths: string[], headers: Record<string, string>): Promise<Places> {
  const places: Places = {}
  for (const path of paths) {
    const place = path.split('?k=')[0] ?? path
    places[place] = await get(path, headers)
    places[`${place}, from the second process`] = await get(path, headers, second)
  }
  return places
}

async function readPages(): Promise<Places> {
  const { thread, keys } = things
  const pages = [
    ...['', '/threads', '/members', '/history', '/outbox'].map((at) => `/g/mill-lane${at}`),
    ...[`/g/mill-lane/outbox/${kept.mail}`],
    `/g/mill-lane/webhooks/${kept.webhook}/deliveries/${kept.delivery}`,
    ...[`/d/${thread}`, `/d/${thread}/people`, `/p/${keys.open}`, `/p/${keys.open}/voters`],
    ...['', '/audit', '/ballots.csv', '/ballots.json', '/record.json'].map((at) => `/p/${keys.closed}${at}`),
    ...['/', '/service/people', `/service/people?search=${SEARCH}`],
  ]
  return read(pages, { cookie: reader.cookie })
}

async function readPublic(): Promise<Places> {
  const { thread, keys } = things
  const pages = ['/g/mill-lane', '/g/mill-lane/public.atom', `/d/${thread}`, `/p/${keys.closed}`]
  const found = await read(pages, {})
  return Object.fromEntries(Object.entries(found).map(([path, text]) => [`${path}, for anyone`, text]))
}

async function readApis(): Promise<Places> {
  const lists = ['memberships', 'polls', 'discussions', 'events', `polls/${things.closed}`]
  const b1 = lists.map((list) => `/api/b1/${list}`)
  const b2 = ['memberships', 'polls', 'threads', 'history'].map(
    (list) => `/api/b2/${list}?group_id=${world.group.id}`,
  )
  return {
    ...(await read(b1, { authorization: `Bearer ${reader.group_key}` })),
    ...(await read(b2, { authorization: `Bearer ${reader.own_key}` })),
  }
}

/** The responses that an assistant gets. */
async function readAssistant(): Promise<Places> {
  const headers = { authorization: `Bearer ${reader.group_key}` }
  const url = new URL(`${service.url}/mcp`)
  const client = await assistantOver(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  const places: Places = {}
  for (const name of ['list_memberships', 'list_polls', 'list_discussions'])
    places[`tool ${name}`] = JSON.stringify(await client.callTool({ name, arguments: {} }))
  await client.close()
  return places
}

async function readTables(): Promise<Places> {
  const places: Places = {}
  for (const { name } of await tablesOf(world.db.pool)) {
    const [{ text }] = await rows(`select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`)
    places[`table ${name}`] = text
  }
  return places
}

/** A new backup, and the files beside the database. */
async function readFiles(name: string): Promise<Places> {
  const file = join(dirname(settings['DATA_DIR'] ?? ''), name)
  expect(await run(['backup', file], settings)).toMatchObject({ status: 0 })
  const places: Places = { backup: gunzipSync(await readFile(file)).toString() }
  for (const { name, content } of await filesIn(settings['DATA_DIR'] ?? ''))
    places[`file ${name}`] = content.toString('latin1')
  return places
}

type Since = { mails: number; calls: number; notices: number; name: string }

/** Everything that arrived since, and everything that can be read now. */
async function readAll(since: Since): Promise<Places> {
  return {
    ...(await readPages()),
    ...(await readPublic()),
    ...(await readApis()),
    ...(await readAssistant()),
    ...(await read(reader.feeds, {})),
    ...(await readTables()),
    ...(await readFiles(since.name)),
    log: service.said() + second.said(),
    mails: JSON.stringify(smtp.received.slice(since.mails)),
    'calls of webhooks': JSON.stringify(receiver.got.slice(since.calls)),
    notices: JSON.stringify(pushed.took.slice(since.notices).map(({ path, message }) => ({ path, message }))),
  }
}

const tracedIn = (places: Places) => Object.keys(places).filter((place) => TRACES.test(places[place] ?? ''))

const noticesTo = (device: string, since: number) =>
  pushed.took.slice(since).filter(({ path }) => path === device).length

const subscriptions = async () =>
  (await rows('select 1 from push_subscriptions where user_id = $1', [zenobia])).length

const downloaded = (file: string) => get(`/p/${things.keys.closed}/${file}`, { cookie: reader.cookie })

test('a person who deletes their account is found nowhere afterwards, and was everywhere before', async () => {
  const before = await readAll({ mails: 0, calls: 0, notices: 0, name: 'before.backup' })
  // The control: only these places contain nothing about people.
  const silent = Object.keys(before).filter((place) => !tracedIn(before).includes(place))
  expect(silent.filter((place) => !/^(table|file) /.test(place))).toEqual([
    '/feeds/calendar.ics',
    '/feeds/calendar.ics, from the second process',
    'log',
    'notices',
  ])
  for (const device of Object.values(devices)) expect(noticesTo(device, 0)).toBeGreaterThan(0)
  expect(await subscriptions()).toBe(1)
  expect(tracedIn(before)).toEqual(
    expect.arrayContaining([
      ...['users', 'mail_bodies', ...TABLES_OF_TRACES].map((name) => `table ${name}`),
      expect.stringMatching(/^file imports\/.*upload$/),
    ]),
  )
  const saved = { 'before.json': await downloaded('record.json'), head: await downloaded('head') }
  const since: Since = {
    ...{ mails: smtp.received.length, calls: receiver.got.length, notices: pushed.took.length },
    name: 'after.backup',
  }

  const cookie = await signedInCookie(world, zenobia, { PUBLIC_URL })
  const left = await fetch(`${service.url}/account/leave`, {
    ...{ method: 'POST', headers: { cookie, origin: PUBLIC_URL }, redirect: 'manual' as const },
    body: new URLSearchParams({ writings: 'keep', address: ADDRESS }),
  })
  expect([left.status, left.headers.get('location')]).toEqual([303, '/left'])

  // Their threads and polls continue, and the others are notified.
  await change(world.db, SYSTEM, (act) => closePoll(act, things.open))
  await change(world.db, as(world.ada.id), (act) => remindOf(act, [ben]))
  await until(async () => expect(await rows('select 1 from erasures')).toEqual([]))
  await until(async () => expect(await rows("select 1 from imports where state = 'checked'")).toEqual([]))
  await told()

  expect(smtp.received.length).toBeGreaterThan(since.mails)
  expect(receiver.got.length).toBeGreaterThan(since.calls)
  expect(noticesTo(devices.ben, since.notices)).toBeGreaterThan(0)
  expect(noticesTo(devices.zenobia, since.notices)).toBe(0)
  expect(await subscriptions()).toBe(0)
  const after = await readAll(since)
  expect(tracedIn(after)).toEqual([])
  expect(after['log']).toContain('/account/leave')
  const gone = Object.keys(before).filter((place) => !(place in after))
  expect(gone).toEqual([expect.stringMatching(/^file imports/)])
  expect(after['/g/mill-lane/history']).toContain('</strong> left the group')
  expect(await get('/service/import', { cookie: reader.cookie })).toContain('someone deleted their account')

  // People who saved the record or the signed result before can still check both.
  const folder = dirname(settings['DATA_DIR'] ?? '')
  const files = { ...saved, 'after.json': await downloaded('record.json') }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  expect(files['after.json']).not.toBe(files['before.json'])
  for (const name of ['before.json', 'after.json']) {
    const checked = await run(['verify', join(folder, name), '--head', join(folder, 'head'), '--json'])
    expect([name, checked.status, checked.err]).toEqual([name, 0, ''])
  }
})
