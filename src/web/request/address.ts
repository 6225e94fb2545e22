import { NotFound } from '../../errors.ts'
import { queryOf } from '../../http/credentials.ts'
import type { Exchange } from './exchange.ts'
import { textOf } from './form-text.ts'

type Asked = Pick<Exchange, 'request'>

/** A number in the address's path. NotFound: it is none. */
export function idInPath({ request }: Asked, name = 'id'): number {
  const text = (request.params as Record<string, string>)[name] ?? ''
  if (!/^\d{1,15}$/.test(text)) throw new NotFound()
  return Number(text)
}

/** What the address says in its query; '' when nothing. */
export function queryText({ request }: Asked, name: string): string {
  return textOf(queryOf(request), name)
}

/** A number in the address's query; `otherwise` when it is none. */
export function numberInQuery(asked: Asked, name: string, otherwise: number): number {
  const text = queryText(asked, name)
  return /^\d{1,7}$/.test(text) ? Number(text) : otherwise
}

const MAX_FROM = 1_000_000

/** How many items of a list the page's address asks to skip. */
export function fromOf(asked: Asked): number {
  return Math.min(numberInQuery(asked, 'from', 0), MAX_FROM)
}
