import { createHash, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../src/cli/serve/app.ts'
import { readConfig } from '../src/config.ts'
import { mintLink } from '../src/users/mint-link.ts'
import type { LinkPurpose } from '../src/users/personal-link.ts'
import { atEnd } from './at-end.ts'
import { makePoll, type PollWish } from './tell.ts'
import type { World } from './world.ts'

export const PUBLIC_URL = 'https://moot.example'
export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }

/** The fields of a form; as pairs if some are repeated. */
export type SentFields = Record<string, string> | [string, string][]

/** The server with its pages, and a client that acts like a browser without scripts. */
export type Web = {
  app: FastifyInstance
  /** Requests a page; `cookie` as the browser would send it. */
  get(url: string, cookie?: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Submits a form, from one of our pages unless headers say otherwise. */
  post(url: string, fields: SentFields, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Follows a personal link through its redirect, and returns the page with the new cookie. */
  follow(path: string, token: string): Promise<{ page: LightMyRequestResponse; cookie: string }>
}

const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'

export async function openWeb(world: Pick<World, 'db'>, settings: Record<string, string> = {}): Promise<Web> {
  const config = readConfig({ PUBLIC_URL, DATA_DIR: unusedFolder(), ...settings })
  const app = buildApp({ db: world.db, config })
  await app.ready()
  atEnd(() => app.close())
  const get: Web['get'] = (url, cookie, headers = {}) =>
    app.inject({ url, headers: { accept: HTML, ...(cookie === undefined ? {} : { cookie }), ...headers } })
  return {
    app,
    get,
    post: (url, fields, headers = SAME_ORIGIN) =>
      app.inject({
        method: 'POST',
        url,
        headers: { accept: HTML, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
    follow: async (path, token) => {
      const cookie = String((await get(`${path}?k=${token}`)).headers['set-cookie'] ?? '').split(';')[0] ?? ''
      return { page: await get(path, cookie), cookie }
    },
  }
}

/** A folder that is made when something is written there, and deleted at the end of the run. */
export const unusedFolder = () => join(tmpdir(), `folkmoot-data-${randomUUID()}`)

/** The same, listening on the address in its pages. */
export async function openListening(world: Pick<World, 'db'>): Promise<Web> {
  const probe = await openWeb(world)
  const port = Number(new URL(await probe.app.listen({ port: 0, host: '127.0.0.1' })).port)
  await probe.app.close()
  const web = await openWeb(world, { PUBLIC_URL: `http://127.0.0.1:${port}` })
  await web.app.listen({ port, host: '127.0.0.1' })
  return web
}

type Subject = { user_id: number; poll_id?: number; discussion_id?: number; group_id?: number }

/** The token of a new personal link, as in a mail. */
export function tokenFor(world: World, purpose: LinkPurpose, subject: Subject): Promise<string> {
  return mintLink(world.db.pool, { purpose, ...linkTo(world, subject) })
}

/** The token of a link that the world's admin copied. */
export function copiedTokenFor(world: World, purpose: LinkPurpose, subject: Subject): Promise<string> {
  const made = { origin: 'page', copied_by: world.ada.id } as const
  return mintLink(world.db.pool, { purpose, ...linkTo(world, subject) }, made)
}

function linkTo(world: World, subject: Subject) {
  return { discussion_id: null, poll_id: null, group_id: world.group.id, discreet: false, ...subject }
}

/** The public key of a poll or thread. */
export async function keyOf(world: World, table: 'polls' | 'discussions', id: number): Promise<string> {
  const { rows } = await world.db.pool.query<{ key: string }>(`select key from ${table} where id = $1`, [id])
  return rows[0]?.key ?? ''
}

/** The text for a table without rows. */
const NO_ROWS = `0 ${createHash('md5').digest('hex')}`

/** Every row, as one text per table: equal if nothing was written between two calls. */
export async function everyRow(world: World): Promise<Record<string, string>> {
  // Most tables of a test have never held a row: they are not read.
  const tables = await world.db.pool.query<{ name: string; used: boolean }>(
    `select relname as name, pg_relation_size(oid) > 0 as used from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name, used } of tables.rows) found[name] = used ? await rowsOf(world, name) : NO_ROWS
  return found
}

async function rowsOf({ db }: World, table: string): Promise<string> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select count(*) || ' ' || md5(coalesce(string_agg(t::text || t.xmin::text, '' order by t::text), '')) as text from ${table} t`,
  )
  return rows[0]?.text ?? ''
}

/** The same, without drafts of unsent forms. */
export async function everyRowMade(world: World): Promise<Record<string, string>> {
  const { form_drafts: _, ...rows } = await everyRow(world)
  return rows
}

/**
 * The content of a response without the clock, the request id, and the requested URL in the sign-in link.
 */
export function seen(answer: LightMyRequestResponse): string {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...headers } = answer.headers
  const asked = encodeURIComponent(answer.raw.req.url?.split('?', 1)[0] ?? '')
  // As an attribute ends there, or a query begins.
  const body = answer.body
    .replaceAll(`?next=${asked}"`, '?next="')
    .replaceAll(`?next=${asked}%3F`, '?next=%3F')
  return `${answer.statusCode}\n${JSON.stringify(headers)}\n${body}`
}

/** A poll, and its page as the follower of a new link sees it; `before` runs between the two. */
export async function visitPoll(
  { world, web }: { world: World; web: Web },
  wish: PollWish,
  { who, before = async () => {} }: { who: number; before?: (poll_id: number) => Promise<unknown> },
) {
  const poll_id = await makePoll(world, wish)
  await before(poll_id)
  const path = `/p/${await keyOf(world, 'polls', poll_id)}`
  const token = await tokenFor(world, 'ballot', { user_id: who, poll_id })
  return { ...(await web.follow(path, token)), poll_id, path, token }
}
