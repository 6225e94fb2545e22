import type { VNode } from 'preact'
import { ZONE_FIELD } from '../request/browser-zone.ts'

/** Goes along in a form whose times are told in this zone, so that they are read in it. */
export function ToldIn({ zone }: { zone: string }): VNode {
  return <input type="hidden" name={ZONE_FIELD} value={zone} />
}
