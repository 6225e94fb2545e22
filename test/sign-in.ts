import { change, SYSTEM } from '../src/db/db.ts'
import { dispatchSignIns } from '../src/jobs/dispatch-sign-ins.ts'
import { startSession } from '../src/users/start-session.ts'
import { openPost, type Post } from './post.ts'
import type { Received } from './smtp.ts'
import { openWeb, PUBLIC_URL, SAME_ORIGIN, type Web } from './web.ts'
import { addMembers, createWorld, type World } from './world.ts'

/** A world with mails, and Ben, who was invited and has a name. */
export async function openSignInWorld(): Promise<{ world: World; web: Web; post: Post; ben: number }> {
  const world = await createWorld()
  const [ben = 0] = await addMembers(world)
  const web = await openWeb(world, { SMTP_URL: 'smtp://localhost' })
  const post = await openPost(world)
  await post.deliver()
  await world.db.pool.query("update users set name = 'Ben' where id = $1", [ben])
  return { world, web, post, ben }
}

/** The number of rows in a table; `from` may end with a condition. */
export async function rowsIn(world: World, from: string): Promise<number> {
  const { rows } = await world.db.pool.query<{ n: number }>(`select count(*)::int as n from ${from}`)
  return rows[0]?.n ?? 0
}

/** The cookies of a response, as the browser sends them back, without deleted ones. */
export function cookiesOf(answer: { headers: Record<string, unknown> }): string {
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
}

/** The cookie of a browser in which this person is signed in. */
export async function sessionOf(world: World, user_id: number, browser = 'Firefox'): Promise<string> {
  const token = await change(world.db, SYSTEM, (act) => startSession(act, user_id, browser))
  return `__Host-folkmoot_session=${token}`
}

/** The person of all sessions proved who they are so many minutes ago. */
export async function lastProven(world: Pick<World, 'db'>, minutes: number): Promise<void> {
  await world.db.pool.query('update sessions set proven_at = now() - make_interval(mins => $1)', [minutes])
}

/** Requests a sign-in mail; returns the response and the cookie that its code needs. */
export async function ask(web: Web, address: string, next = '/') {
  const answer = await web.post('/sign-in', { address, next })
  return { answer, cookie: cookiesOf(answer) }
}

/** Sends requested mails; returns those that arrived. */
export async function mailed(world: World, post: Post): Promise<Received[]> {
  const before = post.smtp.received.length
  await dispatchSignIns(world.db, PUBLIC_URL)
  await post.send()
  return post.smtp.received.slice(before)
}

/** The link's token and the code of a mail to sign in or to join by a group's link. */
export function insideOf(mail: Received | undefined): { token: string; code: string } {
  const text = mail?.email.text ?? ''
  return {
    token: /\/(?:sign-in\/link|join\/confirm)\?k=([\w-]+)/.exec(text)?.[1] ?? '',
    code: /code [^:]*: (\d{3} \d{3})/.exec(text)?.[1] ?? '',
  }
}

/** Headers of a form from our pages, sent by a browser with these cookies. */
export const withCookie = (cookie: string) => ({ ...SAME_ORIGIN, cookie })
