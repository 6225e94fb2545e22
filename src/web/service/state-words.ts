import { type GroupState, groupState } from '../../groups/group-state.ts'
import type { ServiceGroup } from '../../groups/service/service-group.ts'
import { type PlainKey, t } from '../../locales/say.ts'

const WORDS: Record<GroupState, PlainKey> = {
  active: 'service.active',
  suspended: 'service.suspended',
  deleted: 'service.deleted',
}

/** The state of a group in a word. */
export function stateWords(group: Pick<ServiceGroup, 'suspended_at' | 'deleted_at'>): string {
  return t(WORDS[groupState(group)])
}
