import type { Act } from '../db/db.ts'
import { loadMailChoices } from './load-mail-choices.ts'
import { muteGroup } from './mute-group.ts'
import { unmuteGroup } from './unmute-group.ts'

/** Unmutes the mails of these groups for a person, and mutes those of their others. */
export async function setMailChoices(act: Act, user_id: number, wanted_ids: number[]): Promise<void> {
  for (const { group_id, muted } of await loadMailChoices(act.tx, user_id)) {
    const wanted = wanted_ids.includes(group_id)
    if (wanted && muted) await unmuteGroup(act, { user_id, group_id })
    if (!wanted && !muted) await muteGroup(act, { user_id, group_id })
  }
}
