import { randomUUID } from 'node:crypto'
import { ApiError, connect, UnreachableError, type Wish } from '@folkmoot/client'
import { readConfig } from '../config.ts'
import { Halt, Invalid, type Problem } from '../errors.ts'
import { type Call, given } from './command.ts'
import { print } from './print.ts'

const KEY_VARIABLE = 'FOLKMOOT_API_KEY'
const PREFIX = '/api/b1/'
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']
/** Such as title=Paint, options[]=agree, thresholds:=[…]. */
const FIELD = /^(\w+)(\[\]|:)?=([\s\S]*)$/
const INDENT = 2

/** `api` */
export async function runApi(call: Call): Promise<void> {
  const url = given(call, 'url') ?? readConfig(call.env).public_url
  const wish = readWish(call.operands)
  const key = call.env[KEY_VARIABLE]?.trim() ?? ''
  if (key === '') throw new Halt(`Set ${KEY_VARIABLE} to an API key: key create makes one.`)
  const { body } = await asTold(() => connect({ url, key }).request(wish))
  print(JSON.stringify(body, null, INDENT))
}

/** What the words after the command ask for. Invalid: they cannot be understood. */
function readWish([method = '', path = '', ...words]: readonly string[]): Wish {
  const asked = method.toUpperCase()
  const { fields, problems } = readFields(words)
  if (!METHODS.includes(asked))
    problems.push({ field: 'METHOD', code: 'inclusion', message: `must be one of ${METHODS.join(', ')}` })
  if (/^[a-z]+:\/\//i.test(path))
    problems.push({ field: 'PATH', code: 'invalid', message: 'must be without the address: --url says that' })
  if (problems.length > 0) throw new Invalid(problems)
  const whole = path.startsWith('/') ? path : `${PREFIX}${path}`
  if (asked === 'GET') return { method: asked, path: whole, query: fields }
  const empty = asked === 'DELETE' && words.length === 0
  return {
    method: asked,
    path: whole,
    ...(empty ? {} : { body: fields }),
    headers: asked === 'DELETE' ? {} : { 'idempotency-key': randomUUID() },
  }
}

function readFields(words: string[]): { fields: Record<string, unknown>; problems: Problem[] } {
  const fields: Record<string, unknown> = {}
  const problems: Problem[] = []
  const wrong = (word: string, message: string) =>
    problems.push({ field: `"${word}"`, code: 'invalid', message })
  for (const word of words) {
    const [, name = '', kind, text = ''] = FIELD.exec(word) ?? []
    if (name === '') wrong(word, 'must be FIELD=TEXT, FIELD[]=TEXT or FIELD:=JSON')
    else if (kind === '[]') fields[name] = [fields[name] ?? [], text].flat()
    else if (kind === undefined) fields[name] = text
    else {
      try {
        fields[name] = JSON.parse(text)
      } catch {
        wrong(word, 'must have JSON after :=')
      }
    }
  }
  return { fields, problems }
}

/** What the service says is told as it says it. */
async function asTold<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApiError) throw new Halt(wordsOf(error))
    if (error instanceof UnreachableError)
      throw new Halt(`${error.message} Is it running? --url names another.`)
    if (error instanceof TypeError) throw new Halt(`${error.message}.`)
    throw error
  }
}

function wordsOf({ status, code, message, request_id }: ApiError): string {
  const named = code === 'unknown' ? `HTTP ${status}` : `${status} ${code}`
  return `${message} (${named}${request_id === null ? '' : `, request ${request_id}`})`
}
