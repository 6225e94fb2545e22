import type { VNode } from 'preact'
import { newToken } from '../../users/secret.ts'

export const ONCE_FIELD = 'once'

/** A hidden field for forms whose action must not run twice if the button is pressed twice. */
export function Once(): VNode {
  return <input type="hidden" name={ONCE_FIELD} value={newToken()} />
}
