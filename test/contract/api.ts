import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import type { Envelope } from '../../src/api/envelope.ts'
import { type Answer, serve } from '../app.ts'
import type { World } from '../world.ts'
import { keyFor } from '../world.ts'
import { type Check, conformity } from './conformity.ts'

export type { Answer } from '../app.ts'

export const ENCODINGS = ['json', 'form', 'multipart'] as const
export type Encoding = (typeof ENCODINGS)[number]
export type Fields = Record<string, unknown>
export type Headers = Record<string, string>

/** A server on a world's database; every response is checked against the contract. */
export type Api = {
  app: FastifyInstance
  send(asked: InjectOptions): Promise<Answer>
  /** A caller with this key, in the header. */
  as(key: string): Caller
}

export type Caller = {
  key: string
  get(path: string, headers?: Headers): Promise<Answer>
  post(path: string, fields: Fields, how?: How): Promise<Answer>
  patch(path: string, fields: Fields, how?: How): Promise<Answer>
  remove(path: string, fields?: Fields, how?: How): Promise<Answer>
}

type How = { encoding?: Encoding; headers?: Headers }

export async function openApi(world: Pick<World, 'db'>, settings: Record<string, string> = {}): Promise<Api> {
  const app = await serve(world, settings)
  const check: Check = await conformity(app)
  const send = async (asked: InjectOptions) => {
    const answer = await app.inject(asked)
    check(asked, answer)
    return answer
  }
  const sendBody =
    (method: 'POST' | 'PATCH' | 'DELETE', key: string) =>
    (path: string, fields: Fields = {}, { encoding = 'json', headers = {} }: How = {}) => {
      const { payload, type } = encode(encoding, fields)
      return send({
        method,
        url: `/api/b1${path}`,
        headers: { authorization: `Bearer ${key}`, 'content-type': type, ...headers },
        payload,
      })
    }
  return {
    app,
    send,
    as: (key) => ({
      key,
      get: (path, headers = {}) =>
        send({
          method: 'GET',
          url: `/api/b1${path}`,
          headers: { authorization: `Bearer ${key}`, ...headers },
        }),
      post: sendBody('POST', key),
      patch: sendBody('PATCH', key),
      remove: sendBody('DELETE', key),
    }),
  }
}

/** A caller with a new key of the world's group. */
export async function caller(
  world: World,
  api: Api,
  options: Parameters<typeof keyFor>[1] = {},
): Promise<Caller> {
  return api.as((await keyFor(world, options)).key)
}

/**
 * A body in the encoding of each kind of client; in forms lists are `name[]`, and null is the empty string.
 */
export function encode(encoding: Encoding, fields: Fields): { payload: string; type: string } {
  if (encoding === 'json') return { payload: JSON.stringify(fields), type: 'application/json' }
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((item) => [`${name}[]`, text(item)] as const)
      : typeof value === 'object' && value !== null
        ? Object.entries(value).map(([inner, item]) => [`${name}[${inner}]`, text(item)] as const)
        : [[name, text(value)] as const],
  )
  return encoding === 'form' ? urlencoded(pairs) : multipart(pairs)
}

export function urlencoded(pairs: (readonly [string, string])[]): { payload: string; type: string } {
  const payload = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return { payload, type: 'application/x-www-form-urlencoded' }
}

export function multipart(pairs: (readonly [string, string])[]): { payload: string; type: string } {
  const boundary = '----moot7MA4YWxk'
  const parts = pairs.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    payload: `${parts.join('')}--${boundary}--\r\n`,
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

function text(value: unknown): string {
  return value === null ? '' : String(value)
}

/** A closing time in the far future. */
export const LATER = '2999-01-31T18:00:00.000Z'

/** The fields of an open proposal, with these changes. */
export function pollFields(changes: Fields = {}): Fields {
  return { title: 'Paint the hall blue?', poll_type: 'proposal', closing_at: LATER, ...changes }
}

/** The response's records; fails with the response's text if it is an error. */
export function envelopeOf(answer: Answer): Envelope {
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Envelope>()
}

export function pollOf(answer: Answer): Envelope['polls'][number] {
  return envelopeOf(answer).polls[0]!
}

export function threadOf(answer: Answer): Envelope['discussions'][number] {
  return envelopeOf(answer).discussions[0]!
}

/** An error: status, code, and the fields it names with their messages. */
function problemOf(answer: Answer): {
  status: number
  code: string
  errors: Record<string, string[]>
} {
  const { code, errors = {} } = answer.json<{ code: string; errors?: Record<string, string[]> }>()
  return { status: answer.statusCode, code, errors }
}

/** Expects a 422 that names exactly these fields; returns its messages. */
export function expectInvalid(answer: Answer, ...fields: string[]): Record<string, string[]> {
  const { status, errors } = problemOf(answer)
  expect(status, answer.body).toBe(422)
  expect(Object.keys(errors).sort(), answer.body).toEqual([...fields].sort())
  return errors
}

export function expectProblem(answer: Answer, status: number, code: string): void {
  expect(problemOf(answer), answer.body).toMatchObject({ status, code })
}

export function ignoredBy(answer: Answer): string[] {
  const header = answer.headers['folkmoot-ignored-fields']
  return header === undefined ? [] : String(header).split(', ')
}
