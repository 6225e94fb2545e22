import type { VNode } from 'preact'
import type { Fields } from '../../http/forms.ts'
import { newToken } from '../../users/secret.ts'

export const ONCE_FIELD = 'once'

const TOKEN = /^[\w-]{32}$/

/** The token of a submitted form. Null: it has none. */
export function tokenIn(fields: Fields): string | null {
  const token = String(fields[ONCE_FIELD])
  return TOKEN.test(token) ? token : null
}

/**
 * A hidden field for forms whose action must not run twice if the button is pressed twice. `sent`: what was
 * submitted so far of the same form, such as for its preview: going back and forth does not make it another.
 */
export function Once({ sent = {} }: { sent?: Fields }): VNode {
  return <input type="hidden" name={ONCE_FIELD} value={tokenIn(sent) ?? newToken()} />
}
