import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { change } from '../../src/db/db.ts'
import { issuePersonalKey } from '../../src/keys/issue-personal-key.ts'
import type { Answer } from '../app.ts'
import { type GroupWorld, openGroupWorld, type Who } from '../group-web.ts'
import type { World } from '../world.ts'
import type { Fields, Headers } from './api.ts'
import { conformity } from './conformity.ts'

/** A caller of b2 with their own key. */
export type Person = {
  key: string
  get(path: string, headers?: Headers): Promise<Answer>
  post(path: string, fields: Fields, headers?: Headers): Promise<Answer>
  patch(path: string, fields: Fields): Promise<Answer>
  remove(path: string): Promise<Answer>
}

export type B2 = GroupWorld & {
  group_id: number
  /** Every response is checked against b2's document. */
  send(asked: InjectOptions): Promise<Answer>
  as: Record<Who | 'guest', Person>
  guest_id: number
  /** A thread of the group, of which the guest is one. */
  thread: { id: number; key: string }
}

/** The URL of a b2 call, or, if it starts with /api/, of another one. */
const addressOf = (path: string) => (path.startsWith('/api/') ? path : `/api/b2${path}`)

/** A personal key. */
export function personalKey(world: Pick<World, 'db'>, user_id: number, name = 'Test'): Promise<string> {
  return change(world.db, { kind: 'person', user_id }, (act) => issuePersonalKey(act, user_id, name))
}

/**
 * A group whose people each have a key: Ada the admin, Ben who joined, Cleo who was invited, and others from
 * outside.
 */
export async function openB2(settings: Record<string, string> = {}): Promise<B2> {
  const at = await openGroupWorld({ API_RATE_LIMIT: '0', ...settings })
  const { app } = at.web
  const check = await conformity(app, '/api/b2/openapi.json')
  const send = async (asked: InjectOptions) => {
    const answer = await app.inject(asked)
    check(asked, answer)
    return answer
  }
  const personOf = async (user_id: number): Promise<Person> => {
    const key = await personalKey(at.world, user_id)
    const authorization = `Bearer ${key}`
    return {
      key,
      patch: (path, payload) =>
        send({ method: 'PATCH', url: addressOf(path), headers: { authorization }, payload }),
      remove: (path) => send({ method: 'DELETE', url: addressOf(path), headers: { authorization } }),
      get: (path, headers = {}) => send({ url: addressOf(path), headers: { authorization, ...headers } }),
      post: (path, payload, headers = {}) =>
        send({ method: 'POST', url: addressOf(path), headers: { authorization, ...headers }, payload }),
    }
  }
  const ada = await personOf(at.people.ada)
  const group_id = at.world.group.id
  const made = await ada.post('/discussions', {
    group_id,
    title: 'Paint',
    recipient_emails: ['gil@else.example'],
  })
  expect(made.statusCode).toBe(200)
  const [thread] = made.json().discussions
  const { rows } = await at.world.db.pool.query<{ id: number }>(
    "select id from users where email = 'gil@else.example'",
  )
  const guest_id = rows[0]?.id ?? 0
  const { ben, cleo, gone, stranger } = at.people
  return {
    ...at,
    group_id,
    send,
    guest_id,
    thread: { id: thread.id, key: thread.key },
    as: {
      ada,
      ben: await personOf(ben),
      cleo: await personOf(cleo),
      gone: await personOf(gone),
      stranger: await personOf(stranger),
      guest: await personOf(guest_id),
    },
  }
}

/** Expects a problem with this status and code; `fields`: the fields it names. */
export function expectRefused(answer: Answer, status: number, code: string, fields?: string[]): void {
  expect([answer.statusCode, answer.json().code], answer.body).toEqual([status, code])
  if (fields !== undefined) expect(Object.keys(answer.json().errors).sort()).toEqual([...fields].sort())
}
