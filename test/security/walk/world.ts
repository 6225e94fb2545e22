import type { InjectOptions } from 'fastify'
import { logStream } from '../../../src/http/log-stream.ts'
import { openDeliveries } from '../../../src/jobs/deliveries.ts'
import { jobsOf } from '../../../src/jobs/jobs.ts'
import type { PollTypeName } from '../../../src/polls/types/index.ts'
import { FORMATS } from '../../../src/webhooks/webhook.ts'
import type { Answer } from '../../app.ts'
import { makeGroup, rows } from '../../contract/acts.ts'
import { personalKey } from '../../contract/b2.ts'
import { conformity } from '../../contract/conformity.ts'
import { feedOf } from '../../feeds.ts'
import { signedInCookie } from '../../group-web.ts'
import { openPost } from '../../post.ts'
import { ALLOWED, makeWebhook, startReceiver } from '../../receiver.ts'
import { keptLog, MAIL_CONFIG } from '../../tell.ts'
import { openWeb, PUBLIC_URL, SAME_ORIGIN, tokenFor } from '../../web.ts'
import { addMembers, createWorld, keyFor, type World } from '../../world.ts'
import type { Chance } from '../chance.ts'

export const HANDLES = ['mill-lane', 'orchard']
const LANGUAGES = ['en', 'de', 'fr', 'ar', 'pl', 'ja', 'zh-Hans', 'uk', 'es', 'it', 'nl', 'pt-BR']
const ZONES = ['Europe/Berlin', 'Pacific/Kiritimati', 'America/St_Johns', 'UTC']
const LIMIT_MS = 5_000
const SHOWN = 1_500

export type PollRow = {
  id: number
  key: string
  handle: string
  thread: string | null
  discussion_id: number | null
  poll_type: PollTypeName
  state: 'draft' | 'open' | 'closed'
  discarded: boolean
  open_link: boolean
  names: string[]
}

/** Who asks: a cookie, and whose it is. */
export type Who = { who: string; cookie: string }

/**
 * A group with a subgroup, with all kinds of people, keys and outlets. `fault` notes what went wrong: also
 * each response above 499 or not as its document says, failed job and error in the log. `trail`: the steps so
 * far; those of this life begin at `life.from`.
 */
export type WalkWorld = Awaited<ReturnType<typeof openWalkWorld>>

/** Opens a world of its own for the walk of this chance; `done` ends the watching of the log. */
export async function openWalkWorld(chance: Chance) {
  const world = await createWorld()
  const { db } = world
  const members = await addMembers(world)
  await settle(world, members, chance)
  const web = await openWeb(world, { SMTP_URL: 'smtp://localhost', API_RATE_LIMIT: '0' })
  const keys: { key: string; handle: string }[] = []
  for (const handle of HANDLES)
    keys.push({ key: (await keyFor(world, { variant: 'a', handle })).key, handle })
  const person_keys = [await personalKey(world, world.ada.id), await personalKey(world, members[0]!)]
  const feeds = [await feedOf(world, 'calendar', world.ada.id), await feedOf(world, 'group', members[0]!)]
  const faults: string[] = []
  const fault = (what: string) => void faults.push(what)
  const send = async (asked: InjectOptions, sent = ''): Promise<Answer> => {
    const answer = await web.app.inject(asked)
    const { statusCode, body } = answer
    if (statusCode >= 500)
      fault(`${statusCode} ${asked.method ?? 'GET'} ${asked.url} ${sent} ${body.slice(0, 300)}`)
    return answer
  }
  return {
    ...{
      world,
      db,
      chance,
      keys,
      person_keys,
      feeds,
      faults,
      fault,
      trail: [] as string[],
      life: { from: 0 },
    },
    ...pagesOf(send),
    api: apiOf(send, await documentsOf(web), fault),
    work: await workOf(world, fault),
    ...cookiesOf(world),
    polls: () => rows<PollRow>(db, POLLS),
    done: watchLog(fault),
  }
}

/** Some people have joined, some are invited; each has another language and zone. */
async function settle(world: World, members: number[], chance: Chance): Promise<void> {
  const { pool } = world.db
  await makeGroup(world, 'orchard', 'mill-lane')
  await pool.query(
    `insert into memberships (group_id, user_id, admin, accepted_at)
     select id, u, u = $1, now() from groups, unnest($2::int[]) u where handle = 'orchard'`,
    [world.ada.id, [world.ada.id, ...members.slice(0, 2)]],
  )
  const joined = [world.ada.id, ...members.slice(0, 3)]
  await pool.query('update memberships set accepted_at = now() where user_id = any ($1)', [joined])
  await pool.query(RECOUNT)
  await pool.query(
    `update users set name = initcap(split_part(email, '@', 1)), 
       locale = case when id = $4 then 'en' else ($1::text[])[1 + (id + $3) % 12] end,
       time_zone = ($2::text[])[1 + (id + $3) % 4] where email not like 'esi%'`,
    [LANGUAGES, ZONES, chance.below(12), world.ada.id],
  )
  if (chance.in(0.6)) await pool.query('update groups set public = true')
}

