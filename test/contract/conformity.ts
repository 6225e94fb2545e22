import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import type { Answer } from '../app.ts'

/** Checks every response of the API against the served API document. */

type Operation = { responses: Record<string, { content: Record<string, { schema: object }> }> }
type Document = { components: object; paths: Record<string, Record<string, Operation>> }

export type Check = (asked: InjectOptions, answer: Answer) => void

const ALLOWED = new Set([200, 304, 400, 403, 404, 405, 409, 412, 413, 415, 422, 429, 503])
const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
const DOCUMENT = 'urn:folkmoot:document'
const SECRET = /fm[kp]_[A-Za-z0-9_-]{20,}/

/** The schema for a response of this operation with this status. */
type Validators = (operation: Operation, name: string, status: number) => ValidateFunction

type Contract = { document: Document; validator: Validators }

/** By URL: servers share it, because reading it takes longer than most tests. */
const contracts = new Map<string, Promise<Contract>>()

/** Returns the check of this server's responses against its API document. */
export async function conformity(app: FastifyInstance, served = '/api/openapi.json'): Promise<Check> {
  const reading = contracts.get(served) ?? readContract(app, served)
  contracts.set(served, reading)
  const { document, validator } = await reading

  return (asked, answer) => {
    const { statusCode: status, body } = answer
    expect(ALLOWED.has(status), `${status}: ${body}`).toBe(true)
    if (status === 304) return expect(body).toBe('')
    expect(answer.headers['content-type']).toBe(status === 200 ? JSON_TYPE : PROBLEM_TYPE)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(repeatedNames(body)).toEqual([])
    expect(JSON.stringify(answer.headers) + body).not.toMatch(SECRET)
    const parsed = answer.json<Record<string, unknown>>()
    if (status === 200) checkSuccess(parsed)
    else checkProblem(parsed, answer)
    const found = operationOf(document, asked)
    if (found === null) return
    const validate = validator(found.operation, found.name, status)
    if (!validate(parsed)) throw new Error(`${found.name} ${status}: ${errorsIn(validate)}\n${body}`)
  }
}

async function readContract(app: FastifyInstance, served: string): Promise<Contract> {
  const document = (await app.inject(served)).json<Document>()
  return { document, validator: validatorsOf(document) }
}

function validatorsOf(document: Document): Validators {
  const compile = schemaCompiler(document)
  return (operation, name, status) => {
    const family = `${String(status).charAt(0)}XX`
    const { content } = operation.responses[String(status)] ?? operation.responses[family] ?? { content: {} }
    const type = status === 200 ? 'application/json' : 'application/problem+json'
    const schema = content[type]?.schema
    if (schema === undefined) throw new Error(`the document knows no ${type} of ${name} with ${status}`)
    return compile(schema)
  }
}

/** Compiles schemas of this document. */
export function schemaCompiler({ components }: Pick<Document, 'components'>) {
  // Most run only a few times: optimizing them takes longer.
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } })
  formats.default(ajv)
  // Schemas shared by operations are compiled once.
  ajv.addSchema({ $id: DOCUMENT, components })
  const compiled = new Map<string, ValidateFunction>()
  return (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`)
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
    compiled.set(text, validate)
    return validate
  }
}

export function errorsIn({ errors }: ValidateFunction): string {
  return (errors ?? []).map(({ instancePath, message }) => `data${instancePath} ${message}`).join(', ')
}

function checkSuccess(parsed: Record<string, unknown>): void {
  // Clients treat a success with `errors` as a failure.
  expect(parsed).not.toHaveProperty('errors')
  for (const [name, records] of Object.entries(parsed)) {
    if (!Array.isArray(records) || name.endsWith('_emails')) continue
    const ids = (records as { id?: number }[]).flatMap(({ id }) => id ?? [])
    expect(new Set(ids).size, `${name} holds a record twice`).toBe(ids.length)
  }
}

function checkProblem(parsed: Record<string, unknown>, answer: Answer): void {
  expect(parsed['status']).toBe(answer.statusCode)
  expect(parsed['type']).toBe(`https://moot.example/help/errors/${parsed['code']}`)
  expect(parsed['request_id']).toBe(answer.headers['x-request-id'])
  expect(parsed['error']).toEqual(expect.stringMatching(/\S/))
  const of_fields = answer.statusCode === 422 || parsed['code'] === 'invites_limited'
  expect('errors' in parsed, answer.body).toBe(of_fields)
  if (of_fields) checkCodes(parsed)
}

/** `problems` and `errors` name the same fields, and each has a message. */
function checkCodes({ errors, problems }: Record<string, unknown>): void {
  const coded = problems as { field: string; code: string; message: string }[]
  expect([...new Set(coded.map(({ field }) => field))]).toEqual(Object.keys(errors as object))
  expect(coded.every(({ code, message }) => code !== '' && message !== '')).toBe(true)
}

function operationOf(
  document: Document,
  asked: InjectOptions,
): { operation: Operation; name: string } | null {
  const [path = ''] = String(asked.url).split('?', 1)
  const template = path
    .replace(/^(\/api\/b[12]\/(?:polls|discussions|groups)\/)[^/]*/, '$1{ref}')
    .replace(/^(\/api\/b[12]\/(?:webhooks|comments|memberships)\/)[^/]*/, '$1{id}')
    .replace(/(\/deliveries\/)[^/]*/, '$1{delivery_id}')
  const method = (asked.method ?? 'GET').toLowerCase()
  const operation = document.paths[template]?.[method]
  return operation === undefined ? null : { operation, name: `${method} ${template}` }
}

/** Duplicate names in an object of this JSON text: a parser would silently keep the last one. */
export function repeatedNames(text: string): string[] {
  const open: (Set<string> | null)[] = []
  const repeated: string[] = []
  for (const [token, name, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') open.pop()
    else if (name !== undefined && colon !== undefined) {
      const names = open.at(-1)
      if (names?.has(name)) repeated.push(name)
      names?.add(name)
    }
  }
  return repeated
}
