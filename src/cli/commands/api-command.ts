import { randomUUID } from 'node:crypto'
import { connect, type Wish } from '@folkmoot/client'
import { Invalid, type Problem, problem } from '../../errors.ts'
import type { Call } from '../args/command.ts'
import { asTold, connectionOf } from '../connection.ts'
import { printExactly } from '../print.ts'

const PREFIX = '/api/b1/'
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']
/** Such as title=Paint, options[]=agree, thresholds:=[…]. */
const FIELD = /^(\w+)(\[\]|:)?=([\s\S]*)$/
const INDENT = 2

/** `api` */
export async function runApi(call: Call): Promise<void> {
  const wish = readWish(call.operands)
  const connection = connectionOf(call)
  const { body } = await asTold(() => connect(connection).request(wish))
  printExactly(JSON.stringify(body, null, INDENT))
}

/** Parses the operands into a request. Invalid: they are not a request. */
function readWish([method = '', path = '', ...words]: readonly string[]): Wish {
  const asked = method.toUpperCase()
  const { fields, problems } = readFields(words)
  if (!METHODS.includes(asked)) problems.push(problem('METHOD', 'not_one_of', { list: METHODS }))
  if (/^[a-z]+:\/\//i.test(path)) problems.push(problem('PATH', 'address_in_path'))
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
  const wrong = (word: string, code: 'no_assignment' | 'no_json') => problems.push(problem(`"${word}"`, code))
  for (const word of words) {
    const [, name = '', kind, text = ''] = FIELD.exec(word) ?? []
    if (name === '') wrong(word, 'no_assignment')
    else if (kind === '[]') fields[name] = [fields[name] ?? [], text].flat()
    else if (kind === undefined) fields[name] = text
    else {
      try {
        fields[name] = JSON.parse(text)
      } catch {
        wrong(word, 'no_json')
      }
    }
  }
  return { fields, problems }
}