type Send = (asked: InjectOptions, sent?: string) => Promise<Answer>
type Fault = (what: string) => void

const pagesOf = (send: Send) => ({
  get: (url: string, cookie = '') => send({ url, headers: { accept: 'text/html', cookie } }),
  post: (url: string, cookie: string, fields: [string, string][]) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = { accept: 'text/html', ...type, ...SAME_ORIGIN, cookie }
    const payload = new URLSearchParams(fields).toString()
    return send({ method: 'POST', url, headers, payload }, JSON.stringify(fields).slice(0, SHOWN))
  },
})

async function documentsOf({ app }: Awaited<ReturnType<typeof openWeb>>) {
  return { b1: await conformity(app), b2: await conformity(app, '/api/b2/openapi.json') }
}

type Documents = Awaited<ReturnType<typeof documentsOf>>

/** Calls of both APIs, whose responses must be as their documents say. */
const apiOf =
  (send: Send, documents: Documents, fault: Fault) =>
  async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, key: string, body?: object) => {
    const authorization = `Bearer ${key}`
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const headers =
      body === undefined ? { authorization } : { authorization, 'content-type': 'application/json' }
    const asked: InjectOptions = { method, url, headers, ...payload }
    const answer = await send(asked, payload.payload?.slice(0, SHOWN))
    if (answer.statusCode >= 500) return answer
    try {
      documents[url.startsWith('/api/b2') ? 'b2' : 'b1'](asked, answer)
    } catch (error) {
      fault(`${method} ${url}: ${String(error).slice(0, SHOWN)}`)
    }
    return answer
  }

/** Runs all jobs once: mails, webhooks of each format, closings. */
async function workOf(world: World, fault: Fault) {
  const { db } = world
  const receiver = await startReceiver()
  for (const format of FORMATS) await makeWebhook(world, { url: `${receiver.url}/${format}`, format })
  const post = await openPost(world, PUBLIC_URL)
  const log = keptLog()
  const config = { ...MAIL_CONFIG, public_url: PUBLIC_URL, outbound_allow: ALLOWED }
  const deliveries = openDeliveries({ db, config, limit_ms: LIMIT_MS }, log)
  const nothing = () => undefined
  const waits = { mailsWait: nothing, pushesWait: nothing, deliveriesWait: nothing }
  const jobs = jobsOf({ db, config, log, transport: post.transport, deliveries, ...waits })
  return async () => {
    for (const { name, run } of jobs)
      await run(() => false).catch((error: Error) => fault(`job ${name}: ${error.stack}`))
    await deliveries.landed()
    for (const line of log.lines.splice(0))
      if (/could not|set aside|missing|failed/.test(line)) fault(`job log: ${line.slice(0, SHOWN)}`)
  }
}

function cookiesOf(world: World) {
  const kept = new Map<number, string>()
  return {
    cookieOf: async (user_id: number) => {
      const cookie = kept.get(user_id) ?? (await signedInCookie(world, user_id, {}))
      kept.set(user_id, cookie)
      return cookie
    },
    /** Of who came by the link in a mail. */
    linkCookie: async (poll_id: number, user_id: number) =>
      `__Secure-folkmoot_link=${await tokenFor(world, 'ballot', { user_id, poll_id })}`,
  }
}

function watchLog(fault: Fault): () => void {
  const { write } = logStream
  logStream.write = (line) => {
    if (/"level":(50|60)/.test(line)) fault(`log: ${line.slice(0, 3_000)}`)
    write(line)
  }
  return () => {
    logStream.write = write
  }
}

const RECOUNT = `update group_counts c set memberships = n.all_of_them, pending_memberships = n.pending,
    admin_memberships = n.admins
  from (select group_id, count(*) as all_of_them, count(*) filter (where accepted_at is null) as pending,
    count(*) filter (where admin) as admins from memberships where revoked_at is null group by group_id) n
  where n.group_id = c.group_id`

const POLLS = `select p.id, p.key, g.handle, d.key as thread, p.discussion_id, p.poll_type, p.open_link,
    p.discarded_at is not null as discarded,
    case when p.closing_at is null then 'draft' when p.closed_at is not null then 'closed' else 'open' end as state,
    array(select name from poll_options o where o.poll_id = p.id order by slot) as names
  from polls p join groups g on g.id = p.group_id left join discussions d on d.id = p.discussion_id
  order by p.id`
