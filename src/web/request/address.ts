import { NotFound } from '../../errors.ts'
import { queryOf } from '../../http/credentials.ts'
import type { Exchange } from './exchange.ts'
import { textOf } from './form-text.ts'

type Asked = Pick<Exchange, 'request'>

/** A number in the URL's path. NotFound: not a number. */
export function idInPath({ request }: Asked, name = 'id'): number {
  const text = (request.params as Record<string, string>)[name] ?? ''
  if (!/^\d{1,15}$/.test(text)) throw new NotFound()
  return Number(text)
}

/** A query parameter; '' if missing. */
export function queryText({ request }: Asked, name: string): string {
  return textOf(queryOf(request), name)
}

/** A numeric query parameter; `otherwise` if it is not a number. */
export function numberInQuery(asked: Asked, name: string, otherwise: number): number {
  const text = queryText(asked, name)
  return /^\d{1,7}$/.test(text) ? Number(text) : otherwise
}

const MAX_FROM = 1_000_000

/** How many items of a list to skip, from the query string. */
export function fromOf(asked: Asked): number {
  return Math.min(numberInQuery(asked, 'from', 0), MAX_FROM)
}
