import type { Ending } from '../../groups/group.ts'
import type { PlainKey } from '../../locales/say.ts'

type Ago = 'member.left_ago' | 'member.removed_ago' | 'member.withdrawn_ago'

/** Of a membership that ended: the texts in place of a role, before the date, and in a list. */
export const ENDED: Record<Ending, { role: PlainKey; on: PlainKey; ago: Ago }> = {
  left: { role: 'member.has_left', on: 'member.left', ago: 'member.left_ago' },
  removed: { role: 'member.was_removed', on: 'member.removed', ago: 'member.removed_ago' },
  withdrawn: { role: 'member.was_withdrawn', on: 'member.withdrawn', ago: 'member.withdrawn_ago' },
}
