import type { Act } from '../db/db.ts'
import { NotFound, refuse } from '../errors.ts'
import { checkProfile, type Profile } from './profile.ts'
import { findUsers, updateProfile } from './users-store.ts'

/** Saves a person's profile; missing fields stay. Invalid: every field that fails, see `checkProfile`. */
export async function editProfile({ tx }: Act, user_id: number, edited: Partial<Profile>): Promise<void> {
  const [user] = await findUsers(tx, [user_id])
  if (user === undefined) throw new NotFound()
  const { name, locale, time_zone } = { ...user, ...edited }
  const problems = checkProfile({ name, locale, time_zone }, user)
  // A name that was saved before these rules existed stays.
  const said = name === user.name ? { ...edited, name: undefined } : edited
  refuse(problems.filter(({ field }) => said[field as keyof Profile] !== undefined))
  const utc_chosen = edited.time_zone === undefined ? user.utc_chosen : edited.time_zone === 'UTC'
  await updateProfile(tx, { id: user_id, name, locale, time_zone: time_zone ?? 'UTC', utc_chosen })
}
