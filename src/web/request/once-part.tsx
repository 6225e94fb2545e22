import type { VNode } from 'preact'
import { newToken } from '../../users/secret.ts'

export const ONCE_FIELD = 'once'

/** Goes along in a form whose button must not do its work twice when it is pressed twice. */
export function Once(): VNode {
  return <input type="hidden" name={ONCE_FIELD} value={newToken()} />
}
