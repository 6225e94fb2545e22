import type { VNode } from 'preact'
import type { Fields } from '../../http/forms.ts'

const SHOWN_TO_FIELD = 'shown_to'

/** A hidden field for forms that may be submitted after this browser has opened somebody else's link. */
export function ShownTo({ user_id }: { user_id: number }): VNode {
  return <input type="hidden" name={SHOWN_TO_FIELD} value={user_id} />
}

/** Whether the form was shown to somebody else. Forms without the field are accepted. */
export function isOfAnother(fields: Fields, user_id: number): boolean {
  const shown_to = fields[SHOWN_TO_FIELD]
  return shown_to !== undefined && shown_to !== String(user_id)
}
