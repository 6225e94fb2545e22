import type { Act } from '../db/db.ts'
import { NotFound, type Problem, problem, refuse } from '../errors.ts'
import { editProfile } from '../users/edit-profile.ts'
import { readName } from '../users/name.ts'
import { checkProfile } from '../users/profile.ts'
import { hashToken } from '../users/secret.ts'
import { readAddress } from '../users/user.ts'
import { createGroup } from './create-group.ts'
import { checkGroup, type Group } from './group.ts'
import { useUpSetupLink } from './setup-links-store.ts'

export type FirstGroup = {
  group_name: string
  /** Empty: one is chosen. */
  handle: string
  /** The admin's. */
  name: string
  email: string
  time_zone: string
  /** The group's language. */
  locale: string
}

/**
 * Creates the first group with its admin, and uses up the setup link with this token. NotFound: another link,
 * or a group exists. Invalid names every field that fails, and the link stays valid.
 */
export async function createFirstGroup(
  act: Act,
  token: string,
  request: FirstGroup,
): Promise<{ group: Group; admin_id: number }> {
  if (!(await useUpSetupLink(act.tx, hashToken(token)))) throw new NotFound()
  const name = readName(request.name)
  const profile = { name, locale: null, time_zone: request.time_zone }
  const group_name = request.group_name.trim()
  const handle = request.handle.trim()
  refuse([
    ...groupProblems({ name: group_name, handle }),
    ...(name === null ? [problem('name', 'blank')] : []),
    ...checkProfile(profile),
    ...checkAddress(request.email),
  ])
  const made = {
    name: group_name,
    handle,
    admin_email: request.email,
    parent_handle: null,
    locale: request.locale,
  }
  const { group, admin } = await createGroup(act, made)
  await editProfile(act, admin.id, profile)
  return { group, admin_id: admin.id }
}

/** The group's own problems under this form's field names. */
function groupProblems(group: { name: string; handle: string }): Problem[] {
  return checkGroup(group).map((problem) =>
    problem.field === 'name' ? { ...problem, field: 'group_name' } : problem,
  )
}

function checkAddress(email: string): Problem[] {
  if (email.trim() === '') return [problem('email', 'blank')]
  return readAddress(email) === null ? [problem('email', 'no_whole_address')] : []
}
