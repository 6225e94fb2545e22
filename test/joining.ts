import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { type GroupWorld, openGroupWorld } from './group-web.ts'
import { openPost, type Post } from './post.ts'
import { cookiesOf, insideOf, mailed, withCookie } from './sign-in.ts'
import type { Received } from './smtp.ts'

export const LINKS = '/g/mill-lane/links'
export const REQUESTS = '/g/mill-lane/requests'
export const NEW = 'nina@far.example'

// biome-ignore lint/suspicious/noExplicitAny: rows of any statement.
type Rows = any[]

/** A group with its pages and mails, and helpers for links to join it. */
export type JoiningWorld = GroupWorld & {
  outbox: Post
  query(text: string, values?: unknown[]): Promise<Rows>
  /** A new link of the group: the address that Ada sees, and its token. */
  makeLink(fields?: Record<string, string>): Promise<{ body: string; token: string; path: string }>
  /** Fills in the form as a stranger, and returns the mailed code. */
  comeIn(token: string, address?: string, name?: string): Promise<Entered>
  /** The membership of the person with this address. */
  member(address: string): Promise<Rows[number] | undefined>
  /** The state of each request, oldest first. */
  states(): Promise<string[]>
  /** The mails that arrived since, as address and subject. */
  news(): Promise<string[]>
}

type Entered = { entered: LightMyRequestResponse; mail: Received | undefined; session: string }

export async function openJoiningWorld(): Promise<JoiningWorld> {
  const at = await openGroupWorld({ SMTP_URL: 'smtp://localhost' })
  const post = await openPost(at.world)
  await post.deliver()
  const query: JoiningWorld['query'] = async (text, values = []) =>
    (await at.world.db.pool.query(text, values)).rows
  return {
    ...at,
    outbox: post,
    query,
    makeLink: async (fields = {}) => {
      const { body, statusCode } = await at.post(LINKS, 'ada', { asks: 'false', ...fields })
      expect(statusCode).toBe(200)
      const token = /\/join\?k=([\w-]{32})/.exec(body)?.[1] ?? ''
      return { body, token, path: `/join?k=${token}` }
    },
    comeIn: async (token, address = NEW, name = 'Nina Oak') => {
      const asked = await at.web.post('/join', { k: token, name, address })
      expect([asked.statusCode, asked.headers.location]).toEqual([
        303,
        expect.stringMatching(/^\/join\/code\?/),
      ])
      const cookie = cookiesOf(asked)
      const [mail] = await mailed(at.world, post)
      const { code } = insideOf(mail)
      const entered = await at.web.post('/join/code', { code, name }, withCookie(cookie))
      return { entered, mail, session: cookiesOf(entered) }
    },
    member: async (address) => {
      const [row] = await query(
        `select m.*, u.name, u.email_verified from memberships m join users u on u.id = m.user_id
     where u.email = $1 and m.revoked_at is null and m.accepted_at is not null`,
        [address],
      )
      return row
    },
    states: async () =>
      (await query('select state from join_requests order by id')).map(({ state }) => state),
    news: async () => {
      const before = post.smtp.received.length
      await post.deliver()
      return post.smtp.received.slice(before).map(({ to, email }) => `${to}: ${email.subject}`)
    },
  }
}
