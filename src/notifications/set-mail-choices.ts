import type { Act } from '../db/db.ts'
import { loadMailChoices } from './load-mail-choices.ts'
import { muteGroup } from './mute-group.ts'
import { unmuteGroup } from './unmute-group.ts'

/** Lets the mails of these groups of a person come, and stops those of their other groups. */
export async function setMailChoices(act: Act, user_id: number, wanted_ids: number[]): Promise<void> {
  for (const { group_id, muted } of await loadMailChoices(act.tx, user_id)) {
    const wanted = wanted_ids.includes(group_id)
    if (wanted && muted) await unmuteGroup(act, { user_id, group_id })
    if (!wanted && !muted) await muteGroup(act, { user_id, group_id })
  }
}
