import type { LightMyRequestResponse } from 'fastify'
import { change } from '../src/db/db.ts'
import { startSession } from '../src/users/start-session.ts'
import { openWeb, SAME_ORIGIN, type Web } from './web.ts'
import { addMembers, createWorld, type World } from './world.ts'

/** A world with its pages, and signed-in people: Ada the admin, Ben the member, Cleo who was invited. */
export type GroupWorld = {
  world: World
  web: Web
  people: Record<Who, number>
  /** A page as this person sees it; 'outsider': not signed in. */
  get(url: string, who: Who | 'outsider', headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Submits a form as this person, from one of our pages unless headers say otherwise. */
  post(
    url: string,
    who: Who | 'outsider',
    fields?: Sent,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

type Sent = Record<string, string | string[]>

/** `gone`: a removed member; `stranger`: signed in, and in no group. */
export type Who = 'ada' | 'ben' | 'cleo' | 'gone' | 'stranger'

export async function openGroupWorld(settings: Record<string, string> = {}): Promise<GroupWorld> {
  const world = await createWorld()
  const [ben = 0, cleo = 0, gone = 0] = await addMembers(world)
  const pool = world.db.pool
  const { rows } = await pool.query<{ id: number }>(
    "insert into users (name, email) values ('Sam Stranger', 'sam@else.example') returning id",
  )
  await pool.query("update users set name = 'Ada Vale', time_zone = 'Europe/Berlin' where id = $1", [
    world.ada.id,
  ])
  await pool.query("update users set name = 'Ben Ash' where id = $1", [ben])
  await pool.query('update memberships set accepted_at = now() where user_id = any ($1)', [[ben, gone]])
  await pool.query('update memberships set revoked_at = now() where user_id = $1', [gone])
  await pool.query(
    'update group_counts set memberships = memberships - 1, pending_memberships = pending_memberships - 2',
  )
  const people = { ada: world.ada.id, ben, cleo, gone, stranger: rows[0]?.id ?? 0 }
  const web = await openWeb(world, settings)
  const cookies = new Map<string, string>()
  for (const [who, id] of Object.entries(people)) cookies.set(who, await signedInCookie(world, id, settings))
  const cookieOf = (who: string): Record<string, string> => {
    const cookie = cookies.get(who)
    return cookie === undefined ? {} : { cookie }
  }
  return {
    world,
    web,
    people,
    get: (url, who, headers) => web.get(url, cookieOf(who)['cookie'], headers),
    post: (url, who, fields = {}, headers = SAME_ORIGIN) =>
      web.app.inject({
        method: 'POST',
        url,
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
          ...cookieOf(who),
        },
        payload: encoded(fields),
      }),
  }
}

function encoded(fields: Sent): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const text of [value].flat()) pairs.append(name, text)
  return pairs.toString()
}

/** Signs a person in; returns the cookie as their browser sends it. */
export async function signedInCookie(
  world: Pick<World, 'db'>,
  user_id: number,
  { PUBLIC_URL = 'https://' }: Record<string, string> = {},
): Promise<string> {
  const token = await change(world.db, { kind: 'person', user_id }, (act) => startSession(act, user_id, null))
  return `${PUBLIC_URL.startsWith('https') ? '__Host-' : ''}folkmoot_session=${token}`
}

/** The text of the page, with HTML entities decoded. */
export function decoded(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
}
