import type { FieldChange } from '../../events/field-change.ts'
import type { User } from '../../users/user.ts'
import type { Outcome } from '../outcomes/outcome.ts'
import type { Poll } from '../poll.ts'

/** The last outcome of an earlier closing, which a reopening withdrew. */
export type WithdrawnOutcome = { outcome: Outcome; author: User; withdrawn_at: Date }

/** The edits of a poll since voting opened: the last one, and the settings that any of them changed. */
export type Edited = { at: Date; fields: FieldChange['field'][] }

/** What a poll's page says about its past; `edited` null: it is as it was when voting opened. */
export type PollPast = { withdrawn: WithdrawnOutcome[]; edited: Edited | null }

export const NO_PAST: PollPast = { withdrawn: [], edited: null }

/**
 * An edit; `editor` null: nobody in the group. `earlier`: the details before it, if it changed them and they
 * are stored. `size`: of their text, in bytes.
 */
export type PastEdit = {
  at: Date
  editor: User | null
  changes: FieldChange[] | null
  earlier: Pick<Poll, 'details' | 'details_format'> | null
  size: number
}
