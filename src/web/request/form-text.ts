import { bodyOf, queryOf } from '../../http/credentials.ts'
import type { Exchange } from './exchange.ts'

/** What a form's field says; '' when it was left out or came more than once. */
export function formText({ request }: Pick<Exchange, 'request'>, field: string): string {
  const value = bodyOf(request).fields[field]
  return typeof value === 'string' ? value : ''
}

/** What the address says in its query; '' when nothing. */
export function queryText({ request }: Pick<Exchange, 'request'>, field: string): string {
  const value = queryOf(request)[field]
  return typeof value === 'string' ? value : ''
}
